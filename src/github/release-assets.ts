import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { agreedDigest, download, type DownloadSource, sha256In } from './download.ts';
import type { ApiAccess } from './http.ts';

/** A file of a release. Source: GitHub's REST API, "Get a release asset"; assets before June 2025 have no digest. */
export const assetSchema = z.object({
  name: z.string(),
  url: z.url(),
  state: z.string(),
  size: z.number(),
  digest: z.string().nullish(),
});

export type ReleaseAsset = z.infer<typeof assetSchema>;

/** What the names of all files about a package begin with, by that of its archive. */
export function archiveStem(archive: string): string {
  return archive.replace(/\.(tar\.\w+|tgz)$/, '');
}

/** What an asset is, to whom downloads it. */
export function assetSource({ name, url, size, digest }: ReleaseAsset): DownloadSource {
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
const MAX_SUMS = 2 ** 20;

/**
 * The SHA-256 an asset must have, in hexadecimal: the one that GitHub keeps, else the one in the release's own list
 * (`<stem>.SHA256SUMS`), else the pinned one; where there are two of them they must agree. `folder` takes the list.
 * @throws {Failure} `verification` where nothing tells, or the asset is not the pinned one.
 */
export async function expectedDigest(
  asset: ReleaseAsset,
  assets: readonly ReleaseAsset[],
  pinned: string | undefined,
  folder: string,
  access: ApiAccess,
): Promise<string> {
  const told = sha256In(asset.digest ?? '') ?? (await listedDigest(asset, assets, folder, access));
  return agreedDigest(`\`${asset.name}\``, told, pinned);
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

/** Which package of which release. */
export interface ReleaseSource {
  /** A tag, `latest`, or a semver range such as `^1.2`. */
  readonly release: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string | undefined;
  /** The package's name, where the release holds several. */
  readonly package?: string | undefined;
  /** The file's name, where several could be meant. */
  readonly asset?: string | undefined;
  /** Targets the package must hold; where there is an archive of its own for the only one, it is taken. */
  readonly targets?: readonly string[] | undefined;
  /** `sha256:` and hexadecimal digits that the file must have. */
  readonly digest?: string | undefined;
  /** Whether archives are kept for later, and taken from there; not when left out. */
  readonly cache?: boolean | undefined;
  /** Whether the release's own attestation bundles come along. */
  readonly bundle?: boolean | undefined;
}
