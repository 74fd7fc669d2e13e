import { rmdir } from 'node:fs/promises';
import { removeFile } from './entry-file.ts';
import { listStore, storeFolders, type StoredFile } from './inventory.ts';
import { entriesFolder, type EntryName } from './name.ts';

/** After this long nobody is still writing a file. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** How far below the limit a store is pruned, so that the next runs need not prune again. */
const TARGET = 0.9;

export interface Pruned {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Removes entries that were not used for the longest time until a store of more than `limit` bytes is a tenth below
 * it; those in `used` stay. Others may use, write and prune the store meanwhile; what cannot be removed stays.
 */
export async function pruneStore(
  directory: string,
  limit: number,
  used: ReadonlySet<EntryName> = new Set(),
  nowMs: number = Date.now(),
): Promise<Pruned> {
  const files = await listStore(directory);
  let size = files.reduce((sum, file) => sum + file.size, 0);
  let entries = 0;
  let bytes = 0;
  const remove = async (each: StoredFile): Promise<void> => {
    if (!(await removeFile(each.file))) return;
    size -= each.size;
    bytes += each.size;
    if (each.role.kind === 'entry') entries += 1;
  };
  for (const each of files) {
    if (each.role.kind === 'temporary' && nowMs - each.usedMs > STALE_MS) await remove(each);
  }
  if (size <= limit) return { entries, bytes };
  const target = limit * TARGET;
  for (const each of files.toSorted(byLastUse)) {
    if (size <= target) break;
    if (each.role.kind === 'entry' && !used.has(each.role.name)) await remove(each);
  }
  return { entries, bytes };
}

/** Removes everything of ours from a store. What others put into its folder stays, and so does the folder. */
export async function clearStore(directory: string): Promise<Pruned> {
  let entries = 0;
  let bytes = 0;
  for (const { file, role, size } of await listStore(directory)) {
    if (!(await removeFile(file))) continue;
    if (role.kind === 'entry') entries += 1;
    bytes += size;
  }
  for (const folder of [...(await storeFolders(directory)), entriesFolder(directory)]) {
    // Those that still hold something stay.
    await rmdir(folder).catch(() => undefined);
  }
  return { entries, bytes };
}

function byLastUse(a: StoredFile, b: StoredFile): number {
  return a.usedMs - b.usedMs || (a.file < b.file ? -1 : 1);
}
