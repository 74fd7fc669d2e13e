import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mapConcurrently } from '../concurrency.ts';
import { TEMPORARY } from './entry-file.ts';
import { entriesFolder, isEntryName, type EntryName } from './name.ts';

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
export async function storeFolders(directory: string): Promise<string[]> {
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
  if (name.endsWith(TEMPORARY) && (isHistory || isEntryName(stem))) return { kind: 'temporary' };
  return isHistory && name === `${stem}.gz` ? { kind: 'history' } : undefined;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
