import { Gzip } from 'fflate';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { writeAtomically, writeStream } from '../../base/files.ts';
import { formatSize } from '../../base/text.ts';

/** The extension of archives, without the first dot. */
export const ARCHIVE_ENDING = 'tar.gz';

/** True for the name of an archive. */
export function isArchiveName(name: string): boolean {
  return name.endsWith(`.${ARCHIVE_ENDING}`);
}

/** The number of bytes that `isGzip` needs. */
export const MAGIC_BYTES = 2;

/** True for the first bytes of a gzip. Source: RFC 1952, 2.3.1. */
export function isGzip(start: Uint8Array): boolean {
  return start[0] === 0x1f && start[1] === 0x8b;
}

/** A file to pack. */
export interface TarEntry {
  /** The path in the archive, with slashes. */
  readonly path: string;
  /** The path on disk. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
}

interface PackedArchive {
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface PackOptions {
  readonly signal: AbortSignal;
  /** Called after each file is packed. */
  readonly onEntry: (entry: TarEntry) => void;
  /** The archive must be smaller than this, in bytes. Default: the limit of GitHub releases. */
  readonly limit?: number;
}

/**
 * Files of a release must be smaller. Source: GitHub's documentation, "About releases", storage
 * quotas.
 */
const RELEASE_LIMIT = 2 ** 31;

/**
 * Bytes given to the compressor at a time. Part of the format: the compressed bytes depend on it.
 */
const CHUNK = 2 ** 18;

type Stage = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/**
 * Writes an archive atomically. Its bytes depend only on the entries and their order.
 * @throws {Failure} `usage` if it would be too large, `environment` if a file changes while it is
 * packed.
 */
export async function packArchive(
  entries: readonly TarEntry[],
  file: string,
  { signal, onEntry, limit = RELEASE_LIMIT }: PackOptions,
): Promise<PackedArchive> {
  const hash = createHash('sha256');
  let size = 0;
  const measure: Stage = async function* (source) {
    for await (const chunk of source) {
      size += chunk.length;
      if (size >= limit) throw tooLarge(file, entries, limit);
      hash.update(chunk);
      yield chunk;
    }
  };
  const content = compressGzip(chunksOf(tar(entries, onEntry), CHUNK));
  try {
    await writeAtomically(file, (fresh) => writeStream(fresh, measure(content), signal));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

function tooLarge(file: string, entries: readonly TarEntry[], limit: number): Failure {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  return new Failure('usage', {
    message: `${basename(file)} would exceed ${limit - 1} bytes, the size limit for files of a GitHub release: the package has ${formatSize(total)} in ${entries.length} files`,
    hint: 'Build for fewer targets (`--targets`).',
  });
}

const BLOCK = 512;

/** The time of every file: the oldest that every tool and file system accepts. */
const MODIFIED = new Date(Date.UTC(1980, 0, 1));

/**
 * Yields a tar with the entries in this order. Owner, mode and time are the same for all files. A
 * path that is too long or not ASCII is in an extended header before the file's own. Source:
 * POSIX.1-2017, pax, "ustar Interchange Format" and "pax Interchange Format".
 * @throws {Failure} `environment` if a file's size has changed.
 */
async function* tar(
  entries: readonly TarEntry[],
  onEntry: (entry: TarEntry) => void,
): AsyncGenerator<Uint8Array> {
  for (const entry of entries) {
    yield* await headersOf(entry);
    yield* contentOf(entry);
    yield Buffer.alloc(-entry.size & (BLOCK - 1));
    onEntry(entry);
  }
  yield Buffer.alloc(2 * BLOCK);
}

async function headersOf({ path, size }: TarEntry): Promise<Uint8Array[]> {
  // Loaded late, since few runs write archives. `tar` itself is minified code.
  const { Header, Pax } = await import('tar/raw');
  const block = Buffer.alloc(BLOCK);
  const common = { mode: 0o644, uid: 0, gid: 0, mtime: MODIFIED };
  const needsMore = new Header({ ...common, path, size, type: 'File' }).encode(block);
  return needsMore ? [new Pax({ path }).encode(), block] : [block];
}

async function* contentOf({ path, file, size }: TarEntry): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const chunk of createReadStream(file) as AsyncIterable<Uint8Array>) {
    left -= chunk.length;
    if (left < 0) break;
    yield chunk;
  }
  if (left === 0) return;
  throw new Failure('environment', {
    message: `${path} changed while it was packed`,
    place: { file },
    hint: 'Run the command again when no other program writes to the package.',
  });
}

/** A percent smaller than level 6, the usual default, for a third more time. */
const LEVEL = 9;

/**
 * Compresses with fflate: the output of Node's zlib depends on its version and on the processor.
 */
async function* compressGzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  // 0 means no time; the library's default is the current time.
  const gzip = new Gzip({ level: LEVEL, mtime: 0 }, (chunk) => ready.push(chunk));
  for await (const chunk of source) {
    gzip.push(chunk);
    yield* ready.splice(0);
  }
  gzip.push(new Uint8Array(), true);
  yield* ready;
}

/**
 * Regroups bytes into chunks of `size` (the last may be smaller), so that compressed bytes do not
 * depend on how files are read. A chunk is overwritten when the next one is requested.
 */
async function* chunksOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  const chunk = new Uint8Array(size);
  let filled = 0;
  for await (const piece of source) {
    let at = 0;
    while (at < piece.length) {
      const part = piece.subarray(at, at + size - filled);
      chunk.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled === size) {
        yield chunk;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield chunk.subarray(0, filled);
}
