import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../../../base/context.ts';
import { MANIFEST_FILE, SUMS_FILE } from '../../../package/layout.ts';
import { operatorsOf } from '../operators-json.ts';
import type { ReadManifest, ReadPackage } from '../../../package/read.ts';
import { settingsFor } from '../../../prove/harness/compile-units.ts';
import { findCCompiler, findCudaHeader } from '../../../prove/harness/tools.ts';
import { parseTarget } from '../../../manifest/terms/target.ts';
import { vendors, vendorTerms } from '../../../manifest/terms/vendor.ts';
import { vendorSources } from '../../../package/c/vendor.ts';
import type { Operator } from '../operator.ts';
import { type WheelMachine, wheelMachine } from '../../../toolchain/platform.ts';
import { buildOperatorLibrary } from './build-library.ts';
import { pythonPackage } from './python-package.ts';
import type { Vendor } from '../../../manifest/terms/vendor-terms.ts';

/** A wheel for `pip install`, or the folder `build` of a kernel for the Hugging Face Hub. */
export const WHEEL_LAYOUTS = ['wheel', 'hf-kernels'] as const;

type WheelLayout = (typeof WHEEL_LAYOUTS)[number];

export interface WheelRequest {
  /** The folder of the package. */
  readonly package: string;
  /** The folder to write to. */
  readonly out: string;
  /** The name for `pip install`, or on the Hub; undefined: that of the package. */
  readonly name: string | undefined;
  readonly layout: WheelLayout;
  /** The number of compilers that run at the same time. */
  readonly jobs: number;
}

/** A wheel to make. */
export interface WheelWork {
  readonly pkg: ReadPackage;
  readonly operators: readonly Operator[];
  readonly vendors: readonly OwnOperators[];
  readonly version: string;
  readonly scratch: string;
  readonly request: WheelRequest;
}

/** The operators that have code for a vendor. */
interface OwnOperators {
  readonly vendor: Vendor;
  readonly operators: readonly Operator[];
}

/** Divides the operators of a package by vendor. A vendor that none has code for is left out. */
export function byVendor(
  { kernels }: ReadManifest,
  operators: readonly Operator[],
): readonly OwnOperators[] {
  return vendors().flatMap((vendor) => {
    const isOwn = ({ target }: { readonly target: string }): boolean =>
      parseTarget(target)?.backend === vendor;
    const names = kernels.flatMap(({ name, variants }) => (variants.some(isOwn) ? [name] : []));
    const own = operatorsOf(operators, names);
    return own.length === 0 ? [] : [{ vendor, operators: own }];
  });
}

/** The name of the library with the operators for a vendor. `_library.py` chooses by it. */
export function libraryName(name: string, vendor: Vendor): string {
  return `lib${name}${vendorSources.of(vendor).suffix}.so`;
}

/** What was written. */
export interface WrittenWheel {
  /** The name for `pip install`, or on the Hub. */
  readonly name: string;
  /** The wheel, or the folders of the variants. Absolute paths. */
  readonly files: readonly string[];
  /** The file that says what is in them: the wheel, or the library. */
  readonly content: string;
}

/** Returns the machine that libraries are compiled on. @throws as `wheelMachine`. */
export function operatorMachine({ platform }: Pick<BuildContext, 'platform'>): WheelMachine {
  return wheelMachine(platform, 'operators cannot be compiled for');
}

/** Compiles the operators for a vendor to a library, and returns its path. */
export async function compileLibrary(
  { pkg, scratch, request: { jobs } }: WheelWork,
  own: OwnOperators,
  context: BuildContext,
): Promise<string> {
  const c = await findCCompiler(context.env);
  const cudaInclude = own.vendor === 'cuda' ? await findCudaHeader(context.env) : undefined;
  const folder = join(scratch, 'library');
  // All sources are C.
  const machine = { compilers: { c, cxx: c }, cudaInclude, folder, jobs };
  const settings = settingsFor(own.vendor, machine, undefined);
  const title = `Compile the operators of ${pkg.manifest.package}`;
  return context.log.group(
    own.vendor === 'cuda' ? title : `${title} for ${vendorTerms.of(own.vendor).driver}`,
    () => buildOperatorLibrary(pkg, own.operators, settings, context),
  );
}

/** The text files of the Python package, also with what the package is made from. */
export async function packageFilesOf(
  { pkg, operators }: WheelWork,
  namespace: string,
): Promise<ReadonlyMap<string, string>> {
  const { package: name, version } = pkg.manifest;
  const provenance = await Promise.all(
    [MANIFEST_FILE, SUMS_FILE].map(
      async (path) =>
        [`provenance/${path}`, await readFile(join(pkg.folder, path), 'utf8')] as const,
    ),
  );
  const files = await pythonPackage({ name, version, operators, namespace });
  return new Map([...files, ...provenance]);
}
