import { win32 } from 'node:path';
import { Failure, isSystemError, messageOf } from '../../base/errors.ts';

/** The most that an archive may unpack to: a few kilobytes can decompress to terabytes. */
export interface ArchiveLimits {
  readonly bytes: number;
  readonly entries: number;
}

export const LIMITS: ArchiveLimits = { bytes: 4 * 2 ** 30, entries: 100_000 };

/** An entry, and what its format says is wrong with it. */
interface CheckedEntry {
  readonly path: string;
  /** In bytes, unpacked. */
  readonly size: number;
  readonly problem: string | undefined;
}

/** Returns a function that checks each entry of an archive before it is written. */
export function entryCheck(
  archive: string,
  limits: ArchiveLimits,
): (entry: CheckedEntry) => Failure | undefined {
  const seen = new Set<string>();
  let bytes = 0;
  return ({ path, size, problem }) => {
    bytes += size;
    if (bytes > limits.bytes || seen.size >= limits.entries)
      return tooLarge(archive, limits, ` with \`${path}\``);
    // Archives of a folder begin each name with `./`, and end those of folders with `/`.
    const name = path.replace(/^\.\//, '').replace(/\/$/, '');
    // Some file systems ignore the case of names, or how Unicode writes a letter.
    const key = name.normalize().toLowerCase();
    const reason = problem ?? nameProblem(name) ?? (seen.has(key) ? 'occurs twice' : undefined);
    seen.add(key);
    if (reason === undefined) return undefined;
    return new Failure('verification', {
      message: `refusing to unpack the archive ${archive}: its entry \`${path}\` ${reason}`,
      hint: `A package has only plain files and folders. ${AGAIN}`,
    });
  };
}

const AGAIN = 'Pack or upload the built package again.';

/** Control characters, and those that change the direction of writing or are not seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function nameProblem(name: string): string | undefined {
  // The Windows rules cover all forms of absolute paths, those of POSIX included.
  if (win32.parse(name).root !== '') return 'has an absolute path';
  const parts = name.split(/[/\\]/);
  if (parts.includes('..')) return 'has a path outside of the archive';
  if (name !== '' && (parts.includes('.') || parts.includes('')))
    return 'has `.` or an empty part in its path';
  return UNSEEN.test(name) ? 'has characters in its name that are not seen' : undefined;
}

/** Returns the failure for an archive that exceeds the limits; `where` names the entry. */
export function tooLarge(archive: string, limits: ArchiveLimits, where = ''): Failure {
  const { bytes, entries } = limits;
  return new Failure('verification', {
    message: `refusing to unpack the archive ${archive}:${where} it exceeds ${bytes} bytes or ${entries} entries`,
    hint: `No package is that large. ${AGAIN}`,
  });
}

/** Returns the failure for an error while an archive was unpacked. `otherwise` is what it may be. */
export function unusable(archive: string, otherwise: string, error: unknown): Failure {
  const reason = messageOf(error);
  const cause = { cause: error };
  if (isSystemError(error))
    return new Failure('environment', { message: `cannot unpack ${archive}: ${reason}` }, cause);
  const message = `the archive ${archive} is damaged, or ${otherwise}: ${reason}`;
  return new Failure('verification', { message, hint: AGAIN }, cause);
}
