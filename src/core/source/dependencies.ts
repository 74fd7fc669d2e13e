import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { Failure } from '../errors.ts';
import { sha256 } from '../hash.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { SourceModule } from './module.ts';

/** The files that `depends` names, as further parts of the closure. */
export async function dependencies(
  entry: KernelEntry,
  { document }: Manifest,
  folder: string,
): Promise<SourceModule['closure']> {
  if (entry.depends.length === 0) return [];
  const files = await glob([...entry.depends], { cwd: folder, onlyFiles: true, dot: true });
  if (files.length === 0) {
    throw new Failure('usage', {
      message: `${entry.depends.join(', ')}: no file is named like this`,
      place: document.locate(entry.at(['depends'])),
    });
  }
  return Promise.all(
    files
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map(async (path) => ({
        path,
        sha256: sha256(await readFile(join(folder, path))),
      })),
  );
}
