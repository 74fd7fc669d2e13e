import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../base/errors.ts';
import { apiFailure } from './errors.ts';
import { type ApiAccess, httpGet, retry } from './http.ts';

/** A file on GitHub, and what is known about it before the download. */
export interface DownloadSource {
  readonly name: string;
  readonly url: URL;
  readonly accept: string;
  /** In bytes, if GitHub reports the exact size. */
  readonly size?: number;
  /** In hexadecimal. */
  readonly sha256?: string;
  /** The permission that a token needs to read it. */
  readonly permission: string;
}

/** The measures of a file that was written. */
interface Measured {
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** GitHub's limit for a file of a release. No package is that large. */
export const MAX_DOWNLOAD_BYTES = 2 * 2 ** 30;

/**
 * Downloads a file on GitHub to `file`, with further attempts, and verifies size and digest.
 * @throws {Failure} `verification` if size or digest differ from the uploaded file's, `usage` if it
 * is too large.
 */
export async function download(
  remote: DownloadSource,
  file: string,
  access: ApiAccess,
  largest = MAX_DOWNLOAD_BYTES,
): Promise<Measured> {
  const { name, size: expected } = remote;
  if (expected !== undefined && expected > largest) throw tooLarge(name, expected, largest);
  const measured = await retry(() => attempt(remote, file, access, largest), access);
  if (remote.sha256 !== undefined && measured.sha256 !== remote.sha256)
    throw altered(name, `its digest is sha256:${measured.sha256}, not sha256:${remote.sha256}`);
  return measured;
}

/**
 * The hexadecimal digits of a SHA-256, with or without `sha256:` before it; undefined for anything
 * else.
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

/** Rejects with an error that is not a `Failure` if another attempt may succeed. */
async function attempt(
  { name, url, accept, size: expected, permission }: DownloadSource,
  file: string,
  access: ApiAccess,
  largest: number,
): Promise<Measured> {
  const response = await httpGet(url, accept, access);
  if (response.statusCode === 410) throw expired(name);
  if (response.statusCode !== 200) throw await apiFailure(response, `\`${name}\``, permission);
  const measured = await writeMeasured(response, file, access.signal, (size) => {
    if (expected !== undefined && size > expected)
      throw altered(name, `it has more than ${expected} bytes`);
    if (size > largest) throw tooLarge(name, size, largest);
  });
  if (expected !== undefined && measured.size < expected)
    throw new Error(`received only ${measured.size} of ${expected} bytes`);
  return measured;
}

/** Writes a stream to `file`. `check` may throw for the size so far. */
async function writeMeasured(
  content: Readable,
  file: string,
  signal: AbortSignal,
  check: (size: number) => void,
): Promise<Measured> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      check(size);
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(content, measure, createWriteStream(file), { signal });
  return { size, sha256: hash.digest('hex') };
}

function expired(name: string): Failure {
  return new Failure('usage', {
    message: `\`${name}\` has expired: GitHub keeps artifacts for 90 days at most`,
    hint: 'Run its workflow again, or fetch a release, which does not expire.',
  });
}

function tooLarge(name: string, size: number, largest: number): Failure {
  return new Failure('usage', {
    message: `\`${name}\` has ${size} bytes; the limit is ${largest}`,
    hint: 'No package is that large. Choose another file.',
  });
}

function altered(name: string, difference: string): Failure {
  return new Failure('verification', {
    message: `\`${name}\` is not the file that was uploaded: ${difference}`,
    hint: 'Run the job again. If it fails again, check what changes downloads, such as a proxy, and upload the file again.',
  });
}
