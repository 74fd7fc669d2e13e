import type { DistributionFile } from '../../package/archive/distribution.ts';
import type { Log } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { type Repository, retryAsWhole } from '../api.ts';
import {
  assetConflict,
  assetState,
  deleteAsset,
  listAssets,
  type ReleaseFile,
  uploadAsset,
} from './assets.ts';
import type { ReleaseRecord } from './release.ts';

/** A file that the release has now. */
export interface PublishedFile {
  readonly file: DistributionFile;
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
  const published: PublishedFile[] = [];
  for (const file of files) {
    const one = await retryAsWhole(home, (once) => uploadIfMissing(once, release, file));
    published.push(one);
    const how = one.isNew ? 'uploaded' : 'already present';
    log.progress(published.length, files.length, `${file.name} (${file.size} bytes) ${how}`);
  }
  return verified(home, release, published);
}

/**
 * Each attempt starts by listing the assets: the one before may have uploaded the file, or a part
 * of it.
 */
async function uploadIfMissing(
  home: Repository,
  release: ReleaseRecord,
  file: DistributionFile,
): Promise<PublishedFile> {
  const state = await assetState(file, await listAssets(home, release), home);
  switch (state.kind) {
    case 'present':
      return { file, asset: state.asset, isNew: false };
    case 'different':
      throw new Failure('verification', assetConflict(file, state));
    case 'incomplete':
      await deleteAsset(home, state.asset);
      break;
    case 'missing':
  }
  return { file, asset: await uploadAsset(home, release, file), isNew: true };
}

/** The files, as the release has them now. */
async function verified(
  home: Repository,
  release: ReleaseRecord,
  published: readonly PublishedFile[],
): Promise<readonly PublishedFile[]> {
  return retryAsWhole(home, async (once) => {
    const assets = await listAssets(once, release);
    const all: PublishedFile[] = [];
    for (const one of published) {
      const state = await assetState(one.file, assets, once);
      if (state.kind !== 'present') throw notAsUploaded(one.file, state.kind);
      all.push({ ...one, asset: state.asset });
    }
    return all;
  });
}

function notAsUploaded(
  { name }: DistributionFile,
  kind: 'missing' | 'incomplete' | 'different',
): Failure {
  return new Failure('verification', {
    message: `\`${name}\` was uploaded, but it is ${kind} in the release`,
    hint: 'Another job may be publishing to the same release, which was left as it is. Run this job again: it keeps the files that are correct.',
  });
}
