import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../core/base/errors.ts';
import { apiFailure } from './errors.ts';
import { type ApiAccess, httpGet, retry } from './http.ts';

/** A file on GitHub, and what is known of it before it comes. */
export interface DownloadSource {
  readonly name: string;
  readonly url: URL;
  readonly accept: string;
  /** In bytes, where GitHub tells it exactly. */
  readonly size?: number;
  /** In hexadecimal. */
  readonly sha256?: string;
  /** What a token needs to read it. */
  readonly permission: string;
}

/** The most GitHub takes for a file of a release, and more than any package has. */
export const MAX_DOWNLOAD_BYTES = 2 * 2 ** 30;

/**
 * Writes a file on GitHub to `file`, with as many attempts as it takes and `access` allows, and makes sure that it is
 * what was uploaded.
 * @throws {Failure} `verification` where size or digest are not those of the upload, `usage` for one that is too large.
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

/** Rejects with any error where another attempt may succeed. */
async function attempt(
  { name, url, accept, size: expected, permission }: DownloadSource,
  file: string,
  access: ApiAccess,
  largest: number,
): Promise<Measured> {
  const answer = await httpGet(url, accept, access);
  if (answer.statusCode === 410) throw expired(name);
  if (answer.statusCode !== 200) throw await apiFailure(answer, `\`${name}\``, permission);
  const measured = await writeMeasured(answer, file, access.signal, (size) => {
    if (expected !== undefined && size > expected)
      throw altered(name, `it has more than ${expected} bytes`);
    if (size > largest) throw tooLarge(name, size, largest);
  });
  if (expected !== undefined && measured.size < expected)
    throw new Error(`only ${measured.size} of ${expected} bytes came`);
  return measured;
}

function expired(name: string): Failure {
  return new Failure('usage', {
    message: `\`${name}\` has expired: GitHub keeps artifacts for 90 days at most`,
    hint: 'Run its workflow again, or fetch a release, which does not expire.',
  });
}

function tooLarge(name: string, size: number, largest: number): Failure {
  return new Failure('usage', {
    message: `\`${name}\` has ${size} bytes, more than the ${largest} that are downloaded`,
    hint: 'No package is that large. Name another file.',
  });
}

function altered(name: string, how: string): Failure {
  return new Failure('verification', {
    message: `\`${name}\` did not arrive as it was uploaded: ${how}`,
    hint: 'Run the job again. If this stays, see what changes files on the way, and upload it anew.',
  });
}

/** What went by while bytes were written to a file. */
interface Measured {
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
async function writeMeasured(
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
