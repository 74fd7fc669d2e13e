import { createReadStream } from 'node:fs';
import { devNull } from 'node:os';
import { z } from 'zod';
import type { DistributionFile } from '../../package/archive/distribution.ts';
import type { Problem } from '../../base/errors.ts';
import { deleteIfThere, download, listAll, PERMISSION, type Repository, write } from '../api.ts';
import { assetSchema } from '../release-assets.ts';
import { type ReleaseRecord, releaseTitle } from './release.ts';

const fileSchema = assetSchema.extend({ id: z.number(), browser_download_url: z.string() });

/** A file of a release, as the API returns it. */
export type ReleaseFile = Readonly<z.infer<typeof fileSchema>>;

export async function listAssets(
  home: Repository,
  { id, tag_name }: ReleaseRecord,
): Promise<readonly ReleaseFile[]> {
  const url = `/repos/${home.repository}/releases/${id}/assets`;
  const what = `the list of files of ${releaseTitle(home, tag_name)}`;
  return listAll({ url, what, permission: PERMISSION, schema: fileSchema }, home.access);
}

/**
 * Uploads a file, once. After an error that is not a `Failure` the file may still be there: list
 * the assets before another attempt.
 */
export async function uploadAsset(
  { access }: Repository,
  { upload_url: template }: ReleaseRecord,
  { name, file, size }: DistributionFile,
): Promise<ReleaseFile> {
  // The template has the form `…/assets{?name,label}`.
  const uploads = new URL(template.replace(/\{[^}]*\}$/, ''));
  uploads.searchParams.set('name', name);
  const headers = { 'content-type': 'application/octet-stream', 'content-length': size };
  const values = { data: createReadStream(file), headers };
  const what = `\`${name}\``;
  return write({ method: 'POST', url: uploads.href, values, what, uploads }, fileSchema, access);
}

export async function deleteAsset(
  { access }: Repository,
  { name, url }: ReleaseFile,
): Promise<void> {
  await deleteIfThere(url, `\`${name}\``, access);
}

/**
 * Returns a file's digest, `sha256:` and hexadecimal digits: as the API reports it, otherwise of the
 * downloaded file.
 */
async function digestOf({ access }: Repository, asset: ReleaseFile): Promise<string> {
  if (asset.digest?.startsWith('sha256:') === true) return asset.digest;
  const { name, url } = asset;
  const remote = { name, url, accept: 'application/octet-stream', permission: PERMISSION };
  const { sha256 } = await download(remote, devNull, access);
  return `sha256:${sha256}`;
}

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
  const digest = await digestOf(home, asset);
  return digest === `sha256:${sha256}` && asset.size === size
    ? { kind: 'present', asset: { ...asset, digest } }
    : { kind: 'different', asset, digest };
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
