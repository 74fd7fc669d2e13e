import type { Extras } from '../base/slot.ts';
import type { EmbedForm } from '../manifest/terms/package.ts';
import type { Choosers } from '../plan/choosers.ts';
import type { UnpackedPackage } from '../toolchain/unpacked-package.ts';

/** The licences in source files, by path. */
export type SourceLicenses = ReadonlyMap<string, string>;

/** Facts about a package as a whole. */
export interface PackageFacts {
  readonly package: string;
  readonly version: string;
  readonly tritonVersion: string;
  /** The SHA-256 of the manifest's text. */
  readonly builtFrom?: string | undefined;
  /** The version of this program. */
  readonly generatorVersion: string;
  /** The SPDX expression in the manifest. */
  readonly license?: string | undefined;
  readonly sourceLicenses?: SourceLicenses | undefined;
  /** The packages that sources can be in. */
  readonly packages?: readonly UnpackedPackage[] | undefined;
  /** Those of its kernels whose algo is chosen by a call's values, by name. */
  readonly choosers?: Choosers['choosers'] | undefined;
  /** The form of cubins in the C sources. Default: `DEFAULT_EMBED`. */
  readonly embed?: EmbedForm | undefined;
  readonly extras?: Extras | undefined;
}
