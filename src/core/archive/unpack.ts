import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import { basename, join, win32 } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ReadEntry, Unpack } from 'tar';
import { Failure, isSystemError } from '../base/errors.ts';
import { MANIFEST_FILE } from '../package/files.ts';
import { type ArchiveFormat, formatOfBytes, MAGIC_BYTES } from './pack.ts';
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
  // Loaded late, since few runs read archives. `tar` itself is minified code.
  const { Unpack } = await import('tar/raw');
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
  const isRefused = isSystemError(error);
  const problem = isRefused
    ? { message: `the archive ${archive} cannot be unpacked: ${reason}` }
    : {
        message: `the archive ${archive} is damaged, or neither .tar.zst nor .tar.gz: ${reason}`,
        hint: 'Make it anew from what was built: `triton-aot pack`. Then upload it again.',
      };
  return new Failure(isRefused ? 'environment' : 'verification', problem, { cause: error });
}

/** The most an archive may unpack to. Some kilobytes can claim to be terabytes. */
export interface ArchiveLimits {
  readonly bytes: number;
  readonly files: number;
}

const FILES = ['File', 'OldFile', 'ContiguousFile'];

/** Whether an entry is a plain file, by any of the names of that. */
function isFile({ type }: Pick<ReadEntry, 'type'>): boolean {
  return FILES.includes(type);
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
function tooLarge(archive: string, { bytes, files }: ArchiveLimits, where = ''): Failure {
  return new Failure('verification', {
    message: `the archive ${archive} is not unpacked:${where} it exceeds ${bytes} bytes or ${files} entries`,
    hint: 'No package is that large. Make the archive anew from what was built: `triton-aot pack`.',
  });
}

/**
 * The folder of the package in what an archive was unpacked to: `root` itself, the folder `named` in it, or its only
 * folder.
 * @throws {Failure} `usage` listing what is there instead.
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
        ? `the archive has no package${named === undefined ? '' : ` in \`${named}\``}: ${MANIFEST_FILE} is neither at its top nor in ${named === undefined ? 'a folder there' : 'that folder'}`
        : `the archive has ${packages.length} packages, where one is expected`,
    hint: `It holds ${shown.join(', ') || 'nothing'}.`,
  });
}
