import type { Stats } from 'node:fs';
import { copyFile, lstat, readdir, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeFolder, readIfExists, writeAtomically } from '../../base/files.ts';
import { canonicalJson, sha256 } from '../../base/text.ts';
import type { BuildScope } from '../../plan/selection.ts';
import { baselineFile, readBaseline } from './baseline.ts';
import { entryFile, type EntryName, isEntryName } from './entry.ts';
import { timesFile } from './times.ts';
import type { DirectoryStore } from './store.ts';

// A copy of the part of a store that one package needs: a flat folder with the files of the store by
// their names. It travels through caches that others can fill, so files of other names are ignored,
// and every entry is checked when a build reads it.

/** Results of earlier builds outside of this machine, such as in GitHub's cache. Never fails a build. */
export interface StoreCache {
  /** Adds them to the store. Called once in a build, before the store is read. */
  restore(scope: BuildScope, store: DirectoryStore): Promise<void>;
  /** Saves what is new. Called at the end of every build, including one that failed. */
  save(scope: BuildScope, store: DirectoryStore): Promise<void>;
}

/** The content of a copy. */
export interface StoreCopy {
  readonly entries: ReadonlySet<EntryName>;
  /** The size of all files. */
  readonly bytes: number;
}

export const EMPTY_COPY: StoreCopy = { entries: new Set(), bytes: 0 };

/** Returns a name for the content: equal results give equal names. */
export function copyDigest({ entries }: StoreCopy): string {
  return sha256(canonicalJson([...entries].toSorted())).slice(0, 32);
}

/**
 * Adds the files of a copy that a store lacks, and returns what the copy has.
 * @throws the system's error.
 */
export async function readCopy(
  folder: string,
  scope: BuildScope,
  { directory }: DirectoryStore,
): Promise<StoreCopy> {
  const entries = new Set<EntryName>();
  let bytes = 0;
  for (const name of await readdir(folder)) {
    const from = join(folder, name);
    const stats = await lstat(from);
    if (!stats.isFile()) continue;
    bytes += stats.size;
    if (!isEntryName(name)) continue;
    entries.add(name);
    await copyMissing(from, entryFile(directory, name));
  }
  const times = timesFile(directory, scope.package);
  await copyMissing(join(folder, basename(times)), times);
  return { entries, bytes };
}

/**
 * Copies what a build used and, up to `limit` bytes, what an earlier copy had, the last used first.
 * Returns undefined, and writes nothing, if the earlier copy has it all.
 * @throws the system's error.
 */
export async function writeCopy(
  folder: string,
  scope: BuildScope,
  { directory, used }: DirectoryStore,
  earlier: StoreCopy,
  limit: number,
): Promise<StoreCopy | undefined> {
  if ([...used].every((name) => earlier.entries.has(name))) return undefined;
  await makeFolder(folder);
  const entries = new Set<EntryName>();
  let bytes = 0;
  const add = async ({ name, size }: Sized): Promise<void> => {
    await copyWithTimes(entryFile(directory, name), join(folder, name));
    entries.add(name);
    bytes += size;
  };
  for (const each of await entrySizes(directory, [...used])) await add(each);
  const others = await entrySizes(
    directory,
    [...earlier.entries].filter((name) => !entries.has(name)),
  );
  for (const each of others.toSorted((a, b) => b.usedMs - a.usedMs)) {
    if (bytes + each.size > limit) break;
    await add(each);
  }
  const times = timesFile(directory, scope.package);
  await copyMissing(times, join(folder, basename(times)));
  return { entries, bytes: bytes + ((await statsOf(times))?.size ?? 0) };
}

/**
 * Adds the recorded build of a copy to the store if it is newer, and returns its digest and size.
 * @throws the system's error.
 */
export async function readBaselineCopy(
  folder: string,
  scope: BuildScope,
  { directory }: DirectoryStore,
): Promise<BaselineCopy | undefined> {
  const file = baselineFile(directory, scope);
  const copied = join(folder, basename(file));
  const [known, restored] = [await readBaseline(file), await readBaseline(copied)];
  if (restored === undefined) return undefined;
  if (known === undefined || known.time < restored.time) await copyWithTimes(copied, file);
  return describeBaseline(copied);
}

/**
 * Copies the recorded build of a store. Returns undefined, and writes nothing, if there is none, or
 * the earlier copy has it.
 * @throws the system's error.
 */
export async function writeBaselineCopy(
  folder: string,
  scope: BuildScope,
  { directory }: DirectoryStore,
  earlier: BaselineCopy | undefined,
): Promise<BaselineCopy | undefined> {
  const file = baselineFile(directory, scope);
  const baseline = await describeBaseline(file);
  if (baseline === undefined || baseline.digest === earlier?.digest) return undefined;
  await copyWithTimes(file, join(folder, basename(file)));
  return baseline;
}

/** A recorded build in a copy. */
export interface BaselineCopy {
  readonly digest: string;
  readonly bytes: number;
}

async function describeBaseline(file: string): Promise<BaselineCopy | undefined> {
  const content = await readIfExists(file);
  return content && { digest: sha256(content).slice(0, 32), bytes: content.length };
}

interface Sized {
  readonly name: EntryName;
  readonly size: number;
  readonly usedMs: number;
}

/** Returns the entries that still exist: other processes may prune the store. */
async function entrySizes(
  directory: string,
  names: readonly EntryName[],
): Promise<readonly Sized[]> {
  const found: Sized[] = [];
  for (const name of names) {
    const stats = await statsOf(entryFile(directory, name));
    if (stats?.isFile() === true) found.push({ name, size: stats.size, usedMs: stats.mtimeMs });
  }
  return found;
}

/** Copies a file if it exists, and the other one does not. */
async function copyMissing(from: string, to: string): Promise<void> {
  const isThere = (await statsOf(to)) !== undefined;
  if (!isThere && (await statsOf(from))?.isFile() === true) await copyWithTimes(from, to);
}

/** Copies a file with the time of its last use. Other processes see it complete or not at all. */
async function copyWithTimes(from: string, to: string): Promise<void> {
  const { atime, mtime } = await lstat(from);
  await makeFolder(dirname(to));
  await writeAtomically(to, async (fresh) => {
    await copyFile(from, fresh);
    await utimes(fresh, atime, mtime);
  });
}

async function statsOf(file: string): Promise<Stats | undefined> {
  return lstat(file).catch(() => undefined);
}
