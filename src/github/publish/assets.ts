import { devNull } from 'node:os';
import type { Log } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import type { DistributionFile } from '../../package/archive/distribution.ts';
import { PERMISSION, type Repository, retryAsWhole } from '../api.ts';
import { download } from '../download.ts';
import { sha256In } from '../digest.ts';
import { assetSource } from '../release-assets.ts';
import {
  deleteAsset,
  listAssets,
  type ReleaseFile,
  type ReleaseRecord,
  uploadAsset,
} from './release.ts';

/** The state of a file in a release. */
export type AssetState =
  | { readonly kind: 'missing' }
  /** The same file; its digest is set. */
  | { readonly kind: 'present'; readonly asset: ReleaseFile }
  /** Its upload was not finished. */
  | { readonly kind: 'incomplete'; readonly asset: ReleaseFile }
  /** A different file has the name. */
  | { readonly kind: 'different'; readonly asset: ReleaseFile; readonly digest: string };

/** Compares a file with the release's file of the same name, by size and digest. */
export async function assetState(
  { name, size, sha256 }: DistributionFile,
  assets: readonly ReleaseFile[],
  home: Repository,
): Promise<AssetState> {
  const asset = assets.find((one) => one.name === name);
  if (asset === undefined) return { kind: 'missing' };
  if (asset.state !== 'uploaded') return { kind: 'incomplete', asset };
  const found = sha256In(asset.digest) ?? (await downloadedDigest(home, asset));
  const digest = `sha256:${found}`;
  return found === sha256 && asset.size === size
    ? { kind: 'present', asset: { ...asset, digest } }
    : { kind: 'different', asset, digest };
}

/** Returns the digest of a file for which the API has none, in hexadecimal. */
async function downloadedDigest(home: Repository, asset: ReleaseFile): Promise<string> {
  return (await download(assetSource(asset, PERMISSION), devNull, home)).sha256;
}

/** The problem of a different file with the same name. */
export function assetConflict(
  { name, size, sha256 }: DistributionFile,
  { asset, digest }: Extract<AssetState, { readonly kind: 'different' }>,
): Problem {
  return {
    message: `the release has a different \`${name}\`: ${digest} (${asset.size} bytes), not sha256:${sha256} (${size} bytes)`,
    hint: "Nothing was overwritten. Publish the change as a new version. If the release's file is wrong, delete it there and run the job again.",
  };
}

/** A file that the release has now. */
export interface PublishedFile {
  readonly asset: ReleaseFile;
  /** True if it was uploaded now. */
  readonly isNew: boolean;
}

/**
 * Uploads the files that a release does not have yet, one after the other, and verifies all of
 * them.
 * @throws {Failure} `verification` if a different file has the name of one.
 */
export async function uploadFiles(
  home: Repository,
  release: ReleaseRecord,
  files: readonly DistributionFile[],
  log: Log,
): Promise<readonly PublishedFile[]> {
  const uploaded = new Set<DistributionFile>();
  for (const [index, file] of files.entries()) {
    const isNew = await retryAsWhole(home, (once) => uploadIfMissing(once, release, file));
    if (isNew) uploaded.add(file);
    const how = isNew ? 'uploaded' : 'already present';
    log.progress(index + 1, files.length, `${file.name} (${file.size} bytes) ${how}`);
  }
  return retryAsWhole(home, async (once) => {
    const assets = await listAssets(once, release);
    const published: PublishedFile[] = [];
    for (const file of files) {
      const state = await assetState(file, assets, once);
      if (state.kind !== 'present') throw notAsUploaded(file, state.kind);
      published.push({ asset: state.asset, isNew: uploaded.has(file) });
    }
    return published;
  });
}

/**
 * Returns true if it uploaded the file. Each attempt starts by listing the assets: the one before may
 * have uploaded the file, or a part of it.
 */
async function uploadIfMissing(
  home: Repository,
  release: ReleaseRecord,
  file: DistributionFile,
): Promise<boolean> {
  const state = await assetState(file, await listAssets(home, release), home);
  if (state.kind === 'present') return false;
  if (state.kind === 'different') throw new Failure('verification', assetConflict(file, state));
  if (state.kind === 'incomplete') await deleteAsset(home, state.asset);
  await uploadAsset(home, release, file);
  return true;
}

function notAsUploaded({ name }: DistributionFile, kind: AssetState['kind']): Failure {
  return new Failure('verification', {
    message: `\`${name}\` was uploaded, but it is ${kind} in the release`,
    hint: 'Another job may be publishing to the same release, which was left as it is. Run this job again: it keeps the files that are correct.',
  });
}
