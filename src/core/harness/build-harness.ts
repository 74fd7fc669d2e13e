import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { HARNESS_FOLDER } from '../base/assets.ts';
import type { RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { mapConcurrently } from '../base/process.ts';
import type { PackagedKernel, ReadPackage } from '../package/read.ts';
import { TESTS_FOLDER } from '../testdata/document.ts';
import { takesTensors, writeDriverStub, writeGlue } from './harness-source.ts';
import { type CompilerRun, type Compilers, runCompiler } from './tools.ts';

/** What to build of a package. */
export interface HarnessContents {
  /** The kernels that the harness calls. */
  readonly called: readonly PackagedKernel[];
  /** The names of all kernels to compile. */
  readonly compiled: readonly string[];
  /** The users' own tests, by kernel: the file to compile, relative to the kernel's tests. */
  readonly ownTests: ReadonlyMap<string, string>;
}

/** Paths of executables. They need a driver to run, but not to be built. */
export interface TestPrograms {
  /** Calls the kernels; undefined if none is called. */
  readonly harness: string | undefined;
  /** The users' own tests, by kernel. */
  readonly ownTests: ReadonlyMap<string, string>;
}

/** The compilers and headers of this machine. */
interface HarnessTools {
  readonly compilers: Compilers;
  /** The folder of cuda.h; undefined if compilers find it without. */
  readonly cudaInclude: string | undefined;
}

export interface HarnessSettings extends HarnessTools {
  /** The folder to build in. */
  readonly folder: string;
  /** How many compilers run at the same time. */
  readonly jobs: number;
}

/** The source of the program that lists and locks the GPUs. It is not part of the harness. */
export const PROBE_SOURCE = 'probe.cpp';

/**
 * Compiles the package, the harness and the users' own tests, and links them with a stub of the
 * driver.
 * @throws {Failure} `environment` if the package or the harness does not compile, `smoke` if a
 * user's test does not.
 */
export async function buildTestPrograms(
  pkg: ReadPackage,
  contents: HarnessContents,
  settings: HarnessSettings,
  context: RunContext,
): Promise<TestPrograms> {
  const { folder } = settings;
  await Promise.all(
    ['objects', 'stub'].map((name) => mkdir(join(folder, name), { recursive: true })),
  );
  const sources = contents.compiled.map((name) =>
    compileUnit(
      join(pkg.folder, 'src', `${name}.c`),
      'package',
      includes(pkg.folder, settings),
      settings,
    ),
  );
  const harness = await harnessUnits(pkg, contents.called, settings);
  const tests = ownTestUnits(pkg, contents, settings);
  const units = [...sources, ...harness, ...tests.values()];
  await compileUnits(units, settings, context);

  const stub = await buildStub(units, settings, context);
  const link = (
    name: string,
    own: readonly CompileUnit[],
    blame: CompileUnit['blame'],
  ): CompileUnit => {
    const object = join(folder, name);
    const objects = [...own, ...sources].map((unit) => unit.object);
    const argv = [...settings.compilers.cxx, ...objects, stub, '-pthread', '-ldl', '-o', object];
    return { argv, object, label: name, blame };
  };
  const program = harness.length === 0 ? [] : [link('smoke_test', harness, 'environment')];
  const ownTests = [...tests].map(
    ([kernel, unit]) => [kernel, link(`test_${kernel}`, [unit], 'smoke')] as const,
  );
  await compileUnits([...program, ...ownTests.map(([, unit]) => unit)], settings, context);
  return {
    harness: program[0]?.object,
    ownTests: new Map(ownTests.map(([kernel, { object }]) => [kernel, object])),
  };
}

async function harnessUnits(
  { folder, manifest }: ReadPackage,
  kernels: readonly PackagedKernel[],
  settings: HarnessSettings,
): Promise<readonly CompileUnit[]> {
  if (kernels.length === 0) return [];
  const glue = join(settings.folder, 'glue.cpp');
  await writeFile(glue, writeGlue(manifest.package, kernels));
  const sources = (await readdir(HARNESS_FOLDER)).toSorted().filter(isHarnessSource);
  const flags = [
    ...includes(folder, settings),
    `-I${HARNESS_FOLDER}`,
    ...(takesTensors(kernels) ? [`-DAOT_SMOKE_TENSORS="${manifest.package}/aot_tensor.h"`] : []),
  ];
  return [glue, ...sources.map((name) => join(HARNESS_FOLDER, name))].map((source) =>
    compileUnit(source, 'harness', flags, settings),
  );
}

function isHarnessSource(name: string): boolean {
  return extname(name) === '.cpp' && name !== PROBE_SOURCE;
}

function ownTestUnits(
  { folder }: ReadPackage,
  { ownTests }: HarnessContents,
  settings: HarnessSettings,
): ReadonlyMap<string, CompileUnit> {
  return new Map(
    [...ownTests].map(([name, main]) => {
      const source = join(folder, TESTS_FOLDER, name, main);
      const unit = compileUnit(source, `own_${name}`, includes(folder, settings), settings);
      return [name, { ...unit, blame: 'smoke' }] as const;
    }),
  );
}

function includes(folder: string, { cudaInclude }: HarnessTools): readonly string[] {
  const folders = [join(folder, 'include'), ...(cudaInclude === undefined ? [] : [cudaInclude])];
  return folders.map((path) => `-I${path}`);
}

async function buildStub(
  units: readonly CompileUnit[],
  settings: HarnessSettings,
  context: RunContext,
): Promise<string> {
  const source = join(settings.folder, 'stub', 'driver.c');
  await writeFile(source, await writeDriverStub(units.map(({ object }) => object)));
  const object = join(settings.folder, 'stub', 'libcuda.so.1');
  const flags = ['-shared', '-fPIC', '-Wl,-soname,libcuda.so.1'];
  const argv = [...settings.compilers.c, ...flags, source, '-o', object];
  await compileUnits(
    [{ argv, object, label: 'libcuda.so.1', blame: 'environment' }],
    settings,
    context,
  );
  return object;
}

/** An object file, library or program, and the command that makes it. */
interface CompileUnit extends CompilerRun {
  readonly object: string;
}

/** The unit that compiles a C or C++ source. `group` makes the name of the object file unique. */
function compileUnit(
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
async function compileUnits(
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
