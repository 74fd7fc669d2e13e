import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { SMOKE_FOLDER } from '../assets.ts';
import { TESTS_FOLDER } from '../cases/document.ts';
import type { BuildContext } from '../context.ts';
import { takesTensors, writeGlue } from './glue.ts';
import type { SmokePackage } from './package.ts';
import type { Selection } from './selection.ts';
import { writeDriverStub } from './stub.ts';
import { compileAll, unitOf, type BuildSettings, type Tools, type Unit } from './unit.ts';

/** Executables, ready to run where a driver is. */
export interface Programs {
  /** Runs the cases of every chosen kernel; undefined where there are none. */
  readonly harness: string | undefined;
  /** The users' own tests, by kernel. */
  readonly ownTests: ReadonlyMap<string, string>;
}

/**
 * Compiles the package, this program's test of it and the users' own, and links them with a stand-in of the driver.
 * @throws {Failure} `environment` where package or harness do not compile here, `smoke` where a user's test does not.
 */
export async function buildPrograms(
  pkg: SmokePackage,
  selection: Selection,
  settings: BuildSettings,
  context: BuildContext,
): Promise<Programs> {
  const { folder } = settings;
  await Promise.all(
    ['objects', 'stub'].map((name) => mkdir(join(folder, name), { recursive: true })),
  );
  const sources = packageUnits(pkg, selection, settings);
  const harness = await harnessUnits(pkg, selection, settings);
  const tests = ownTestUnits(pkg, selection, settings);
  const units = [...sources, ...harness, ...tests.values()];
  await compileAll(units, settings, context);

  const stub = await buildStub(units, settings, context);
  const link = (name: string, own: readonly Unit[], blame: Unit['blame']): Unit => {
    const object = join(folder, name);
    const objects = [...own, ...sources].map((unit) => unit.object);
    const argv = [...settings.compilers.cxx, ...objects, stub, '-pthread', '-ldl', '-o', object];
    return { argv, object, label: name, blame };
  };
  const program = harness.length === 0 ? [] : [link('smoke_test', harness, 'environment')];
  const ownTests = [...tests].map(
    ([kernel, unit]) => [kernel, link(`test_${kernel}`, [unit], 'smoke')] as const,
  );
  await compileAll([...program, ...ownTests.map(([, unit]) => unit)], settings, context);
  return {
    harness: program[0]?.object,
    ownTests: new Map(ownTests.map(([kernel, { object }]) => [kernel, object])),
  };
}

/** The sources of the chosen kernels; a user's test may call any kernel. */
function packageUnits(
  { folder, manifest }: SmokePackage,
  { tests, untested }: Selection,
  settings: BuildSettings,
): readonly Unit[] {
  const chosen = new Set([...tests.map(({ kernel }) => kernel.name), ...untested]);
  const needsAll = tests.some(({ cases }) => cases.test.length > 0);
  return manifest.kernels
    .filter(({ name }) => needsAll || chosen.has(name))
    .map(({ name }) =>
      unitOf(join(folder, 'src', `${name}.c`), 'package', includes(folder, settings), settings),
    );
}

async function harnessUnits(
  { folder, manifest }: SmokePackage,
  { tests }: Selection,
  settings: BuildSettings,
): Promise<readonly Unit[]> {
  const kernels = tests.flatMap(({ kernel, runs }) => (runs.length > 0 ? [kernel] : []));
  if (kernels.length === 0) return [];
  const glue = join(settings.folder, 'glue.cpp');
  await writeFile(glue, writeGlue(manifest.package, kernels));
  const sources = (await readdir(SMOKE_FOLDER)).toSorted().filter(isHarnessSource);
  const flags = [
    ...includes(folder, settings),
    `-I${SMOKE_FOLDER}`,
    ...(takesTensors(kernels) ? [`-DAOT_SMOKE_TENSORS="${manifest.package}/aot_tensor.h"`] : []),
  ];
  return [glue, ...sources.map((name) => join(SMOKE_FOLDER, name))].map((source) =>
    unitOf(source, 'harness', flags, settings),
  );
}

function isHarnessSource(name: string): boolean {
  return extname(name) === '.cpp' && name !== PROBE_SOURCE;
}

/** The program that looks at the GPUs is one of its own. */
export const PROBE_SOURCE = 'probe.cpp';

function ownTestUnits(
  { folder }: SmokePackage,
  { tests }: Selection,
  settings: BuildSettings,
): ReadonlyMap<string, Unit> {
  return new Map(
    tests.flatMap(({ kernel: { name }, cases: { test }, isWhole }) => {
      const [main] = test;
      if (main === undefined || !isWhole) return [];
      const source = join(folder, TESTS_FOLDER, name, main);
      const unit = unitOf(source, `own_${name}`, includes(folder, settings), settings);
      return [[name, { ...unit, blame: 'smoke' }] as const];
    }),
  );
}

function includes(folder: string, { cudaInclude }: Tools): readonly string[] {
  const folders = [join(folder, 'include'), ...(cudaInclude === undefined ? [] : [cudaInclude])];
  return folders.map((path) => `-I${path}`);
}

async function buildStub(
  units: readonly Unit[],
  settings: BuildSettings,
  context: BuildContext,
): Promise<string> {
  const source = join(settings.folder, 'stub', 'driver.c');
  await writeFile(source, await writeDriverStub(units.map(({ object }) => object)));
  const object = join(settings.folder, 'stub', 'libcuda.so.1');
  const flags = ['-shared', '-fPIC', '-Wl,-soname,libcuda.so.1'];
  const argv = [...settings.compilers.c, ...flags, source, '-o', object];
  await compileAll(
    [{ argv, object, label: 'libcuda.so.1', blame: 'environment' }],
    settings,
    context,
  );
  return object;
}
