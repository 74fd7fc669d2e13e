import { join } from 'node:path';
import type { RunContext } from '../../base/context.ts';
import type { ReadPackage } from '../../package/read.ts';
import {
  type CompileUnit,
  compileUnits,
  type HarnessSettings,
  makeFolders,
  packageUnits,
} from './compile-units.ts';

/**
 * Compiles kernels of a package to a shared library, which finds the driver when it is first called.
 * Returns its path.
 * @throws {Failure} `environment` if the package does not compile.
 */
export async function buildPackageLibrary(
  pkg: ReadPackage,
  kernels: readonly string[],
  settings: HarnessSettings,
  context: RunContext,
): Promise<string> {
  await makeFolders(settings);
  const units = packageUnits(pkg, kernels, settings, ['-DAOT_DYNAMIC_DRIVER']);
  await compileUnits(units, settings, context);
  return linkLibrary(units, 'package.so', [], settings, context);
}

/** Links compiled units to a shared library, and returns its path. @throws as `buildPackageLibrary`. */
export async function linkLibrary(
  units: readonly CompileUnit[],
  name: string,
  flags: readonly string[],
  settings: HarnessSettings,
  context: RunContext,
): Promise<string> {
  const object = join(settings.folder, name);
  const objects = units.map((unit) => unit.object);
  const argv = [
    ...settings.compilers.c,
    '-shared',
    ...flags,
    ...objects,
    '-pthread',
    '-ldl',
    '-o',
    object,
  ];
  await compileUnits([{ argv, object, label: name, blame: 'environment' }], settings, context);
  return object;
}
