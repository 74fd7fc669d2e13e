import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../base/errors.ts';
import { canonicalJson } from '../base/text.ts';

/** An entry above this size is none of ours, in bytes. */
export const MAX_ENTRY_BYTES = 256 * 1024 * 1024;

/** How values of one kind become entries: a record that JSON can hold, and bytes. */
export interface EntryKind<T> {
  readonly name: KindName;
  /** What is told of an entry that does not check out. */
  readonly damaged: string;
  readonly split: (value: T) => { readonly record: unknown; readonly bytes: Uint8Array };
  /** undefined where the two are no such value. May keep `bytes`. */
  readonly join: (record: unknown, bytes: Uint8Array) => T | undefined;
}

/** Hexadecimal digits of the seal, and the line end behind them. */
const SEAL_LENGTH = 64;
const HEAD_START = SEAL_LENGTH + 1;

const headSchema = z.object({ hash: z.string(), kind: z.string(), record: z.unknown() });

/**
 * An entry as it lies in a store: a line with the SHA-256 of all that follows (its seal), a line of JSON with hash,
 * kind and record, and then bytes. Equal values give equal entries.
 */
export function encodeEntry<T>(kind: EntryKind<T>, hash: string, value: T): Buffer {
  const { record, bytes } = kind.split(value);
  const head = Buffer.from(`${canonicalJson({ hash, kind: kind.name, record })}\n`);
  return Buffer.concat([Buffer.from(`${seal(head, bytes)}\n`), head, bytes]);
}

/** The value of an entry, which shares the memory of `content`; undefined unless seal, hash and kind check out. */
export function decodeEntry<T>(kind: EntryKind<T>, hash: string, content: Buffer): T | undefined {
  if (content.toString('latin1', 0, HEAD_START) !== `${seal(content.subarray(HEAD_START))}\n`)
    return undefined;
  const end = content.indexOf('\n', HEAD_START);
  if (end === -1) return undefined;
  const head = headSchema.safeParse(parseJson(content.toString('utf8', HEAD_START, end)));
  if (!head.success || head.data.hash !== hash || head.data.kind !== kind.name) return undefined;
  const { buffer, byteOffset } = content.subarray(end + 1);
  const bytes = new Uint8Array(buffer, byteOffset, content.length - end - 1);
  return kind.join(head.data.record, bytes);
}

function seal(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What an entry holds; also how its file's name ends. */
export const ENTRY_KINDS = ['kernel', 'expected', 'alias'] as const;
export type KindName = (typeof ENTRY_KINDS)[number];

/** What an entry is called wherever it lies: its hash, 64 hexadecimal digits, and its kind. */
export type EntryName = `${string}.${KindName}`;

const NAME = new RegExp(`^([0-9a-f]{64})\\.(${ENTRY_KINDS.join('|')})$`);

export function entryName(kind: KindName, hash: string): EntryName {
  return `${hash}.${kind}`;
}

export function isEntryName(text: string): text is EntryName {
  return NAME.test(text);
}

/** The parts of a name. */
export function parseEntryName(name: EntryName): {
  readonly hash: string;
  readonly kind: KindName;
} {
  const [, hash, kind] = NAME.exec(name) ?? [];
  if (hash === undefined || kind === undefined) throw new Error(`${name} names no entry`);
  return { hash, kind: kind as KindName };
}

/** The folder of a store that holds everything of this format, and nothing else does. */
export function entriesFolder(directory: string): string {
  return join(directory, 'v2');
}

/** The file of an entry. */
export function entryFile(directory: string, name: EntryName): string {
  return join(entriesFolder(directory), name.slice(0, 2), name);
}

/** How much later than the last use noted in its file an entry must be used for that to be noted again. */
const USE_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** What the names of files end with that are not whole yet. */
export const TEMPORARY_SUFFIX = '.tmp';

/**
 * The bytes of an entry's file, in memory of their own, and notes the use as the time of its last change: many disks
 * do not note reading. undefined where there is nothing to read; a file that is too large is given empty.
 */
export async function readEntryFile(file: string, nowMs: number): Promise<Buffer | undefined> {
  try {
    const handle = await open(file);
    try {
      const { size, mtimeMs } = await handle.stat();
      if (size > MAX_ENTRY_BYTES) return Buffer.alloc(0);
      const content = Buffer.allocUnsafeSlow(size);
      const { bytesRead } = await handle.read(content, 0, size, 0);
      if (nowMs - mtimeMs > USE_INTERVAL_MS) await noteUse(file, nowMs);
      return content.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    // Not there, or not readable: either way there is nothing to use.
    return undefined;
  }
}

/** A file of somebody else may be read and not touched. */
async function noteUse(file: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await utimes(file, now, now).catch(() => undefined);
}

/** Writes a file whole or not at all, and its folder. Throws the system's error. */
export async function writeEntryFile(file: string, content: Uint8Array): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await writeWhole(file, content);
      return;
    } catch (error) {
      // Others may clear the store just after its folder or the temporary file was made, time and again.
      if (systemCode(error) !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
}

const ATTEMPTS = 8;

async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}${TEMPORARY_SUFFIX}`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Removes a file; whether it is gone now, whoever did it. */
export async function removeFile(file: string): Promise<boolean> {
  try {
    await rm(file);
    return true;
  } catch (error) {
    return systemCode(error) === 'ENOENT';
  }
}
