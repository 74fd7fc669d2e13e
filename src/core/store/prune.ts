import { lstat, readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '../base/process.ts';
import {
  entriesFolder,
  type EntryName,
  isEntryName,
  removeFile,
  TEMPORARY_SUFFIX,
} from './entry.ts';

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
  used: ReadonlySet<EntryName>,
  nowMs: number,
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

/** A file of ours in a store. */
export interface StoredFile {
  readonly file: string;
  readonly role: Role;
  /** In bytes. */
  readonly size: number;
  /** When it was last used, to the day, or written: milliseconds since 1970. */
  readonly usedMs: number;
}

/** Temporary: not whole yet, and perhaps never. History: what hashes of earlier builds covered, which is little. */
type Role =
  | { readonly kind: 'entry'; readonly name: EntryName }
  | { readonly kind: 'temporary' }
  | { readonly kind: 'history' };

/** Folders that are looked into at once. */
const AT_ONCE = 8;

/** Every file of ours in a store; what others put there, and what cannot be read, is left out. */
export async function listStore(directory: string): Promise<StoredFile[]> {
  const folders = await storeFolders(directory);
  const files = await mapConcurrently(folders, AT_ONCE, async (folder) => {
    const found: StoredFile[] = [];
    for (const name of await namesIn(folder)) {
      const role = roleOf(name);
      const file = join(folder, name);
      const stats = role && (await lstat(file).catch(() => undefined));
      if (role === undefined || stats?.isFile() !== true) continue;
      found.push({ file, role, size: stats.size, usedMs: stats.mtimeMs });
    }
    return found;
  });
  return files.flat();
}

/** The folders that files lie in: there is one for the first two digits of the entries' hashes, and `history`. */
async function storeFolders(directory: string): Promise<string[]> {
  const folder = entriesFolder(directory);
  const names = await namesIn(folder);
  return names
    .filter((name) => /^([0-9a-f]{2}|history)$/.test(name))
    .map((name) => join(folder, name));
}

/** By a file's name; undefined where it is none of ours. */
function roleOf(name: string): Role | undefined {
  if (isEntryName(name)) return { kind: 'entry', name };
  const stem = name.split('.').slice(0, 2).join('.');
  const isHistory = /^[0-9a-f]{16}\.json$/.test(stem);
  if (name.endsWith(TEMPORARY_SUFFIX) && (isHistory || isEntryName(stem)))
    return { kind: 'temporary' };
  return isHistory && name === `${stem}.gz` ? { kind: 'history' } : undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
