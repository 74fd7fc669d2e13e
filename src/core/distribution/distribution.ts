import type { ReadPackage } from '../package/read.ts';

/** One file that goes to others. */
export interface DistributionFile {
  readonly kind: 'archive' | 'sbom' | 'evidence' | 'sums' | 'attestation';
  /** As a release shows it. */
  readonly name: string;
  /** Where it lies. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** A package as it goes to others: its archives, and what tells of them. */
export interface Distribution {
  readonly pkg: ReadPackage;
  /** What all names begin with: `aot-<package>-<version>`, and `-<target>` where the package has one target of several. */
  readonly stem: string;
  readonly files: readonly DistributionFile[];
}
