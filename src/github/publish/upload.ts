import type { DistributionFile } from '../../core/archive/distribution.ts';
import type { Log } from '../../core/base/context.ts';
import { Failure } from '../../core/base/errors.ts';
import { type Repository, retryAsWhole } from '../rest.ts';
import {
  assetConflict,
  assetState,
  deleteAsset,
  listAssets,
  type ReleaseFile,
  uploadAsset,
} from './assets.ts';
import type { ReleaseRecord } from './release.ts';

/** A file of a release, and how it came to be there. */
export interface PublishedFile {
  readonly file: DistributionFile;
  readonly asset: ReleaseFile;
  readonly isNew: boolean;
}

/**
 * Brings files to a release, one after the other, as far as it does not have them.
 * @throws {Failure} `verification` where another file has the name of one.
 */
export async function uploadFiles(
  home: Repository,
  release: ReleaseRecord,
  files: readonly DistributionFile[],
  log: Log,
): Promise<readonly PublishedFile[]> {
  const published: PublishedFile[] = [];
  for (const file of files) {
    const one = await retryAsWhole(home, (once) => bring(once, release, file));
    published.push(one);
    const how = one.isNew ? 'uploaded' : 'is there already';
    log.progress(published.length, files.length, `${file.name} (${file.size} bytes) ${how}`);
  }
  return checked(home, release, published);
}

/** An attempt begins with what is there: one before it may have done more than its answer told, or half of it. */
async function bring(
  home: Repository,
  release: ReleaseRecord,
  file: DistributionFile,
): Promise<PublishedFile> {
  const standing = await assetState(file, await listAssets(home, release), home);
  switch (standing.kind) {
    case 'there':
      return { file, asset: standing.asset, isNew: false };
    case 'other':
      throw new Failure('verification', assetConflict(file, standing));
    case 'broken':
      await deleteAsset(home, standing.asset);
      break;
    case 'missing':
  }
  return { file, asset: await uploadAsset(home, release, file), isNew: true };
}

/** The files as the release has them in the end. */
async function checked(
  home: Repository,
  release: ReleaseRecord,
  published: readonly PublishedFile[],
): Promise<readonly PublishedFile[]> {
  return retryAsWhole(home, async (once) => {
    const assets = await listAssets(once, release);
    const all: PublishedFile[] = [];
    for (const one of published) {
      const standing = await assetState(one.file, assets, once);
      if (standing.kind !== 'there') throw unlike(one.file, standing.kind);
      all.push({ ...one, asset: standing.asset });
    }
    return all;
  });
}

function unlike({ name }: DistributionFile, kind: 'missing' | 'broken' | 'other'): Failure {
  const how = { missing: 'is not there', broken: 'is not whole', other: 'is another file' }[kind];
  return new Failure('verification', {
    message: `\`${name}\` was uploaded, but in the release it ${how}`,
    hint: 'Another job may publish the same. Run this one again: what is right is kept. The release was left as it is.',
  });
}
