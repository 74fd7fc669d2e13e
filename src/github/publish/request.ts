import type { ArchiveFormat } from '../../core/archive/format.ts';
import type { Distribution } from '../../core/distribution/distribution.ts';
import type { RequiredEvidence } from '../../core/smoke/required-evidence.ts';
import type { Attestation } from '../attestation.ts';
import type { LatestMode } from './record.ts';

/** What is to be published, and how. */
export interface PublishRequest {
  /** Folders: each a package, or one with packages directly below it. */
  readonly packages: readonly string[];
  readonly tag: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string | undefined;
  readonly formats: readonly ArchiveFormat[];
  readonly require: RequiredEvidence;
  /** Whether a draft stays one. */
  readonly draft: boolean;
  /** Of a release that is not there yet; what the tag says when left out. */
  readonly prerelease: boolean | undefined;
  readonly latest: LatestMode | undefined;
  /** Of a release that is not there yet, as below; the tag when left out. */
  readonly name: string | undefined;
  /** What the packages are and how to verify them, when left out. */
  readonly notes: string | undefined;
  /** Signs what the archives are; undefined: nothing does. */
  readonly attest: ((distribution: Distribution) => Promise<Attestation>) | undefined;
}
