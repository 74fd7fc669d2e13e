import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonical } from '../hash.ts';
import type { KindName } from './name.ts';

/** An entry above this size is none of ours, in bytes. */
export const MOST_ENTRY_BYTES = 256 * 1024 * 1024;

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
  const head = Buffer.from(`${canonical({ hash, kind: kind.name, record })}\n`);
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
