import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Failure } from '../../core/errors.ts';
import type { DistributionFile } from '../../core/distribution/distribution.ts';
import { addressOf, change, list, PERMISSION, remove, type Home } from './home.ts';
import { assetSchema } from '../release/asset.ts';
import { refusal } from '../refusal.ts';
import { nameOf, type ReleaseRecord } from './record.ts';
import { persist, request } from '../request.ts';

const fileSchema = assetSchema.extend({ id: z.number(), browser_download_url: z.string() });

/** A file of a release as its repository has it. */
export type ReleaseFile = Readonly<z.infer<typeof fileSchema>>;

export async function listFiles(
  home: Home,
  { id, tag_name }: ReleaseRecord,
): Promise<readonly ReleaseFile[]> {
  const url = addressOf(home, `releases/${id}/assets`);
  const what = `the list of files of ${nameOf(home, tag_name)}`;
  return list({ url, what, permission: PERMISSION, schema: z.array(fileSchema) }, home.access);
}

/** Sends a file, once. Rejects with any error where it may be there all the same: look before sending it again. */
export async function uploadFile(
  { access }: Home,
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
  return change(sending, fileSchema, `\`${name}\``, { ...access, uploads: url });
}

export async function deleteFile({ access }: Home, { name, url }: ReleaseFile): Promise<void> {
  await remove(new URL(url), `\`${name}\``, access);
}

/** A file's digest, `sha256:` and hexadecimal digits: as the API tells it, or of what comes down where it tells none. */
export async function digestOf({ access }: Home, asset: ReleaseFile): Promise<string> {
  if (asset.digest?.startsWith('sha256:') === true) return asset.digest;
  return persist(async () => {
    const answer = await request(new URL(asset.url), 'application/octet-stream', access);
    if (answer.statusCode !== 200) throw await refusal(answer, `\`${asset.name}\``, PERMISSION);
    const hash = createHash('sha256');
    await pipeline(answer, hash, { signal: access.signal });
    return `sha256:${hash.digest('hex')}`;
  }, access);
}
