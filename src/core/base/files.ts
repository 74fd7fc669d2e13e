import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { systemCode } from './errors.ts';

/** What the names of files end with that are not whole yet. */
export const PARTIAL_SUFFIX = '.part';

/**
 * Has a file written beside `file` and puts it there when it is whole: nobody sees a part of it, and a failure leaves
 * what was there.
 */
export async function writeAtomically<T>(
  file: string,
  write: (fresh: string) => Promise<T>,
): Promise<T> {
  const fresh = `${file}.${randomUUID().slice(0, 8)}${PARTIAL_SUFFIX}`;
  try {
    const result = await write(fresh);
    await rename(fresh, file);
    return result;
  } finally {
    await rm(fresh, { force: true });
  }
}

/** Puts a folder in the place of another, or of none, on the same disk: whoever looks sees one of them, whole. */
export async function replaceFolder(fresh: string, folder: string): Promise<void> {
  const old = `${folder}.${randomUUID().slice(0, 8)}.old`;
  try {
    const existed = await renameIfThere(folder, old);
    try {
      await rename(fresh, folder);
    } catch (error) {
      if (existed) await rename(old, folder);
      throw error;
    }
  } finally {
    await rm(old, { recursive: true, force: true });
  }
}

async function renameIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** A file below the manifest's folder as the manifest's own path would name it. */
export function shownPath(file: string, manifest: string): string {
  const folder = dirname(manifest);
  const inside = relative(resolve(folder), resolve(file));
  return inside.startsWith('..') || isAbsolute(inside) ? file : join(folder, inside);
}
