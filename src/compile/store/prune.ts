import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PARTIAL_SUFFIX } from '../../base/leftovers.ts';
import { mapConcurrently } from '../../base/concurrently.ts';
import { entriesFolder, type EntryName, isEntryName, removeFile } from './entry.ts';

/** The default size limit of a store, in bytes. */
export const DEFAULT_STORE_LIMIT = 5e9;

/** A partial file older than this is abandoned. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** A store is pruned to this part of its limit, so that the next runs need not prune again. */
const TARGET = 0.9;

/** The number of entries that were removed, and the bytes of removed files of any kind. */
interface Pruned {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * If a store is larger than `limit` bytes, removes the least recently used entries until it is 10 %
 * below the limit. Entries in `used` and files that cannot be removed stay. Other processes may
 * read, write and prune the store at the same time.
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

function byLastUse(a: StoredFile, b: StoredFile): number {
  return a.usedMs - b.usedMs;
}

/** A file of a store. */
interface StoredFile {
  readonly file: string;
  readonly role: Role;
  /** In bytes. */
  readonly size: number;
  /** The time when it was written or, to the day, last used: milliseconds since 1970. */
  readonly usedMs: number;
}

/**
 * `temporary`: a partial file, perhaps abandoned. `history`: the times of earlier builds, and the
 * builds that later ones are compared with.
 */
type Role =
  | { readonly kind: 'entry'; readonly name: EntryName }
  | { readonly kind: 'temporary' }
  | { readonly kind: 'history' };

/** Folders read at once. */
const FOLDERS_AT_ONCE = 8;

/** Lists the files of a store, without unreadable ones and those that others put there. */
export async function listStore(directory: string): Promise<StoredFile[]> {
  const folders = await storeFolders(directory);
  const files = await mapConcurrently(folders, FOLDERS_AT_ONCE, async (folder) => {
    const found: StoredFile[] = [];
    for (const name of await namesIn(folder)) {
      const role = roleOf(name);
      if (role === undefined) continue;
      const file = join(folder, name);
      const stats = await lstat(file).catch(() => undefined);
      if (stats?.isFile() === true)
        found.push({ file, role, size: stats.size, usedMs: stats.mtimeMs });
    }
    return found;
  });
  return files.flat();
}

/** The folders with files: one for each two first digits of a hash, and `history`. */
async function storeFolders(directory: string): Promise<string[]> {
  const folder = entriesFolder(directory);
  const names = await namesIn(folder);
  return names
    .filter((name) => /^([0-9a-f]{2}|history)$/.test(name))
    .map((name) => join(folder, name));
}

/** The ends of names of partial files; earlier versions wrote `.tmp`. */
const PARTIAL_SUFFIXES = [PARTIAL_SUFFIX, '.tmp'];

/** Returns the role of a file by its name; undefined if it is not a file of the store. */
function roleOf(name: string): Role | undefined {
  if (isEntryName(name)) return { kind: 'entry', name };
  const stem = name.split('.').slice(0, 2).join('.');
  const isHistory = /^[0-9a-f]{16}\.(json|baseline)$/.test(stem);
  // Earlier versions kept compressed cubins.
  if (/^[0-9a-f]{64}\.packed$/.test(name)) return { kind: 'temporary' };
  const isPartial = PARTIAL_SUFFIXES.some((suffix) => name.endsWith(suffix));
  if (isPartial && (isHistory || isEntryName(stem))) return { kind: 'temporary' };
  return isHistory && name === `${stem}.gz` ? { kind: 'history' } : undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
