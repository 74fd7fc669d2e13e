import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { mapConcurrently } from '../../base/process.ts';
import { sha256 } from '../../base/text.ts';
import { type EntryName, isEntryName, MAX_ENTRY_BYTES } from './entry.ts';

// A pack is one file with many entries. Its first line is `MAGIC`. Its second line is JSON: the
// names and sizes of the entries in order, and the SHA-256 of their concatenation. The entries
// follow. The SHA-256 of the two lines is the pack's digest, which thereby covers every byte.

const MAGIC = 'triton-aot pack 1\n';

/** The most bytes the two lines may take: names of about 150,000 entries. */
const MAX_HEAD_BYTES = 16 * 1024 * 1024;

/** Bytes of a pack in memory while it is checked. */
const CHUNK = 1024 * 1024;

/** Entries in memory at once while a pack is read. */
const ENTRIES_AT_ONCE = 4;

const sizeSchema = z.int().nonnegative().max(MAX_ENTRY_BYTES);

/** The entries of a pack in order, with their sizes in bytes. */
const entriesSchema = z.array(
  z.tuple([
    z.custom<EntryName>((value) => typeof value === 'string' && isEntryName(value)),
    sizeSchema,
  ]),
);

const headSchema = z.strictObject({ sha256: z.string(), entries: entriesSchema });

/** A pack as an index describes it. */
export interface Pack {
  /** 64 hexadecimal digits. */
  readonly digest: string;
  /** The size of the file. */
  readonly bytes: number;
  readonly entries: ReadonlyMap<EntryName, number>;
}

/** A downloaded and checked pack. */
interface PackFile {
  readonly file: string;
  /** The position of each entry in the file. */
  readonly spans: ReadonlyMap<EntryName, Span>;
}

interface Span {
  readonly start: number;
  readonly size: number;
}

/**
 * Writes a new pack with those of the named entries that `read` returns, one at a time: packs may
 * be larger than memory. Equal entries give equal packs. @throws the system's error.
 */
export async function writePack(
  file: string,
  names: Iterable<EntryName>,
  read: (name: EntryName) => Promise<Uint8Array | undefined>,
): Promise<Pack> {
  const sorted = [...new Set(names)].toSorted();
  // The head has the digest of the entries and is written last, into space reserved for it.
  const reserved = headOf(
    sha256(''),
    sorted.map((name) => [name, MAX_ENTRY_BYTES]),
  ).length;
  const hash = createHash('sha256');
  const entries = new Map<EntryName, number>();
  const handle = await open(file, 'w');
  try {
    let bytes = reserved;
    for (const name of sorted) {
      const content = await read(name);
      if (content === undefined || content.length > MAX_ENTRY_BYTES) continue;
      await writeAll(handle, content, bytes);
      hash.update(content);
      entries.set(name, content.length);
      bytes += content.length;
    }
    const head = headOf(hash.digest('hex'), [...entries], reserved);
    await writeAll(handle, head, 0);
    return { digest: sha256(head), bytes, entries };
  } finally {
    await handle.close();
  }
}

/** Checks every byte of a pack. @throws an error that says what is wrong. */
export async function checkPack(file: string, digest: string): Promise<PackFile> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const start = await readAt(handle, { start: 0, size: Math.min(size, MAX_HEAD_BYTES) });
    const end = start.indexOf('\n', MAGIC.length) + 1;
    const head = start.subarray(0, end);
    if (sha256(head) !== digest) throw new Error('its content does not match its name');
    const { sha256: bodyDigest, entries } = parseHead(head);
    const spans = spansOf(entries, end);
    const body = entries.reduce((sum, [, length]) => sum + length, 0);
    if (size !== end + body) throw new Error('its size is wrong');
    if ((await digestFrom(handle, end, size)) !== bodyDigest)
      throw new Error('its entries are damaged');
    return { file, spans };
  } finally {
    await handle.close();
  }
}

/** Reads entries of a checked pack and passes them to `take`, a few at a time. */
export async function readPack(
  { file, spans }: PackFile,
  names: Iterable<EntryName>,
  take: (name: EntryName, content: Buffer) => Promise<void>,
): Promise<void> {
  const handle = await open(file);
  try {
    await mapConcurrently([...names], ENTRIES_AT_ONCE, async (name) => {
      const span = spans.get(name);
      if (span !== undefined) await take(name, await readAt(handle, span));
    });
  } finally {
    await handle.close();
  }
}

/** The first two lines, padded with spaces to `length`. */
function headOf(digest: string, entries: z.infer<typeof entriesSchema>, length = 0): Buffer {
  const text = `${MAGIC}${JSON.stringify({ sha256: digest, entries })}`;
  return Buffer.from(`${text.padEnd(length - 1)}\n`);
}

function parseHead(head: Buffer): z.infer<typeof headSchema> {
  if (!head.toString('latin1').startsWith(MAGIC)) throw new Error('it is not a pack');
  return headSchema.parse(JSON.parse(head.toString('utf8', MAGIC.length)));
}

function spansOf(entries: z.infer<typeof entriesSchema>, from: number): Map<EntryName, Span> {
  let start = from;
  return new Map(
    entries.map(([name, size]) => {
      const span = { start, size };
      start += size;
      return [name, span];
    }),
  );
}

async function digestFrom(handle: FileHandle, start: number, end: number): Promise<string> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let at = start; at < end;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hash.digest('hex');
}

async function readAt(handle: FileHandle, { start, size }: Span): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const { bytesRead } = await handle.read(content, length, size - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return content.subarray(0, length);
}

async function writeAll(handle: FileHandle, content: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < content.length;) {
    const { bytesWritten } = await handle.write(content, done, content.length - done, at + done);
    done += bytesWritten;
  }
}
