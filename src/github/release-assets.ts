import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import { type ApiAccess, download, type DownloadSource } from './api.ts';

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
export function assetSource({ name, url, size, digest }: ReleaseAsset): DownloadSource {
  const sha256 = sha256In(digest ?? '');
  return {
    name,
    url,
    accept: 'application/octet-stream',
    size,
    permission: 'contents: read',
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
  const reported =
    sha256In(asset.digest ?? '') ?? (await listedDigest(asset, assets, folder, access));
  return agreedDigest(`\`${asset.name}\``, reported, pinned);
}

/**
 * Returns the hexadecimal digits of a SHA-256, with or without `sha256:` before it; undefined for
 * anything else.
 */
export function sha256In(text: string): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{64})$/.exec(text.toLowerCase())?.[1];
}

/**
 * Returns the SHA-256 that `what` must have, in hexadecimal: the reported one or the pinned one.
 * @throws {Failure} `verification` if they differ, or there is neither.
 */
export function agreedDigest(
  what: string,
  reported: string | undefined,
  pinned: string | undefined,
): string {
  const wanted = sha256In(pinned ?? '');
  if (wanted !== undefined && reported !== undefined && wanted !== reported) {
    throw new Failure('verification', {
      message: `the digest of ${what} is sha256:${reported}, but \`digest\` is sha256:${wanted}`,
      hint: 'Either the file was replaced or `digest` is for another file. Find out which before you change `digest`.',
    });
  }
  const digest = reported ?? wanted;
  if (digest !== undefined) return digest;
  throw new Failure('verification', {
    message: `the digest of ${what} is unknown: GitHub has none for old files, and there is no list of checksums beside it`,
    hint: 'Ask the person who uploaded it for its SHA-256, and set `digest` to sha256:….',
  });
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
