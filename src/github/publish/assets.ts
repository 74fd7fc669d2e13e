import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { DistributionFile } from '../../core/archive/distribution.ts';
import { Failure, type Problem } from '../../core/base/errors.ts';
import { apiFailure } from '../errors.ts';
import { httpGet, retry } from '../http.ts';
import { assetSchema } from '../release-assets.ts';
import {
  deleteIfThere,
  listAll,
  PERMISSION,
  type Repository,
  repositoryUrl,
  write,
} from '../rest.ts';
import { type ReleaseRecord, releaseTitle } from './release.ts';

const fileSchema = assetSchema.extend({ id: z.number(), browser_download_url: z.string() });

/** A file of a release as its repository has it. */
export type ReleaseFile = Readonly<z.infer<typeof fileSchema>>;

export async function listAssets(
  home: Repository,
  { id, tag_name }: ReleaseRecord,
): Promise<readonly ReleaseFile[]> {
  const url = repositoryUrl(home, `releases/${id}/assets`);
  const what = `the list of files of ${releaseTitle(home, tag_name)}`;
  return listAll({ url, what, permission: PERMISSION, schema: z.array(fileSchema) }, home.access);
}

/** Sends a file, once. Rejects with any error where it may be there all the same: look before sending it again. */
export async function uploadAsset(
  { access }: Repository,
  { upload_url: template }: ReleaseRecord,
  { name, file, size }: DistributionFile,
): Promise<ReleaseFile> {
  // A template such as `…/assets{?name,label}`.
  const url = new URL(template.replace(/\{[^}]*\}$/, ''));
  if (url.protocol !== 'https:' && url.protocol !== access.api.protocol) {
    throw new Failure('environment', {
      message: `files are to be sent to ${url.origin}, without encryption`,
      hint: 'GITHUB_API_URL, or the server behind it, is not set up right.',
    });
  }
  url.searchParams.set('name', name);
  const content = { kind: 'file', path: file, size } as const;
  const sending = { method: 'POST', url, content } as const;
  return write(sending, fileSchema, `\`${name}\``, { ...access, uploads: url });
}

export async function deleteAsset(
  { access }: Repository,
  { name, url }: ReleaseFile,
): Promise<void> {
  await deleteIfThere(new URL(url), `\`${name}\``, access);
}

/** A file's digest, `sha256:` and hexadecimal digits: as the API tells it, or of what comes down where it tells none. */
async function digestOf({ access }: Repository, asset: ReleaseFile): Promise<string> {
  if (asset.digest?.startsWith('sha256:') === true) return asset.digest;
  return retry(async () => {
    const answer = await httpGet(new URL(asset.url), 'application/octet-stream', access);
    if (answer.statusCode !== 200) throw await apiFailure(answer, `\`${asset.name}\``, PERMISSION);
    const hash = createHash('sha256');
    await pipeline(answer, hash, { signal: access.signal });
    return `sha256:${hash.digest('hex')}`;
  }, access);
}

/** How a file that is to be published stands with a release. */
export type AssetState =
  | { readonly kind: 'missing' }
  /** With its digest, whoever found that out. */
  | { readonly kind: 'there'; readonly asset: ReleaseFile }
  /** Its upload did not come to an end. */
  | { readonly kind: 'broken'; readonly asset: ReleaseFile }
  /** Another file has its name. */
  | { readonly kind: 'other'; readonly asset: ReleaseFile; readonly digest: string };

/** Compares a file with what a release has under its name, by size and digest. */
export async function assetState(
  { name, size, sha256 }: DistributionFile,
  assets: readonly ReleaseFile[],
  home: Repository,
): Promise<AssetState> {
  const asset = assets.find((one) => one.name === name);
  if (asset === undefined) return { kind: 'missing' };
  if (asset.state !== 'uploaded') return { kind: 'broken', asset };
  const digest = await digestOf(home, asset);
  return digest === `sha256:${sha256}` && asset.size === size
    ? { kind: 'there', asset: { ...asset, digest } }
    : { kind: 'other', asset, digest };
}

/** What is wrong where another file has the name. */
export function assetConflict(
  { name, size, sha256 }: DistributionFile,
  { asset, digest }: Extract<AssetState, { readonly kind: 'other' }>,
): Problem {
  return {
    message: `\`${name}\` of the release is another file: it has ${digest} (${asset.size} bytes), this one sha256:${sha256} (${size} bytes)`,
    hint: "Nothing was overwritten. Publish what changed as a new version; or, where the release's file is wrong, delete it there and run the job again.",
  };
}
