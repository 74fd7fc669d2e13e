import picomatch from 'picomatch';
import { Failure } from './errors.ts';

/** The most characters of a glob. The regular expression of a longer one can be too large to run. */
export const LONGEST_GLOB = 1000;

/**
 * Returns a function that says whether a text matches any of the globs.
 * @param dot true if `*` matches a dot at the beginning
 * @throws {Failure} `usage` if a glob is too long.
 */
export function globMatcher(globs: readonly string[], dot = false): (text: string) => boolean {
  for (const { length } of globs) {
    if (length > LONGEST_GLOB)
      throw new Failure('usage', {
        message: `a pattern has ${length} characters; at most ${LONGEST_GLOB} are allowed`,
      });
  }
  return globs.length === 0 ? () => false : picomatch([...globs], { dot });
}

/** As `globMatcher`, but without globs, every text matches. */
export function selector(globs: readonly string[]): (text: string) => boolean {
  return globs.length === 0 ? () => true : globMatcher(globs);
}
