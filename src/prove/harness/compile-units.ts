import { writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeFolder } from '../../base/files.ts';
import { mapConcurrently } from '../../base/concurrently.ts';
import { cSourcePath, vendorSources } from '../../package/c/vendor.ts';
import type { ReadPackage } from '../../package/read.ts';
import { writeDriverStub } from './harness-source.ts';
import { compileOwnCode, type OwnCode } from './kept-objects.ts';
import { vendorHarnesses } from './vendor.ts';
import { type CompilerRun, type Compilers, runCompiler } from './tools.ts';
import type { Vendor } from '../../manifest/terms/vendor-terms.ts';

/** The compilers and headers of this machine. */
interface HarnessTools {
  readonly compilers: Compilers;
  /** The folder of cuda.h; undefined if compilers find it without. */
  readonly cudaInclude: string | undefined;
}

/** What programs for GPUs of any vendor are built with. */
export interface MachineSettings extends HarnessTools {
  /** The folder to build in. */
  readonly folder: string;
  /** The number of compilers that run at the same time. */
  readonly jobs: number;
  /** The folder that keeps the objects of this program's own sources. Default: they are not kept. */
  readonly kept?: string | undefined;
}

export interface HarnessSettings extends MachineSettings {
  readonly vendor: Vendor;
  /** The driver's library. */
  readonly library: string;
}

/**
 * Returns settings for GPUs of a vendor. Programs for other vendors than NVIDIA are built in folders of their own.
 * @param library the name of the driver's library, if the probe has found one
 */
export function settingsFor(
  vendor: Vendor,
  settings: MachineSettings,
  library: string | undefined,
): HarnessSettings {
  const folder = vendor === 'cuda' ? settings.folder : join(settings.folder, vendor);
  return { ...settings, folder, vendor, library: library ?? vendorHarnesses.of(vendor).library };
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
      join(folder, cSourcePath({ name }, settings.vendor)),
      'package',
      [...includes(folder, settings), '-O2', ...flags],
      settings,
    ),
  );
}

/** The compiler's options for the headers of a package, and those of `vendorIncludes`. */
export function includes(
  folder: string,
  settings: Pick<HarnessSettings, 'cudaInclude' | 'vendor'>,
): readonly string[] {
  return [`-I${join(folder, 'include')}`, ...vendorIncludes(settings)];
}

/** The compiler's options for the headers of CUDA, or for another vendor. */
export function vendorIncludes({
  cudaInclude,
  vendor,
}: Pick<HarnessSettings, 'cudaInclude' | 'vendor'>): readonly string[] {
  const { macro } = vendorSources.of(vendor);
  const isFound = cudaInclude === undefined || !vendorHarnesses.of(vendor).usesCudaHeader;
  return [...(macro === undefined ? [] : [`-D${macro}`]), ...(isFound ? [] : [`-I${cudaInclude}`])];
}

/** Builds a library with every driver function that the objects use, for linking only. */
export async function buildStub(
  units: readonly CompileUnit[],
  settings: HarnessSettings,
  context: RunContext,
): Promise<string> {
  const { vendor, library } = settings;
  const { functions } = vendorHarnesses.of(vendor);
  const source = join(settings.folder, 'stub', 'driver.c');
  await writeFile(
    source,
    await writeDriverStub(
      units.map(({ object }) => object),
      functions,
    ),
  );
  const object = join(settings.folder, 'stub', library);
  const flags = ['-shared', '-fPIC', `-Wl,-soname,${library}`];
  const argv = [...settings.compilers.c, ...flags, source, '-o', object];
  await compileUnits([{ argv, object, label: library, blame: 'environment' }], settings, context);
  return object;
}

/** An object file, library or program, and the command that makes it. */
export interface CompileUnit extends CompilerRun {
  readonly object: string;
  /** True if it is made of this program's own sources only. */
  readonly isOwnCode?: boolean;
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

/** Where the objects of own sources are kept. A cuda.h that compilers find by themselves is not known: then none are. */
export function ownCodeOf({ kept, cudaInclude }: MachineSettings): OwnCode {
  return cudaInclude === undefined
    ? { kept: undefined, headers: [] }
    : { kept, headers: [join(cudaInclude, 'cuda.h')] };
}

/**
 * Runs the compilers of all units, `jobs` at a time.
 * @throws {Failure} with the problems of all units that do not compile.
 */
export async function compileUnits(
  units: readonly CompileUnit[],
  settings: HarnessSettings,
  context: RunContext,
): Promise<void> {
  const { jobs } = settings;
  let done = 0;
  const compiled = await mapConcurrently(units, Math.max(1, jobs), async (unit) => {
    const problems = await (unit.isOwnCode === true
      ? compileOwnCode(unit, ownCodeOf(settings), context)
      : runCompiler(unit, context));
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
