import { createHash } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { constants, createInflateRaw, inflateRawSync } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import type { ByteRange } from '../base/context.ts';
import { mapConcurrently } from '../base/process.ts';
import { sha256 } from '../base/text.ts';
import { type ByteSource, joinRanges } from './byte-source.ts';
import type { LoadedPart } from './triton-releases.ts';

/** What to unpack of a wheel. */
export interface WheelSelection {
  /** The `contentDigest` of its list of files; undefined if the whole wheel was compared. */
  readonly content: string | undefined;
  /** Which files are left out. */
  readonly leftOut: RegExp;
  /** The files of which only the beginning is needed. */
  readonly loaded: Readonly<Record<string, LoadedPart>>;
  /** Called when all Python sources are there. */
  readonly onSources: () => void;
}

/** The file that says what of a package is left out; beside the list of its files. */
const LEFT_OUT_FILE = 'left-out.json';

/** A file that a wheel lists, and what to keep of it. */
interface ListedFile {
  readonly path: string;
  readonly entry: Entry;
  readonly end: number;
  /** How many bytes are kept; undefined if it is left out. */
  readonly kept: number | undefined;
  /** What the kept bytes must have, hexadecimal. */
  readonly digest: string;
  /** How many bytes of the wheel have the kept bytes. */
  readonly packed: number;
}

/**
 * Unpacks the selected files of a wheel into `folder`, and compares each with its SHA-256. Also
 * writes the list of all its files, and of those that are left out.
 * @throws if the wheel is damaged or unusual; then the folder is incomplete.
 */
export async function unpackWheel(
  source: ByteSource,
  selection: WheelSelection,
  folder: string,
): Promise<void> {
  source.announce([{ start: Math.max(0, source.bytes - TAIL_BYTES), end: source.bytes }]);
  const zip = await openZip(source);
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  const record = entries.find(({ fileName }) => /^[^/]+\.dist-info\/RECORD$/.test(fileName));
  if (record === undefined) throw new Error('the wheel has no list of its files');
  const rows = listedRows(String(await buffer(await zip.openReadStreamPromise(record))));
  if (selection.content !== undefined && contentDigest(rows) !== selection.content)
    throw new Error('the list of files is not that of the release');
  const files = listFiles(rows, entries, selection);

  const kept = files.filter((file) => file.kept !== undefined);
  // Python's sources first, since they are compiled meanwhile; then in the order of the wheel.
  const ranges = joinRanges(
    kept.map((file) => rangeOf(file)).toSorted((a, b) => a.start - b.start),
  );
  source.announce(ranges.toSorted((a, b) => Number(isLong(a)) - Number(isLong(b))));
  for (const parent of new Set(files.map(({ path }) => dirname(path))))
    await mkdir(join(folder, parent), { recursive: true });

  // After a failure, nothing may still be written when the folder is removed.
  let failure: unknown;
  const unpackAll = (list: readonly ListedFile[]): Promise<unknown> =>
    mapConcurrently(list, FILES_AT_ONCE, async (file) => {
      if (failure !== undefined) return;
      await unpackFile(file, zip, source, folder).catch((error: unknown) => {
        failure ??= error;
        source.close();
      });
    });
  const [sources, others] = [kept.filter(isSource), kept.filter((file) => !isSource(file))];
  await Promise.all([
    unpackAll(sources).then(() => failure === undefined && selection.onSources()),
    unpackAll(others.toSorted((a, b) => b.packed - a.packed)),
  ]);
  if (failure !== undefined) throw failure;
  const info = dirname(join(folder, record.fileName));
  const left = files.filter(({ kept: bytes, entry }) => bytes !== entry.uncompressedSize);
  const leftOut = Object.fromEntries(left.map(({ path, kept: bytes = null }) => [path, bytes]));
  await writeFile(join(info, LEFT_OUT_FILE), `${JSON.stringify(leftOut, undefined, 2)}\n`);
  await writeFile(join(info, 'RECORD'), [...rows, `${record.fileName},,`, ''].join('\n'));
}

/** Bytes at the end, with the zip's directory and the list of files. */
const TAIL_BYTES = 150_000;

const FILES_AT_ONCE = 8;

function isLong({ start, end }: ByteRange): boolean {
  return end - start > 4e6;
}

function isSource({ path }: ListedFile): boolean {
  return path.endsWith('.py');
}

async function openZip(source: ByteSource): Promise<ZipFile> {
  // Imported only here: few runs read zips.
  const { fromRandomAccessReaderPromise, RandomAccessReader } = await import('yauzl');
  class SourceReader extends RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(source.read({ start, end }));
    }

    // The default makes three streams for each of a thousand headers.
    override read(
      target: Buffer,
      offset: number,
      length: number,
      position: number,
      callback: (error: Error | null) => void,
    ): void {
      const fill = async (): Promise<void> => {
        const range = { start: position, end: position + length };
        target.set(await collect(source.read(range)), offset);
      };
      callbackify(fill)(callback);
    }
  }
  const options = { lazyEntries: true, autoClose: false };
  return fromRandomAccessReaderPromise(new SourceReader(), source.bytes, options);
}

/**
 * What installers add: scripts outside the packages' folder, and notes of their own. The same as in
 * inspect_interpreter.py.
 */
const ADDED =
  /^(?:\.\.|\/|[^/]+\.dist-info\/(?:INSTALLER|REQUESTED|RECORD|direct_url\.json|uv_\w+\.json)$)/;

const ROW = /^([^",]+),sha256=([\w-]{43}),(\d+)$/;

/** Returns the rows of RECORD that have digests. @throws for what no known wheel has. */
function listedRows(record: string): readonly string[] {
  const rows = record.split(/\r?\n/).filter((row) => row !== '' && !/^[^",]+,,$/.test(row));
  const unknown = rows.find((row) => !ROW.test(row));
  if (unknown !== undefined) throw new Error(`a row in the list of files is unusual: ${unknown}`);
  return rows.filter((row) => !ADDED.test(row.split(',', 1)[0] ?? ''));
}

function contentDigest(rows: readonly string[]): string {
  return sha256(rows.toSorted().join('\n'));
}

function listFiles(
  rows: readonly string[],
  entries: readonly Entry[],
  { leftOut, loaded }: WheelSelection,
): readonly ListedFile[] {
  const inOrder = entries.toSorted(
    (a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader,
  );
  const places = new Map(
    inOrder.map((entry, at) => {
      // At most; the names in the directory are usually as long as in the headers.
      const own = entry.relativeOffsetOfLocalHeader + HEADER_BYTES + entry.compressedSize;
      const end = inOrder[at + 1]?.relativeOffsetOfLocalHeader ?? own;
      return [entry.fileName, { entry, end }];
    }),
  );
  return rows.map((row) => {
    const [, path = '', digest = '', size] = ROW.exec(row) ?? [];
    const place = places.get(path);
    if (place === undefined || /(?:^|\/)\.{0,2}(?:\/|$)|\.data\//.test(path))
      throw new Error(`${path} is not a file of the packages' folder`);
    const { entry } = place;
    if (entry.uncompressedSize !== Number(size) || entry.isEncrypted())
      throw new Error(`${path} is not what the list of files says`);
    const part = loaded[path];
    return {
      path,
      ...place,
      kept: leftOut.test(path) ? undefined : (part?.bytes ?? entry.uncompressedSize),
      digest: part?.sha256 ?? Buffer.from(digest, 'base64url').toString('hex'),
      packed: part?.packed ?? entry.compressedSize,
    };
  });
}

/** The local header before the data: 30 bytes, the name, and extra fields. */
const HEADER_BYTES = 1000;

function rangeOf({ entry, end, packed }: ListedFile): ByteRange {
  const { relativeOffsetOfLocalHeader: start } = entry;
  return { start, end: Math.min(end, start + HEADER_BYTES + packed) };
}

async function unpackFile(
  { path, entry, kept = 0, digest, packed }: ListedFile,
  zip: ZipFile,
  source: ByteSource,
  folder: string,
): Promise<void> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const hash = createHash('sha256');
  let left = kept;
  const take = (chunk: Uint8Array): Uint8Array => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    hash.update(part);
    return part;
  };
  const data = source.read({ start, end: start + packed });
  // Those of the people who made the wheel; links are unpacked as files, which differ from the list.
  const isExecutable = ((entry.externalFileAttributes >>> 16) & 0o111) !== 0;
  const handle = await open(join(folder, path), 'wx', isExecutable ? 0o755 : 0o644);
  try {
    if (kept < SMALL_BYTES && kept === entry.uncompressedSize) {
      const content = await collect(data);
      await handle.writeFile(
        take(isStored(entry) ? content : inflateRawSync(content, limitTo(kept))),
      );
    } else {
      const decoder = isStored(entry) ? new PassThrough() : createInflateRaw(BY_CHUNKS);
      await pipeline(Readable.from(data), decoder, async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) await handle.writeFile(take(chunk));
      });
    }
    if (left > 0 || hash.digest('hex') !== digest)
      throw new Error(`${path} has other bytes than expected, by its SHA-256`);
  } finally {
    await handle.close();
  }
}
/** Below this, another thread takes longer to start than to inflate. */
const SMALL_BYTES = 300_000;

/** The end of a stream of which only the beginning is read is no error: the digest is compared. */
const BY_CHUNKS = { chunkSize: 1 << 20, finishFlush: constants.Z_SYNC_FLUSH };

function limitTo(bytes: number): { readonly chunkSize: number; readonly maxOutputLength: number } {
  return { chunkSize: Math.max(bytes, 64), maxOutputLength: Math.max(bytes, 1) };
}

function isStored({ compressionMethod }: Entry): boolean {
  if (compressionMethod === 0 || compressionMethod === 8) return compressionMethod === 0;
  throw new Error(`a wheel with compression method ${compressionMethod}`);
}

async function collect(data: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of data) chunks.push(chunk);
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
