import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunContext } from '../../../base/context.ts';
import { calledKernels, type Operator } from '../operator.ts';
import type { ReadPackage } from '../../../package/read.ts';
import { operatorsPath } from '../c/operators.ts';
import { linkLibrary } from '../../../prove/harness/build-library.ts';
import {
  compileUnit,
  compileUnits,
  type HarnessSettings,
  includes,
  makeFolders,
  packageUnits,
} from '../../../prove/harness/compile-units.ts';
import { vendorHarnesses } from '../../../prove/harness/vendor.ts';

/**
 * Compiles the operators of a package for the vendor of the settings, with the kernels that they launch, to a shared
 * library for processes that have loaded TVM-FFI. It exports the operators only, and finds the driver
 * when one is first called. Returns its path.
 * @param operators those that have code for the vendor
 * @throws {Failure} `environment` if the package does not compile.
 */
export async function buildOperatorLibrary(
  pkg: ReadPackage,
  operators: readonly Operator[],
  settings: HarnessSettings,
  context: RunContext,
): Promise<string> {
  const { vendor } = settings;
  await makeFolders(settings);
  const older = join(settings.folder, 'older-glibc.h');
  await writeFile(older, OLDER_GLIBC);
  // PyTorch's exceptions pass through operators.
  const { dynamic } = vendorHarnesses.of(vendor);
  const flags = [...dynamic, '-fvisibility=hidden', '-fexceptions', '-include', older];
  const called = calledKernels(operators);
  const functions = compileUnit(
    join(pkg.folder, operatorsPath(vendor)),
    'package',
    [...includes(pkg.folder, settings), '-O2', ...flags],
    settings,
  );
  const units = [functions, ...packageUnits(pkg, [...called], settings, flags)];
  await compileUnits(units, settings, context);
  const linked = ['-s', '-Wl,--no-as-needed', '-l:libdl.so.2', '-Wl,--as-needed'];
  return linkLibrary(units, `operators.${vendor}.so`, linked, settings, context);
}

/**
 * Names the first versions of functions that moved from libdl to libc in glibc 2.34, so that the
 * library runs on older systems than the one that it is compiled on. Source: glibc's symbol lists.
 */
const OLDER_GLIBC = `#if defined(__x86_64__)
__asm__(".symver dlopen, dlopen@GLIBC_2.2.5\\n.symver dlsym, dlsym@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver dlopen, dlopen@GLIBC_2.17\\n.symver dlsym, dlsym@GLIBC_2.17");
#endif
`;
