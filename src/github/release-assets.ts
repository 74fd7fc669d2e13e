import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ApiAccess } from './api.ts';
import { download, type DownloadSource } from './download.ts';
import { agreedDigest, sha256In } from './digest.ts';

/**
 * A file of a release. Source: GitHub's REST API, "Get a release asset"; assets before June 2025
 * have no digest.
 */
export const assetSchema = z.object({
  name: z.string(),
  url: z.url(),
  state: z.string(),
  size: z.number(),
  digest: z.string().nullish(),
});

export type ReleaseAsset = z.infer<typeof assetSchema>;

/** The largest list of checksums, in bytes. */
const MAX_SUMS = 2 ** 20;

/**
 * Returns the name of an archive without its suffix. The names of all files about the same package begin
 * with it.
 */
export function archiveStem(archive: string): string {
  return archive.replace(/\.(tar\.\w+|tgz)$/, '');
}

/** Returns an asset as something to download. */
export function assetSource(
  { name, url, size, digest }: ReleaseAsset,
  permission = 'contents: read',
): DownloadSource {
  const sha256 = sha256In(digest);
  return {
    name,
    url,
    accept: 'application/octet-stream',
    size,
    permission,
    ...(sha256 !== undefined && { sha256 }),
  };
}

/**
 * Returns the SHA-256 that an asset must have, in hexadecimal: the one that GitHub reports,
 * otherwise the one in the release's `<stem>.SHA256SUMS`, otherwise the pinned one. Downloads the
 * list to `folder`.
 * @throws {Failure} `verification` if there is none, or it differs from the pinned one.
 */
export async function expectedDigest(
  asset: ReleaseAsset,
  assets: readonly ReleaseAsset[],
  pinned: string | undefined,
  folder: string,
  access: ApiAccess,
): Promise<string> {
  const reported = sha256In(asset.digest) ?? (await listedDigest(asset, assets, folder, access));
  return agreedDigest(`\`${asset.name}\``, reported, pinned);
}

async function listedDigest(
  { name }: ReleaseAsset,
  assets: readonly ReleaseAsset[],
  folder: string,
  access: ApiAccess,
): Promise<string | undefined> {
  const lists = [`${archiveStem(name)}.SHA256SUMS`, 'SHA256SUMS'];
  const list = lists.flatMap((one) => assets.find((asset) => asset.name === one) ?? [])[0];
  if (list === undefined) return undefined;
  const file = join(folder, 'sums');
  await download(assetSource(list), file, access, MAX_SUMS);
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines
    .map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trimEnd()))
    .find((line) => line?.[2] === name)?.[1];
}
