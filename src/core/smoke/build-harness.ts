import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { HARNESS_FOLDER } from '../base/assets.ts';
import type { RunContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import type { SmokePackage } from '../package/read.ts';
import { TESTS_FOLDER } from '../testdata/document.ts';
import { type CompilerRun, type Compilers, runCompiler } from './compiler.ts';
import { takesTensors, writeDriverStub, writeGlue } from './harness-source.ts';
import type { TestSelection } from './selection.ts';

/** Executables, ready to run where a driver is. */
export interface TestPrograms {
  /** Runs the cases of every chosen kernel; undefined where there are none. */
  readonly harness: string | undefined;
  /** The users' own tests, by kernel. */
  readonly ownTests: ReadonlyMap<string, string>;
}

/**
 * Compiles the package, this program's test of it and the users' own, and links them with a stand-in of the driver.
 * @throws {Failure} `environment` where package or harness do not compile here, `smoke` where a user's test does not.
 */
export async function buildTestPrograms(
  pkg: SmokePackage,
  selection: TestSelection,
  settings: HarnessSettings,
  context: RunContext,
): Promise<TestPrograms> {
  const { folder } = settings;
  await Promise.all(
    ['objects', 'stub'].map((name) => mkdir(join(folder, name), { recursive: true })),
  );
  const sources = packageUnits(pkg, selection, settings);
  const harness = await harnessUnits(pkg, selection, settings);
  const tests = ownTestUnits(pkg, selection, settings);
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

/** The sources of the chosen kernels; a user's test may call any kernel. */
function packageUnits(
  { folder, manifest }: SmokePackage,
  { tests, untested }: TestSelection,
  settings: HarnessSettings,
): readonly CompileUnit[] {
  const chosen = new Set([...tests.map(({ kernel }) => kernel.name), ...untested]);
  const needsAll = tests.some(({ cases }) => cases.test.length > 0);
  return manifest.kernels
    .filter(({ name }) => needsAll || chosen.has(name))
    .map(({ name }) =>
      compileUnit(
        join(folder, 'src', `${name}.c`),
        'package',
        includes(folder, settings),
        settings,
      ),
    );
}

async function harnessUnits(
  { folder, manifest }: SmokePackage,
  { tests }: TestSelection,
  settings: HarnessSettings,
): Promise<readonly CompileUnit[]> {
  const kernels = tests.flatMap(({ kernel, runs }) => (runs.length > 0 ? [kernel] : []));
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

/** The program that looks at the GPUs is one of its own. */
export const PROBE_SOURCE = 'probe.cpp';

function ownTestUnits(
  { folder }: SmokePackage,
  { tests }: TestSelection,
  settings: HarnessSettings,
): ReadonlyMap<string, CompileUnit> {
  return new Map(
    tests.flatMap(({ kernel: { name }, cases: { test }, isWhole }) => {
      const [main] = test;
      if (main === undefined || !isWhole) return [];
      const source = join(folder, TESTS_FOLDER, name, main);
      const unit = compileUnit(source, `own_${name}`, includes(folder, settings), settings);
      return [[name, { ...unit, blame: 'smoke' }] as const];
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

/** What the machine compiles with. */
interface HarnessTools {
  readonly compilers: Compilers;
  /** The folder of cuda.h; undefined where compilers find it by themselves. */
  readonly cudaInclude: string | undefined;
}

export interface HarnessSettings extends HarnessTools {
  /** The folder everything is built in. */
  readonly folder: string;
  /** How many compilers run at once. */
  readonly jobs: number;
}

/** An object file, library or program, and how it is made. */
interface CompileUnit extends CompilerRun {
  readonly object: string;
}

/** A C or C++ source that becomes an object file; `group` keeps those of equal names apart. */
function compileUnit(
  source: string,
  group: string,
  flags: readonly string[],
  { compilers, folder }: HarnessSettings,
): CompileUnit {
  const isC = extname(source) === '.c';
  const object = join(folder, 'objects', `${group}_${basename(source, extname(source))}.o`);
  const language = isC ? [...compilers.c, '-std=gnu11'] : [...compilers.cxx, '-std=c++17'];
  // C and C++ compilers of different make must agree on the kind of code.
  const options = ['-O1', '-fPIC', '-pthread', ...flags];
  return {
    argv: [...language, ...options, '-c', source, '-o', object],
    object,
    label: basename(source),
    blame: 'environment',
  };
}

/**
 * Makes all of them, as many at once as the settings allow.
 * @throws {Failure} with everything that does not compile.
 */
async function compileUnits(
  units: readonly CompileUnit[],
  { jobs }: HarnessSettings,
  context: RunContext,
): Promise<void> {
  const waiting = units.values();
  const problems: { readonly unit: CompileUnit; readonly found: readonly Problem[] }[] = [];
  let done = 0;
  const work = async (): Promise<void> => {
    for (const unit of waiting) {
      const found = await runCompiler(unit, context);
      if (found.length > 0) problems.push({ unit, found });
      done += 1;
      context.log.progress(done, units.length, unit.label);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, work));
  if (problems.length === 0) return;
  const isOurs = problems.some(({ unit }) => unit.blame === 'environment');
  throw new Failure(
    isOurs ? 'environment' : 'smoke',
    problems.flatMap(({ found }) => found),
  );
}
