import { type Vendor } from '../../manifest/terms/target.ts';
import { writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeFolder } from '../../base/files.ts';
import { mapConcurrently } from '../../base/process.ts';
import { cSourcePath, HIP_MACRO } from '../../package/c/vendor.ts';
import type { ReadPackage } from '../../package/read.ts';
import { writeDriverStub } from './harness-source.ts';
import { type CompilerRun, type Compilers, runCompiler } from './tools.ts';

/** The compilers and headers of this machine. */
interface HarnessTools {
  readonly compilers: Compilers;
  /** The folder of cuda.h; undefined if compilers find it without. */
  readonly cudaInclude: string | undefined;
}

export interface HarnessSettings extends HarnessTools {
  /** The folder to build in. */
  readonly folder: string;
  /** The number of compilers that run at the same time. */
  readonly jobs: number;
  /** The HIP runtime's library, if the programs are for AMD GPUs; undefined: they are for NVIDIA. */
  readonly hipLibrary?: string | undefined;
}

/** The library that programs for HIP are linked with on a machine that has none: that of ROCm 6. */
const DEFAULT_LIBRARY = 'libamdhip64.so.6';

/** The name of the driver's library. */
const CUDA_LIBRARY = 'libcuda.so.1';

/**
 * Returns settings for GPUs of a vendor. Programs for AMD are built in a folder of their own.
 * @param library the name of the HIP runtime's library, if the machine has it
 */
export function settingsFor(
  vendor: Vendor,
  settings: Omit<HarnessSettings, 'hipLibrary'>,
  library: string | undefined,
): HarnessSettings {
  if (vendor === 'cuda') return settings;
  const hipLibrary = library ?? DEFAULT_LIBRARY;
  return { ...settings, folder: join(settings.folder, 'hip'), hipLibrary };
}

/** Returns the vendor of the GPUs that settings are for. */
export function vendorFor({ hipLibrary }: Pick<HarnessSettings, 'hipLibrary'>): Vendor {
  return hipLibrary === undefined ? 'cuda' : 'hip';
}

/** Creates the folders that units are compiled to. */
export async function makeFolders({ folder }: Pick<HarnessSettings, 'folder'>): Promise<void> {
  await Promise.all(['objects', 'stub'].map((name) => makeFolder(join(folder, name))));
}

/** The units of a package's kernels, by name, compiled as programs compile a package. */
export function packageUnits(
  { folder }: Pick<ReadPackage, 'folder'>,
  kernels: readonly string[],
  settings: HarnessSettings,
  flags: readonly string[] = [],
): readonly CompileUnit[] {
  return kernels.map((name) =>
    compileUnit(
      join(folder, cSourcePath({ name }, vendorFor(settings))),
      'package',
      [...includes(folder, settings), '-O2', ...flags],
      settings,
    ),
  );
}

/** The compiler's options for the headers of a package and of CUDA, or for HIP. */
export function includes(
  folder: string,
  { cudaInclude, hipLibrary }: Pick<HarnessSettings, 'cudaInclude' | 'hipLibrary'>,
): readonly string[] {
  const own = `-I${join(folder, 'include')}`;
  if (hipLibrary !== undefined) return [own, `-D${HIP_MACRO}`];
  return [own, ...(cudaInclude === undefined ? [] : [`-I${cudaInclude}`])];
}

/** Builds a library with every driver function that the objects use, for linking only. */
export async function buildStub(
  units: readonly CompileUnit[],
  settings: HarnessSettings,
  context: RunContext,
): Promise<string> {
  const source = join(settings.folder, 'stub', 'driver.c');
  await writeFile(source, await writeDriverStub(units.map(({ object }) => object)));
  const library = settings.hipLibrary ?? CUDA_LIBRARY;
  const object = join(settings.folder, 'stub', library);
  const flags = ['-shared', '-fPIC', `-Wl,-soname,${library}`];
  const argv = [...settings.compilers.c, ...flags, source, '-o', object];
  await compileUnits([{ argv, object, label: library, blame: 'environment' }], settings, context);
  return object;
}

/** An object file, library or program, and the command that makes it. */
export interface CompileUnit extends CompilerRun {
  readonly object: string;
}

/** The unit that compiles a C or C++ source. `group` makes the name of the object file unique. */
export function compileUnit(
  source: string,
  group: string,
  flags: readonly string[],
  { compilers, folder }: HarnessSettings,
): CompileUnit {
  const isC = extname(source) === '.c';
  const object = join(folder, 'objects', `${group}_${basename(source, extname(source))}.o`);
  const language = isC ? [...compilers.c, '-std=gnu11'] : [...compilers.cxx, '-std=c++17'];
  // The C and C++ compilers may be of different vendors: set what they must agree on.
  const options = ['-O1', '-fPIC', '-pthread', ...flags];
  return {
    argv: [...language, ...options, '-c', source, '-o', object],
    object,
    label: basename(source),
    blame: 'environment',
  };
}

/**
 * Runs the compilers of all units, `jobs` at a time.
 * @throws {Failure} with the problems of all units that do not compile.
 */
export async function compileUnits(
  units: readonly CompileUnit[],
  { jobs }: HarnessSettings,
  context: RunContext,
): Promise<void> {
  let done = 0;
  const compiled = await mapConcurrently(units, Math.max(1, jobs), async (unit) => {
    const problems = await runCompiler(unit, context);
    done += 1;
    context.log.progress(done, units.length, unit.label);
    return { blame: unit.blame, problems };
  });
  const failed = compiled.filter(({ problems }) => problems.length > 0);
  if (failed.length === 0) return;
  throw new Failure(
    failed.some(({ blame }) => blame === 'environment') ? 'environment' : 'smoke',
    failed.flatMap(({ problems }) => problems),
  );
}
