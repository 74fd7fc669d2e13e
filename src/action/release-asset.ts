import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { Failure } from '../core/errors.ts';
import { refusal } from './release-refusal.ts';
import { request, type Access } from './request.ts';

/** A file of a release. Source: GitHub's REST API, "Get a release asset"; assets before June 2025 have no digest. */
export const assetSchema = z.object({
  name: z.string(),
  url: z.url(),
  state: z.string(),
  size: z.number(),
  digest: z.string().nullish(),
});

export type Asset = z.infer<typeof assetSchema>;

/** The most GitHub takes for a file of a release. */
const LARGEST = 2 * 2 ** 30;

/**
 * Writes an asset to `file`, and makes sure that it is what was uploaded. Rejects with any error where another attempt
 * may succeed.
 * @throws {Failure} `verification` where size or digest are not those of the upload, `usage` for one that is too large.
 */
export async function downloadAsset(asset: Asset, file: string, access: Access): Promise<void> {
  if (asset.size > LARGEST) {
    throw new Failure('usage', {
      message: `\`${asset.name}\` has ${asset.size} bytes, more than the ${LARGEST} that are downloaded`,
      hint: 'No package is that large. Name another file in `asset`.',
    });
  }
  const answer = await request(new URL(asset.url), 'application/octet-stream', access);
  if (answer.statusCode !== 200) throw await refusal(answer, `\`${asset.name}\``);
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > asset.size) throw altered(asset, `it has more than ${asset.size} bytes`);
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(answer, measure, createWriteStream(file), { signal: access.signal });
  if (size < asset.size) throw new Error(`only ${size} of ${asset.size} bytes came`);
  const digest = `sha256:${hash.digest('hex')}`;
  // No other kind is known.
  if (asset.digest?.startsWith('sha256:') === true && asset.digest !== digest)
    throw altered(asset, `its digest is ${digest}, not ${asset.digest}`);
}

function altered({ name }: Asset, how: string): Failure {
  return new Failure('verification', {
    message: `\`${name}\` did not arrive as it was uploaded: ${how}`,
    hint: 'Run the job again. If this stays, see what changes files on the way, and upload it anew.',
  });
}
