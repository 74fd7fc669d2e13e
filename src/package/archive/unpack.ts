import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ReadEntry, Unpack } from 'tar';
import { Failure } from '../../base/errors.ts';
import { MANIFEST_FILE } from '../layout.ts';
import { type ArchiveLimits, entryCheck, LIMITS, tooLarge, unusable } from './entries.ts';
import { isGzip, MAGIC_BYTES } from './pack.ts';

/**
 * Unpacks a .tar.gz to `folder`, which must exist and be empty. Removes `folder` on failure.
 * @throws {Failure} `verification` if the archive is damaged, exceeds the limits, or has an entry
 * that is not a plain file or folder inside it; `environment` if the archive cannot be read or
 * `folder` cannot be written.
 */
export async function unpackArchive(
  file: string,
  folder: string,
  signal: AbortSignal,
  limits: ArchiveLimits = LIMITS,
): Promise<void> {
  const name = basename(file);
  try {
    await checkFormat(file);
    await withSink(folder, name, limits, (sink) =>
      pipeline(createReadStream(file), createGunzip(), onceCompressed, sink, { signal }),
    );
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    signal.throwIfAborted();
    if (error instanceof Failure) throw error;
    throw unusable(name, 'no .tar.gz', error);
  }
}

/**
 * Finds the package in an unpacked archive: `root` itself, the folder `named` in it, or the only
 * folder that has one.
 * @throws {Failure} `usage` with a list of what is there instead.
 */
export async function findPackageFolder(root: string, named?: string): Promise<string> {
  const entries = await readdir(root, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const places = named === undefined ? folders : [named];
  const packages = ['', ...places]
    .map((place) => join(root, place))
    .filter((folder) => existsSync(join(folder, MANIFEST_FILE)));
  const [folder, another] = packages;
  if (folder !== undefined && (folder === root || another === undefined)) return folder;
  const names = entries.map(({ name }) => name).toSorted();
  const shown = names.length > 5 ? [...names.slice(0, 5), `${names.length - 5} more`] : names;
  throw new Failure('usage', {
    message:
      another === undefined
        ? `the archive has no package: there is no ${MANIFEST_FILE} at its top level or in ${named === undefined ? 'a top-level folder' : `the folder \`${named}\``}`
        : `the archive has ${packages.length} packages, expected one`,
    hint: `The archive contains ${shown.join(', ') || 'nothing'}.`,
  });
}

/** @throws if the first bytes of a file are not those of a gzip. */
async function checkFormat(file: string): Promise<void> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_BYTES), 0, MAGIC_BYTES, 0);
    if (!isGzip(buffer.subarray(0, bytesRead)))
      throw new Error(bytesRead === 0 ? 'it is empty' : 'its first bytes are not those of a gzip');
  } finally {
    await handle.close();
  }
}

/** Rejects compressed content: the tar library would decompress it without limits. */
async function* onceCompressed(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  for await (const chunk of source) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (isGzip(start)) throw new Error('it is compressed twice');
    if (start.length < MAGIC_BYTES) continue;
    yield start;
    start = undefined;
  }
  if (start !== undefined) yield start;
}

/** Runs `body` with a stream that unpacks a tar to `folder`. */
async function withSink(
  folder: string,
  name: string,
  limits: ArchiveLimits,
  body: (sink: Writable) => Promise<void>,
): Promise<void> {
  // Loaded late, since few runs read archives. `tar` itself is minified code.
  const { Unpack } = await import('tar/raw');
  const check = entryCheck(name, limits);
  const refuse = (entry: ReadEntry): void => {
    const { path, size } = entry;
    const refusal = check({ path, size, problem: entryProblem(entry) });
    if (refusal !== undefined) sink.destroy(refusal);
  };
  const unpack = new Unpack({
    cwd: folder,
    strict: true,
    // Owners, times and permissions do not come from the archive.
    preserveOwner: false,
    noMtime: true,
    onReadEntry: (entry) => void (entry.mode = isFile(entry) ? 0o644 : 0o755),
    filter(_path, entry) {
      // Always a ReadEntry when an archive is read.
      refuse(entry as ReadEntry);
      return !sink.destroyed;
    },
  });
  const closed = new Promise((resolve) => unpack.once('close', resolve));
  const sink = writableOf(unpack, name, limits);
  // Entries of unknown types do not reach the filter.
  unpack.on('ignoredEntry', refuse);
  try {
    await body(sink);
  } catch (error) {
    // No file may be written after the folder is removed.
    unpack.end();
    await closed;
    throw error;
  }
}

/** Wraps `unpack`, which is not a Node.js stream, in one. */
function writableOf(unpack: Unpack, name: string, limits: ArchiveLimits): Writable {
  let bytes = 0;
  let atEnd = false;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      // Data after the end of the tar is not passed on: the library would keep it in memory.
      const isAccepted = atEnd || unpack.write(chunk);
      bytes += chunk.length;
      if (bytes > limits.bytes) done(tooLarge(name, limits));
      else if (isAccepted) done();
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

const FILES = ['File', 'OldFile', 'ContiguousFile'];

/** Returns true for a plain file, under any of the names for it. */
function isFile({ type }: Pick<ReadEntry, 'type'>): boolean {
  return FILES.includes(type);
}

function entryProblem({ size, type }: ReadEntry): string | undefined {
  if (!Number.isSafeInteger(size)) return `has an invalid size: ${size} bytes`;
  if (type === 'Link' || type === 'SymbolicLink') return 'is a link';
  const isPlain = type === 'Directory' || isFile({ type });
  return isPlain ? undefined : `is neither a file nor a folder (${type})`;
}
