import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { agreedDigest, sha256In } from '../digest.ts';
import { download, type Remote } from '../download.ts';
import type { Access } from '../request.ts';

/** A file of a release. Source: GitHub's REST API, "Get a release asset"; assets before June 2025 have no digest. */
export const assetSchema = z.object({
  name: z.string(),
  url: z.url(),
  state: z.string(),
  size: z.number(),
  digest: z.string().nullish(),
});

export type Asset = z.infer<typeof assetSchema>;

/** What the names of all files about a package begin with, by that of its archive. */
export function stemOf(archive: string): string {
  return archive.replace(/\.(tar\.\w+|tgz)$/, '');
}

/** What an asset is, to whom downloads it. */
export function remoteOf({ name, url, size, digest }: Asset): Remote {
  const sha256 = sha256In(digest ?? '');
  return {
    name,
    url: new URL(url),
    accept: 'application/octet-stream',
    size,
    permission: 'contents: read',
    ...(sha256 !== undefined && { sha256 }),
  };
}

/** No list of checksums is longer, in bytes. */
const LARGEST_SUMS = 2 ** 20;

/**
 * The SHA-256 an asset must have, in hexadecimal: the one that GitHub keeps, else the one in the release's own list
 * (`<stem>.SHA256SUMS`), else the pinned one; where there are two of them they must agree. `folder` takes the list.
 * @throws {Failure} `verification` where nothing tells, or the asset is not the pinned one.
 */
export async function expectedDigest(
  asset: Asset,
  assets: readonly Asset[],
  pinned: string | undefined,
  folder: string,
  access: Access,
): Promise<string> {
  const told = sha256In(asset.digest ?? '') ?? (await listedDigest(asset, assets, folder, access));
  return agreedDigest(`\`${asset.name}\``, told, pinned);
}

async function listedDigest(
  { name }: Asset,
  assets: readonly Asset[],
  folder: string,
  access: Access,
): Promise<string | undefined> {
  const lists = [`${stemOf(name)}.SHA256SUMS`, 'SHA256SUMS'];
  const list = lists.flatMap((one) => assets.find((asset) => asset.name === one) ?? [])[0];
  if (list === undefined) return undefined;
  const file = join(folder, 'sums');
  await download(remoteOf(list), file, access, LARGEST_SUMS);
  const lines = (await readFile(file, 'utf8')).split('\n');
  return lines
    .map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line.trimEnd()))
    .find((line) => line?.[2] === name)?.[1];
}
