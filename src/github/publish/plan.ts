import type { Distribution, DistributionFile } from '../../core/archive/distribution.ts';
import { Failure } from '../../core/base/errors.ts';
import type { Repository } from '../rest.ts';
import {
  assetConflict,
  type AssetState,
  assetState,
  listAssets,
  type ReleaseFile,
} from './assets.ts';
import { type ReleaseRecord, releaseTitle } from './release.ts';

/** What is left to do for a release. */
export interface ReleasePlan {
  /** What it has of all that it should have. */
  readonly there: readonly ReleaseFile[];
  /** Files that it does not have, or not whole. */
  readonly lacking: readonly DistributionFile[];
  /** Packages that nothing in it attests yet. */
  readonly unattested: readonly Distribution[];
}

/** The file of a release that attests the archives of a package. */
export function attestationName({ stem }: Distribution): string {
  return `${stem}.sigstore.jsonl`;
}

/**
 * Compares what is to be published with what a release has; undefined: there is none. Nothing is changed.
 * @throws {Failure} `verification` where it has other files under the same names, or cannot take what it lacks.
 */
export async function planRelease(
  home: Repository,
  release: ReleaseRecord | undefined,
  distributions: readonly Distribution[],
  isAttested: boolean,
): Promise<ReleasePlan> {
  const assets = release === undefined ? [] : await listAssets(home, release);
  const standings = new Map<DistributionFile, AssetState>();
  for (const file of distributions.flatMap(({ files }) => files))
    standings.set(file, await assetState(file, assets, home));
  const problems = [...standings].flatMap(([file, standing]) =>
    standing.kind === 'other' ? assetConflict(file, standing) : [],
  );
  if (problems.length > 0) throw new Failure('verification', problems);
  const lacking = [...standings].flatMap(([file, { kind }]) => (kind === 'there' ? [] : file));
  const files = [...standings.values()].flatMap((one) => (one.kind === 'there' ? one.asset : []));
  const { attestations, unattested } = isAttested
    ? planAttestations(distributions, lacking, assets)
    : { attestations: [], unattested: [] };
  const plan = { there: [...files, ...attestations], lacking, unattested };
  if (release?.immutable === true) refuseToChange(plan, releaseTitle(home, release.tag_name));
  return plan;
}

/** Signing anew gives other bytes each time: what was signed is kept. */
function planAttestations(
  distributions: readonly Distribution[],
  lacking: readonly DistributionFile[],
  assets: readonly ReleaseFile[],
): { readonly attestations: ReleaseFile[]; readonly unattested: Distribution[] } {
  const unattested: Distribution[] = [];
  const attestations: ReleaseFile[] = [];
  for (const distribution of distributions) {
    const name = attestationName(distribution);
    const found = assets.find((asset) => asset.name === name && asset.state === 'uploaded');
    if (found === undefined) unattested.push(distribution);
    else {
      const other = distribution.files.find(
        (file) => file.kind === 'archive' && lacking.includes(file),
      );
      if (other !== undefined) throw strayAttestation(name, other.name);
      attestations.push(found);
    }
  }
  return { unattested, attestations };
}

function strayAttestation(name: string, archive: string): Failure {
  return new Failure('verification', {
    message: `the release has \`${name}\` already, but not \`${archive}\`, which it should attest`,
    hint: `Nothing was overwritten. Delete \`${name}\` from the release and run the job again, or publish a new version.`,
  });
}

function refuseToChange({ lacking, unattested }: ReleasePlan, named: string): void {
  const names = [...lacking.map(({ name }) => name), ...unattested.map(attestationName)];
  if (names.length === 0) return;
  throw new Failure('verification', {
    message: `${named} is published and immutable, and lacks ${names.map((name) => `\`${name}\``).join(', ')}`,
    hint: 'No file can be added to it any more: publish a new version. To add files in several jobs, give all but the last `draft: true`.',
  });
}
