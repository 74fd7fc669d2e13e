import { Failure } from '../core/errors.ts';
import { writeMeasured, type Measured } from './digest.ts';
import { refusal } from './refusal.ts';
import { persist, request, type Access } from './request.ts';

/** A file on GitHub, and what is known of it before it comes. */
export interface Remote {
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
export const LARGEST = 2 * 2 ** 30;

/**
 * Writes a file on GitHub to `file`, with as many attempts as it takes and `access` allows, and makes sure that it is
 * what was uploaded.
 * @throws {Failure} `verification` where size or digest are not those of the upload, `usage` for one that is too large.
 */
export async function download(
  remote: Remote,
  file: string,
  access: Access,
  largest = LARGEST,
): Promise<Measured> {
  const { name, size: expected } = remote;
  if (expected !== undefined && expected > largest) throw tooLarge(name, expected, largest);
  const measured = await persist(() => attempt(remote, file, access, largest), access);
  if (remote.sha256 !== undefined && measured.sha256 !== remote.sha256)
    throw altered(name, `its digest is sha256:${measured.sha256}, not sha256:${remote.sha256}`);
  return measured;
}

/** Rejects with any error where another attempt may succeed. */
async function attempt(
  { name, url, accept, size: expected, permission }: Remote,
  file: string,
  access: Access,
  largest: number,
): Promise<Measured> {
  const answer = await request(url, accept, access);
  if (answer.statusCode === 410) throw expired(name);
  if (answer.statusCode !== 200) throw await refusal(answer, `\`${name}\``, permission);
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
