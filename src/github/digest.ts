import { Failure } from '../base/errors.ts';

/**
 * Returns the hexadecimal digits of a SHA-256, with or without `sha256:` before it; undefined for
 * anything else.
 */
export function sha256In(text: string | null | undefined): string | undefined {
  return /^(?:sha256:)?([0-9a-f]{64})$/.exec(text?.toLowerCase() ?? '')?.[1];
}

/**
 * Returns the SHA-256 that `what` must have, in hexadecimal: the reported one or the pinned one.
 * `input` is the input with the pinned one, for messages.
 * @throws {Failure} `verification` if they differ, or there is neither.
 */
export function agreedDigest(
  what: string,
  reported: string | undefined,
  pinned: string | undefined,
  input = 'digest',
): string {
  const wanted = sha256In(pinned);
  if (wanted !== undefined && reported !== undefined && wanted !== reported) {
    throw new Failure('verification', {
      message: `the digest of ${what} is sha256:${reported}, but \`${input}\` is sha256:${wanted}`,
      hint: `Either the file was replaced or \`${input}\` is for another file. Find out which before you change \`${input}\`.`,
    });
  }
  const digest = reported ?? wanted;
  if (digest !== undefined) return digest;
  throw new Failure('verification', {
    message: `the digest of ${what} is unknown: GitHub has none for old files, and there is no list of checksums beside it`,
    hint: `Ask the person who uploaded it for its SHA-256, and set \`${input}\` to sha256:….`,
  });
}
