import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HARNESS_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import type { PackagedKernel, ReadPackage } from '../../package/read.ts';
import { TESTS_FOLDER } from '../../manifest/cases/packaged.ts';
import {
  buildStub,
  type CompileUnit,
  compileUnit,
  compileUnits,
  type HarnessSettings,
  includes,
  makeFolders,
  packageUnits,
  vendorIncludes,
} from './compile-units.ts';
import { takesTensors, writeGlue } from './harness-source.ts';
import { vendorHarnesses } from './vendor.ts';

/** Selects the parts of a package to build. */
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

/** The source of the harness, apart from the glue. */
export const HARNESS_SOURCE = join(HARNESS_FOLDER, 'harness.cpp');

/**
 * Compiles the package, the harness and the users' own tests, for one vendor, and links them with a
 * stub of its driver.
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
  await makeFolders(settings);
  const sources = packageUnits(pkg, contents.compiled, settings);
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
  const own = [
    ...vendorIncludes(settings),
    ...vendorHarnesses.of(settings.vendor).flags,
    `-I${HARNESS_FOLDER}`,
  ];
  const tensors = `-DAOT_SMOKE_TENSORS="${manifest.package}/aot_tensor.h"`;
  const withPackage = [
    ...includes(folder, settings),
    ...own,
    ...(takesTensors(kernels) ? [tensors] : []),
  ];
  return [
    compileUnit(glue, 'harness', withPackage, settings),
    takesTensors(kernels)
      ? compileUnit(HARNESS_SOURCE, 'harness', withPackage, settings)
      : { ...compileUnit(HARNESS_SOURCE, 'harness', own, settings), isOwnCode: true },
  ];
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
