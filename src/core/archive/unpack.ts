import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ReadEntry, Unpack } from 'tar';
import { Failure, isSystems } from '../errors.ts';
import { entryCheck, isFile, tooLarge, type ArchiveLimits } from './entry-check.ts';
import { formatOfBytes, MAGIC_BYTES, type ArchiveFormat } from './format.ts';
import { decompressZstd, withZstd } from './zstd.ts';

const LIMITS: ArchiveLimits = { bytes: 4 * 2 ** 30, files: 100_000 };

/**
 * Unpacks a .tar.zst or .tar.gz, whichever it is by its first bytes, to `folder`, which has to be there, empty. It is
 * removed again when anything is wrong.
 * @throws {Failure} `verification` naming the entry that is not a plain file or folder inside the archive, or that
 * exceeds the limits, or saying how the archive is damaged; `environment` where it cannot be written.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  signal: AbortSignal,
  limits: ArchiveLimits = LIMITS,
): Promise<void> {
  const name = basename(file);
  try {
    const format = await readFormat(file);
    await withSink(folder, name, limits, (sink) => {
      const content = createReadStream(file);
      return format === 'tar.gz'
        ? pipeline(content, createGunzip(), onceCompressed, sink, { signal })
        : withZstd((zstd) =>
            pipeline(content, decompressZstd(zstd), onceCompressed, sink, { signal }),
          );
    });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    signal.throwIfAborted();
    throw error instanceof Failure ? error : unusable(name, error);
  }
}

async function readFormat(file: string): Promise<ArchiveFormat> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    const format = formatOfBytes(buffer.subarray(0, bytesRead));
    if (format === undefined)
      throw new Error(bytesRead === 0 ? 'it is empty' : 'it begins like neither');
    return format;
  } finally {
    await handle.close();
  }
}

/** Refuses an archive in an archive: the library would decompress it past every limit. */
async function* onceCompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of source) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (formatOfBytes(start) !== undefined) throw new Error('it is compressed twice');
    if (start.length < MAGIC_BYTES) continue;
    yield start;
    start = undefined;
  }
  if (start !== undefined) yield start;
}

/** Runs `body` with where the content of an archive goes to become files in `folder`. */
async function withSink(
  folder: string,
  name: string,
  limits: ArchiveLimits,
  body: (sink: Writable) => Promise<void>,
): Promise<void> {
  // Only now: few runs read archives. This part of it alone: the whole would be bundled minified.
  const { Unpack } = await import('tar/unpack');
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
    onReadEntry: (entry) => void (entry.mode = isFile(entry) ? 0o644 : 0o755),
    filter(_path, entry) {
      // It is one of these wherever an archive is read.
      refuse(entry as ReadEntry);
      return !sink.destroyed;
    },
  });
  const closed = new Promise((resolve) => unpack.once('close', resolve));
  const sink = writableOf(unpack, name, limits);
  // Entries of types that nobody knows do not come to the filter.
  unpack.on('ignoredEntry', refuse);
  try {
    await body(sink);
  } catch (error) {
    // What is still being written must not appear after the folder's removal.
    unpack.end();
    await closed;
    throw error;
  }
}

/** What makes a stream of `unpack`, which is none of Node's. */
function writableOf(unpack: Unpack, name: string, limits: ArchiveLimits): Writable {
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

function unusable(archive: string, error: unknown): Failure {
  const reason = error instanceof Error ? error.message : String(error);
  const isRefused = isSystems(error);
  const problem = isRefused
    ? { message: `the archive ${archive} cannot be unpacked: ${reason}` }
    : {
        message: `the archive ${archive} is damaged, or neither .tar.zst nor .tar.gz: ${reason}`,
        hint: 'Make it anew from what was built: `triton-aot pack`. Then upload it again.',
      };
  return new Failure(isRefused ? 'environment' : 'verification', problem, { cause: error });
}
