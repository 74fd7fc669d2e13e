import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../base/errors.ts';
import { isStatus } from './api-error.ts';
import { type ApiAccess, clientFor, HEADERS, retryAsWhole } from './api.ts';

/** A file on GitHub, and what is known about it before the download. */
export interface DownloadSource {
  readonly name: string;
  readonly url: string;
  readonly accept: string;
  /** In bytes, if GitHub reports the exact size. */
  readonly size?: number;
  /** In hexadecimal. */
  readonly sha256?: string;
  /** The permission that a token needs to read it. */
  readonly permission: string;
}

/** GitHub's limit for a file of a release. No package is that large. */
export const MAX_DOWNLOAD_BYTES = 2 * 2 ** 30;

/** The measures of a file that was written. */
interface Measured {
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * Downloads a file on GitHub to `file`, each attempt from the beginning, and verifies size and
 * digest.
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
  const measured = await retryAsWhole(access, (once) => downloadOnce(remote, file, once, largest));
  if (remote.sha256 !== undefined && measured.sha256 !== remote.sha256)
    throw altered(name, `its digest is sha256:${measured.sha256}, not sha256:${remote.sha256}`);
  return measured;
}

/** Rejects with an error that is not a `Failure` if another attempt may succeed. */
async function downloadOnce(
  { name, url, accept, size: expected, permission }: DownloadSource,
  file: string,
  access: ApiAccess,
  largest: number,
): Promise<Measured> {
  const client = clientFor({ what: `\`${name}\``, permission }, access);
  const settings = {
    headers: { ...HEADERS, accept, 'accept-encoding': 'identity' },
    request: { parseSuccessResponseBody: false },
  };
  const { data } = await client.request(`GET ${url}`, settings).catch((error: unknown) => {
    throw isStatus(error, 410) ? expired(name) : error;
  });
  const hash = createHash('sha256');
  let size = 0;
  const measure = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (expected !== undefined && size > expected)
        throw altered(name, `it has more than ${expected} bytes`);
      if (size > largest) throw tooLarge(name, size, largest);
      hash.update(chunk);
      yield chunk;
    }
  };
  const content = data as AsyncIterable<Uint8Array>;
  await pipeline(content, measure, createWriteStream(file), { signal: access.signal });
  if (expected !== undefined && size < expected)
    throw new Error(`received only ${size} of ${expected} bytes`);
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
