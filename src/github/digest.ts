import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../core/errors.ts';

/** What went by while bytes were written to a file. */
export interface Measured {
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** The hexadecimal digits of a SHA-256, with or without `sha256:` before it; undefined for anything else. */
export function sha256In(text: string): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{64})$/.exec(text.toLowerCase())?.[1];
}

/**
 * The SHA-256 that `what` must have, in hexadecimal: the one GitHub or the release tells, or the pinned one; where there
 * are both they must agree.
 * @throws {Failure} `verification` where they do not, or there is none.
 */
export function agreedDigest(
  what: string,
  told: string | undefined,
  pinned: string | undefined,
): string {
  const wanted = sha256In(pinned ?? '');
  if (wanted !== undefined && told !== undefined && wanted !== told) {
    throw new Failure('verification', {
      message: `${what} is not what \`digest\` names: its digest is sha256:${told}, not sha256:${wanted}`,
      hint: 'It was made anew, or another one is meant. Find out which before you change `digest`.',
    });
  }
  const expected = told ?? wanted;
  if (expected !== undefined) return expected;
  throw new Failure('verification', {
    message: `nothing tells the digest of ${what}: neither GitHub, which keeps none for old files, nor a list of checksums beside it`,
    hint: 'Name it in `digest`: sha256:… as whoever uploaded it tells it.',
  });
}

/** Writes what comes to `file` and measures it on the way. `watch` may throw when it sees the size. */
export async function writeMeasured(
  coming: Readable,
  file: string,
  signal: AbortSignal,
  watch: (size: number) => void = () => undefined,
): Promise<Measured> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      watch(size);
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(coming, measure, createWriteStream(file), { signal });
  return { size, sha256: hash.digest('hex') };
}

/** Copies a file and measures the copy: what is used later is what was measured. */
export function copyMeasured(from: string, to: string, signal: AbortSignal): Promise<Measured> {
  return writeMeasured(createReadStream(from), to, signal);
}
