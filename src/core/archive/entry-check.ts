import { win32 } from 'node:path';
import type { ReadEntry } from 'tar';
import { Failure } from '../errors.ts';

/** The most an archive may unpack to. Some kilobytes can claim to be terabytes. */
export interface ArchiveLimits {
  readonly bytes: number;
  readonly files: number;
}

const FILES = ['File', 'OldFile', 'ContiguousFile'];

/** Whether an entry is a plain file, by any of the names of that. */
export function isFile({ type }: Pick<ReadEntry, 'type'>): boolean {
  return FILES.includes(type);
}

/** Looks at each entry before anything of it is written. */
export function entryCheck(
  archive: string,
  limits: ArchiveLimits,
): (entry: ReadEntry) => Failure | undefined {
  let files = 0;
  let bytes = 0;
  return (entry) => {
    files += 1;
    bytes += entry.size;
    if (bytes > limits.bytes || files > limits.files)
      return tooLarge(archive, limits, ` with \`${entry.path}\``);
    const reason = strangeness(entry);
    if (reason === undefined) return undefined;
    return new Failure('verification', {
      message: `the archive ${archive} is not unpacked: its entry \`${entry.path}\` ${reason}`,
      hint: 'A package has plain files and folders only. Make the archive anew from what was built: `triton-aot pack`.',
    });
  };
}

function strangeness({ path, size, type }: ReadEntry): string | undefined {
  // Windows knows every way to begin at a root, that of POSIX among them.
  if (win32.parse(path).root !== '') return 'has an absolute name';
  if (path.split(/[/\\]/).includes('..')) return 'leads out of it';
  if (!Number.isSafeInteger(size)) return `says that it has ${size} bytes`;
  if (type === 'Link' || type === 'SymbolicLink') return 'is a link';
  const isPlain = type === 'Directory' || isFile({ type });
  return isPlain ? undefined : `is neither a file nor a folder (${type})`;
}

/** The failure for an archive beyond the limits, from `where` on. */
export function tooLarge(archive: string, { bytes, files }: ArchiveLimits, where = ''): Failure {
  return new Failure('verification', {
    message: `the archive ${archive} is not unpacked:${where} it exceeds ${bytes} bytes or ${files} entries`,
    hint: 'No package is that large. Make the archive anew from what was built: `triton-aot pack`.',
  });
}
