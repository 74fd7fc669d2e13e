import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, win32 } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ReadEntry, Unpack } from 'tar';
import { Failure, systemCode } from '../errors.ts';

/** The most an archive may unpack to. Some kilobytes can claim to be terabytes. */
export interface ArchiveLimits {
  readonly bytes: number;
  readonly files: number;
}

const LIMITS: ArchiveLimits = { bytes: 4 * 2 ** 30, files: 100_000 };

const FILES = ['File', 'OldFile', 'ContiguousFile'];

/**
 * Unpacks a .tar.gz to `folder`, which has to be there, empty. It is removed again when anything is wrong.
 * @throws {Failure} `verification` naming the entry that is not a plain file or folder inside the archive, or that
 * exceeds the limits, or saying how the archive is damaged; `environment` where it cannot be written.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  signal: AbortSignal,
  limits: ArchiveLimits = LIMITS,
): Promise<void> {
  // Only now: few runs read archives. This part of it alone: the whole would be bundled minified.
  const { Unpack } = await import('tar/unpack');
  const name = basename(file);
  const check = entryCheck(name, limits);
  const refuse = (entry: ReadEntry): void => {
    const refusal = check(entry);
    if (refusal !== undefined) sink.destroy(refusal);
  };
  const unpack = new Unpack({
    cwd: folder,
    strict: true,
    // Not the archive says to whom files belong, how old they are, and who may read them.
    preserveOwner: false,
    noMtime: true,
    onReadEntry: (entry) => void (entry.mode = FILES.includes(entry.type) ? 0o644 : 0o755),
    filter(_path, entry) {
      // It is one of these wherever an archive is read.
      refuse(entry as ReadEntry);
      return !sink.destroyed;
    },
  });
  const closed = new Promise((resolve) => unpack.once('close', resolve));
  const sink = unpackSink(unpack, name, limits);
  // Entries of types that nobody knows do not come to the filter.
  unpack.on('ignoredEntry', refuse);
  try {
    await pipeline(createReadStream(file), createGunzip(), sink, { signal });
  } catch (error) {
    // What is still being written must not appear after the removal.
    unpack.end();
    await closed;
    await rm(folder, { recursive: true, force: true });
    signal.throwIfAborted();
    throw error instanceof Failure ? error : unusable(name, error);
  }
}

/** What makes a stream of `unpack`, which is none of Node's. */
function unpackSink(unpack: Unpack, name: string, limits: ArchiveLimits): Writable {
  let bytes = 0;
  let atEnd = false;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      // What follows the end would be gathered in memory.
      const isTaken = atEnd || unpack.write(chunk);
      bytes += chunk.length;
      if (bytes > limits.bytes) done(tooLarge(name, limits));
      else if (isTaken) done();
      else unpack.once('drain', done);
    },
    final(done) {
      unpack.once('close', done);
      unpack.end();
    },
  });
  unpack.on('eof', () => (atEnd = true));
  unpack.on('error', (error) => sink.destroy(error as Error));
  return sink;
}

/** Looks at each entry before anything of it is written. */
function entryCheck(
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
      hint: 'A package has plain files and folders only. Make the archive anew from what was built: tar -czf aot-1.0.tar.gz aot',
    });
  };
}

function strangeness({ path, size, type }: ReadEntry): string | undefined {
  // Windows knows every way to begin at a root, that of POSIX among them.
  if (win32.parse(path).root !== '') return 'has an absolute name';
  if (path.split(/[/\\]/).includes('..')) return 'leads out of it';
  if (!Number.isSafeInteger(size)) return `says that it has ${size} bytes`;
  if (type === 'Link' || type === 'SymbolicLink') return 'is a link';
  const isPlain = type === 'Directory' || FILES.includes(type);
  return isPlain ? undefined : `is neither a file nor a folder (${type})`;
}

function tooLarge(archive: string, { bytes, files }: ArchiveLimits, where = ''): Failure {
  return new Failure('verification', {
    message: `the archive ${archive} is not unpacked:${where} it exceeds ${bytes} bytes or ${files} entries`,
    hint: 'No package is that large. Make the archive anew from what was built.',
  });
}

function unusable(archive: string, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  const isSystems = /^E[A-Z]+$/.test(systemCode(error) ?? '');
  const problem = isSystems
    ? { message: `the archive ${archive} cannot be unpacked: ${reason}` }
    : {
        message: `the archive ${archive} is damaged, or no .tar.gz: ${reason}`,
        hint: 'Make it anew with `tar -czf`, and upload it again. Archives in .tar.zst are not read yet.',
      };
  return new Failure(isSystems ? 'environment' : 'verification', problem, { cause: error });
}
