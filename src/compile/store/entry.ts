import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { makeFolder, writeAtomically } from '../../base/files.ts';
import { removeFolder } from '../../base/leftovers.ts';
import { canonicalJson, tryParseJson } from '../../base/text.ts';

/** The kinds of content. The file name of an entry ends with its kind. */
const ENTRY_KINDS = ['kernel', 'expected', 'failure', 'hints', 'files'] as const;
type KindName = (typeof ENTRY_KINDS)[number];

/** The name of an entry in stores and packs: its hash (64 hexadecimal digits) and its kind. */
export type EntryName = `${string}.${KindName}`;

const NAME = new RegExp(`^([0-9a-f]{64})\\.(${ENTRY_KINDS.join('|')})$`);

export function entryName(kind: KindName, hash: string): EntryName {
  return `${hash}.${kind}`;
}

export function isEntryName(text: string): text is EntryName {
  return NAME.test(text);
}

/** Splits a name into hash and kind. */
export function parseEntryName(name: EntryName): {
  readonly hash: string;
  readonly kind: KindName;
} {
  const end = name.lastIndexOf('.');
  return { hash: name.slice(0, end), kind: name.slice(end + 1) as KindName };
}

/** The form in which values of one kind are stored: a record, which becomes JSON, and bytes. */
export interface EntryKind<T> {
  readonly name: KindName;
  /** The warning for an entry that fails its checks. */
  readonly damaged: string;
  readonly split: (value: T) => { readonly record: unknown; readonly bytes: Uint8Array };
  /** Returns undefined if the two are not a value of this kind. May keep `bytes`. */
  readonly join: (record: unknown, bytes: Uint8Array) => T | undefined;
}

/** Larger files are not entries, in bytes. */
export const MAX_ENTRY_BYTES = 256 * 1024 * 1024;

/** Hexadecimal digits of the seal. */
const SEAL_LENGTH = 64;
/** The offset of the second line, after the seal and its line end. */
const HEAD_START = SEAL_LENGTH + 1;

const headSchema = z.object({ hash: z.string(), kind: z.string(), record: z.unknown() });

/**
 * Encodes an entry: a line with the SHA-256 of everything after it (the seal), a line of JSON with
 * hash, kind and record, and then the bytes. Equal values give equal entries.
 */
export function encodeEntry<T>(kind: EntryKind<T>, hash: string, value: T): Buffer {
  const { record, bytes } = kind.split(value);
  const head = Buffer.from(`${canonicalJson({ hash, kind: kind.name, record })}\n`);
  return Buffer.concat([Buffer.from(`${sealOf(head, bytes)}\n`), head, bytes]);
}

/**
 * Decodes an entry. The value shares the memory of `content`. Returns undefined unless seal, hash
 * and kind match.
 */
export function decodeEntry<T>(kind: EntryKind<T>, hash: string, content: Buffer): T | undefined {
  if (content.toString('latin1', 0, HEAD_START) !== `${sealOf(content.subarray(HEAD_START))}\n`)
    return undefined;
  const end = content.indexOf('\n', HEAD_START);
  const head = headSchema.safeParse(tryParseJson(content.toString('utf8', HEAD_START, end)));
  if (!head.success || head.data.hash !== hash || head.data.kind !== kind.name) return undefined;
  const { buffer, byteOffset } = content.subarray(end + 1);
  const bytes = new Uint8Array(buffer, byteOffset, content.length - end - 1);
  return kind.join(head.data.record, bytes);
}

function sealOf(...parts: readonly Uint8Array[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** The folder of a store that holds the files of this format, and nothing else. */
export function entriesFolder(directory: string): string {
  return join(directory, 'v2');
}

/** The file of an entry. */
export function entryFile(directory: string, name: EntryName): string {
  return join(entriesFolder(directory), name.slice(0, 2), name);
}

/** The recorded time of last use is updated if it is older. */
const USE_INTERVAL_MS = 24 * 60 * 60 * 1000;

/**
 * Reads an entry's file into its own memory, and records the use as the modification time: many
 * disks do not record access times. Returns undefined if the file cannot be read, and an empty
 * buffer if it is too large, or no file but a folder or a pipe.
 */
export async function readEntryFile(file: string, nowMs: number): Promise<Buffer | undefined> {
  try {
    // Opening a pipe without O_NONBLOCK waits for a writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await handle.stat();
      const { size, mtimeMs } = stats;
      if (!stats.isFile() || size > MAX_ENTRY_BYTES) return Buffer.alloc(0);
      const content = Buffer.allocUnsafeSlow(size);
      const { bytesRead } = await handle.read(content, 0, size, 0);
      if (nowMs - mtimeMs > USE_INTERVAL_MS) await recordUse(file, nowMs);
      return content.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    // Missing or unreadable: both are a miss.
    return undefined;
  }
}

/** Fails silently: another user's file may be readable but not writable. */
async function recordUse(file: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await utimes(file, now, now).catch(() => undefined);
}

/** A write is tried this often while other processes remove its folder. */
const ATTEMPTS = 8;

/**
 * Writes a file atomically and creates its folder. Replaces a folder in place of the file.
 * @throws the system's error.
 */
export async function writeEntryFile(file: string, content: Uint8Array): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await makeFolder(dirname(file));
      await writeAtomically(file, (fresh) => writeFile(fresh, content));
      return;
    } catch (error) {
      const code = systemCode(error) ?? '';
      // Another process may clear the store just after the folder or the partial file was created.
      if (!['ENOENT', 'EEXIST', 'EISDIR'].includes(code) || attempt === ATTEMPTS) throw error;
      if (code === 'EISDIR') await removeFolder(file);
    }
  }
}

/** Removes a file. Returns true if it is gone, even if another process removed it. */
export async function removeFile(file: string): Promise<boolean> {
  try {
    await rm(file);
    return true;
  } catch (error) {
    return systemCode(error) === 'ENOENT';
  }
}
