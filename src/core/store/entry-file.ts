import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { systemCode } from '../errors.ts';
import { MOST_ENTRY_BYTES } from './entry.ts';

/** How much later than the last use noted in its file an entry must be used for that to be noted again. */
const USE_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** What the names of files end with that are not whole yet. */
export const TEMPORARY = '.tmp';

/**
 * The bytes of an entry's file, in memory of their own, and notes the use as the time of its last change: many disks
 * do not note reading. undefined where there is nothing to read; a file that is too large is given empty.
 */
export async function readEntryFile(file: string, nowMs: number): Promise<Buffer | undefined> {
  try {
    const handle = await open(file);
    try {
      const { size, mtimeMs } = await handle.stat();
      if (size > MOST_ENTRY_BYTES) return Buffer.alloc(0);
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
      await placeFile(file, content);
      return;
    } catch (error) {
      // Others may clear the store just after its folder or the temporary file was made, time and again.
      if (systemCode(error) !== 'ENOENT' || attempt === ATTEMPTS) throw error;
    }
  }
}

const ATTEMPTS = 8;

async function placeFile(file: string, content: Uint8Array): Promise<void> {
  const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
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
