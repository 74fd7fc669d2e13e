import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { systemCode } from '../errors.ts';

/** Puts a folder in the place of another, or of none, on the same disk: whoever looks sees one of them, whole. */
export async function placeFolder(fresh: string, folder: string): Promise<void> {
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
