import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../errors.ts';
import { placeFile } from '../place.ts';
import { formatSize } from '../store/size.ts';
import { chunksOf } from './chunks.ts';
import type { ArchiveFormat } from './format.ts';
import { compressGzip } from './gzip.ts';
import { tar, type TarEntry } from './tar.ts';
import { compressZstd, withZstd } from './zstd.ts';

export interface PackedArchive {
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
    await placeFile(file, (fresh) =>
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
