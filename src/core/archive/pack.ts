import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../base/errors.ts';
import { writeAtomically } from '../base/files.ts';
import { formatSize } from '../base/text.ts';
import { chunksOf, compressZstd, withZstd } from './zstd.ts';

interface PackedArchive {
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface PackOptions {
  readonly signal: AbortSignal;
  /** Hears of each file that is in. */
  readonly onEntry: (entry: TarEntry) => void;
  /** What the archive must be smaller than, in bytes. */
  readonly limit?: number;
}

/** Files of a release must be smaller. Source: GitHub's documentation, "About releases", storage quotas. */
const RELEASE_LIMIT = 2 ** 31;

/** Part of the format: compressors see where one chunk ends and the next begins. */
const CHUNK = 2 ** 18;

type Stage = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/**
 * Writes an archive whose bytes depend on the entries alone, their order among it. The file appears when it is whole.
 * @throws {Failure} `usage` where it would become too large, `environment` where a file changes meanwhile.
 */
export async function packArchive(
  entries: readonly TarEntry[],
  file: string,
  format: ArchiveFormat,
  options: PackOptions,
): Promise<PackedArchive> {
  return format === 'tar.gz'
    ? write(entries, file, compressGzip, options)
    : withZstd((zstd) => write(entries, file, compressZstd(zstd), options));
}

async function write(
  entries: readonly TarEntry[],
  file: string,
  compress: Stage,
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
  const content = compress(chunksOf(tar(entries, onEntry), CHUNK));
  try {
    await writeAtomically(file, (fresh) =>
      pipeline(measure(content), createWriteStream(fresh, { flags: 'wx' }), { signal }),
    );
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
  return { size, sha256: hash.digest('hex') };
}

function tooLarge(file: string, entries: readonly TarEntry[], limit: number): Failure {
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  return new Failure('usage', {
    message: `${basename(file)} would not be below ${limit} bytes, the most that a release takes: the package has ${formatSize(total)} in ${entries.length} files`,
    hint: 'Build with `--split`, which gives each target a package of its own, or for fewer targets.',
  });
}

/** The formats of archives, the smaller first. */
export const ARCHIVE_FORMATS = ['tar.zst', 'tar.gz'] as const;

export type ArchiveFormat = (typeof ARCHIVE_FORMATS)[number];

/** The format that a file's name ends with; undefined where it is that of no archive. */
export function formatOf(name: string): ArchiveFormat | undefined {
  return ARCHIVE_FORMATS.find((format) => name.endsWith(`.${format}`));
}

/** How many bytes tell formats apart. */
export const MAGIC_BYTES = 4;

/** The format of what begins with these bytes. Sources: RFC 1952, 2.3.1, and RFC 8878, 3.1.1. */
export function formatOfBytes(start: Uint8Array): ArchiveFormat | undefined {
  const hex = Buffer.from(start.subarray(0, MAGIC_BYTES)).toString('hex');
  if (hex === '28b52ffd') return 'tar.zst';
  return hex.startsWith('1f8b') ? 'tar.gz' : undefined;
}

/** A file as an archive is to hold it. */
export interface TarEntry {
  /** In the archive, with slashes. */
  readonly path: string;
  /** Where it lies. */
  readonly file: string;
  /** In bytes. */
  readonly size: number;
}

const BLOCK = 512;

/** 1980 began: the oldest moment that no tool calls implausible and every file system knows. */
const MOMENT = new Date(Date.UTC(1980, 0, 1));

/**
 * A tar with the entries in this order, piece by piece. Everything about a file but its path and content is the same
 * for all; a path that is too long or not ASCII stands in an extended header before it. Source: POSIX.1-2017, pax,
 * "ustar Interchange Format" and "pax Interchange Format". `onEntry` hears of each file that is in.
 * @throws {Failure} `environment` where a file is no longer as large as it was.
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
  const common = { mode: 0o644, uid: 0, gid: 0, mtime: MOMENT };
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
    hint: 'Pack the package when nothing writes to it.',
  });
}

/** Takes about a third longer than the usual 6 does, for a percent. */
const LEVEL = 9;

/** By a library of its own: what Node's gives depends on its version and on the processor. */
async function* compressGzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Only now: few runs write archives.
  const { Gzip } = await import('fflate');
  const ready: Uint8Array[] = [];
  // 0 stands for no time; the library's default is now.
  const gzip = new Gzip({ level: LEVEL, mtime: 0 }, (chunk) => ready.push(chunk));
  for await (const chunk of source) {
    gzip.push(chunk);
    yield* ready.splice(0);
  }
  gzip.push(new Uint8Array(), true);
  yield* ready;
}
