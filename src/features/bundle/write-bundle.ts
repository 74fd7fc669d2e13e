import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow, makeFolder } from '../../base/files.ts';
import { sha256 } from '../../base/text.ts';
import { type BundleIndex, INDEX_FILE, INDEX_FORMAT, kernelFiles } from './bundle-index.ts';
import { type Filled, type FillLine, writeBundledCode } from './fill.ts';

/** Counts what a bundle has. */
interface BundleContent {
  /** Compiled kernels. */
  readonly entries: number;
  /** Bytes of all files. */
  readonly size: number;
}

/**
 * Writes the Python package of a bundle: the cache manager, the kernels by their keys, Triton's helper
 * libraries, and `bundle.json`, which says what each kernel was compiled from and has the digests of all
 * other files. The bytes depend on the contents only.
 * @param folder an empty folder
 * @param cache the folder of Triton's cache with the results
 */
export async function writeBundle(
  folder: string,
  { environment, entries, helpers, tuned }: Filled,
  cache: string,
): Promise<BundleContent> {
  await writeBundledCode(folder);
  let size = 0;
  const copy = async (from: string, to: string): Promise<string> => {
    const content = await readFile(from);
    size += content.length;
    await makeFolder(join(to, '..'));
    await writeFile(to, content);
    return sha256(content);
  };
  const described = [];
  for (const { kind: _kind, launcher, ...entry } of byKey(entries)) {
    const digests: Record<string, string> = {};
    for (const name of entry.files)
      digests[name] = await copy(
        join(cache, entry.key, name),
        join(folder, 'cache', entry.key, name),
      );
    if (launcher !== null) {
      const from = join(cache, launcher.keys[0] ?? '', launcher.file);
      for (const key of launcher.keys) await copy(from, join(folder, 'cache', key, launcher.file));
    }
    described.push({ ...entry, files: digests });
  }
  for (const { name, source } of helpers) {
    const file = join(folder, 'helpers', name[1]);
    await copy(join(cache, ...name), file);
    await writeFile(`${file}.source`, source);
  }
  for (const { key, file, content } of tuned) {
    await makeFolder(join(folder, 'cache', key));
    await writeFile(join(folder, 'cache', key, file), content);
  }
  const { kind: _kind, ...own } = environment;
  const kernels = kernelFiles({ entries: described });
  const files: Record<string, string> = {};
  for (const path of await filesBelow(folder))
    if (!kernels.has(path)) files[path] = sha256(await readFile(join(folder, path)));
  const index: BundleIndex = { format: INDEX_FORMAT, environment: own, files, entries: described };
  await writeFile(join(folder, INDEX_FILE), `${JSON.stringify(index, undefined, 1)}\n`);
  return { entries: described.length, size };
}

/** Two recorded compiles can have one key, such as one that a class of arguments contains. */
function byKey(entries: readonly FillLine<'entry'>[]): readonly FillLine<'entry'>[] {
  const found = new Map(entries.map((entry) => [entry.key, entry]));
  return [...found.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}
