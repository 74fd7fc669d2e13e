import type { Distribution, DistributionFile } from '../../package/archive/distribution.ts';
import { Failure } from '../../base/errors.ts';
import type { Repository } from '../api.ts';
import { assetConflict, type AssetState, assetState } from './assets.ts';
import { attestationName, type AttestedDistribution } from './attested.ts';
import { listAssets, type ReleaseFile, type ReleaseRecord, releaseTitle } from './release.ts';

/** The files that a release has and lacks. */
interface ReleasePlan {
  /** Files that it has already. */
  readonly present: readonly ReleaseFile[];
  /** Files that it does not have, or that are incomplete. */
  readonly missing: readonly DistributionFile[];
  /** Packages without an attestation in the release. */
  readonly unattested: readonly Distribution[];
  /** The others. Their attestations are not verified yet. */
  readonly attested: readonly AttestedDistribution[];
}

/**
 * Compares the files to publish with those of a release (undefined: it does not exist yet). Changes
 * nothing.
 * @throws {Failure} `verification` if the release has different files with the same names, or lacks
 * files and is immutable.
 */
export async function planRelease(
  home: Repository,
  release: ReleaseRecord | undefined,
  distributions: readonly Distribution[],
  isAttested: boolean,
): Promise<ReleasePlan> {
  const assets = release === undefined ? [] : await listAssets(home, release);
  const states = new Map<DistributionFile, AssetState>();
  for (const file of distributions.flatMap(({ files }) => files))
    states.set(file, await assetState(file, assets, home));
  const problems = [...states].flatMap(([file, state]) =>
    state.kind === 'different' ? assetConflict(file, state) : [],
  );
  if (problems.length > 0) throw new Failure('verification', problems);
  const missing = [...states].flatMap(([file, { kind }]) => (kind === 'present' ? [] : file));
  const files = [...states.values()].flatMap((one) => (one.kind === 'present' ? one.asset : []));
  const { attested, unattested } = isAttested
    ? planAttestations(distributions, missing, assets)
    : { attested: [], unattested: [] };
  const attestations = attested.map(({ asset }) => asset);
  const plan = { present: [...files, ...attestations], missing, unattested, attested };
  if (release?.immutable === true) requireNoChange(plan, releaseTitle(home, release.tag_name));
  return plan;
}

/** Every signature is different, so existing attestations are kept. */
function planAttestations(
  distributions: readonly Distribution[],
  missing: readonly DistributionFile[],
  assets: readonly ReleaseFile[],
): Pick<ReleasePlan, 'attested' | 'unattested'> {
  const unattested: Distribution[] = [];
  const attested: AttestedDistribution[] = [];
  for (const distribution of distributions) {
    const name = attestationName(distribution);
    const found = assets.find((asset) => asset.name === name && asset.state === 'uploaded');
    if (found === undefined) unattested.push(distribution);
    else {
      const archive = distribution.files.find(
        (file) => file.kind === 'archive' && missing.includes(file),
      );
      if (archive !== undefined) throw strayAttestation(name, archive.name);
      attested.push({ distribution, asset: found });
    }
  }
  return { unattested, attested };
}

function strayAttestation(name: string, archive: string): Failure {
  return new Failure('verification', {
    message: `the release has \`${name}\`, but not the archive \`${archive}\` that it attests`,
    hint: `Nothing was overwritten. Delete \`${name}\` from the release and run the job again, or publish a new version.`,
  });
}

function requireNoChange({ missing, unattested }: ReleasePlan, title: string): void {
  const names = [...missing.map(({ name }) => name), ...unattested.map(attestationName)];
  if (names.length === 0) return;
  throw new Failure('verification', {
    message: `${title} is published and immutable, and lacks ${names.map((name) => `\`${name}\``).join(', ')}`,
    hint: 'An immutable release takes no more files: publish a new version. To add files in several jobs, set `draft: true` in all but the last.',
  });
}
