import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';
import { sha256 } from '../base/text.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';

/** A file that results depend on. */
export interface SourceFile {
  /** Relative to the manifest's folder. */
  readonly path: string;
  /** What the kernel hash covers: the part of the file that the kernel is made from, or all of it. */
  readonly sha256: string;
  /** The whole file. */
  readonly fileSha256: string;
  /** The part with its comments and line numbers, for code that contains line numbers. */
  readonly textSha256?: string | undefined;
}

/** The files that match `depends`, with their hashes. `problems` is bound to the key. */
export async function dependencies(
  { depends }: KernelEntry,
  folder: string,
  problems: Problems,
): Promise<readonly SourceFile[]> {
  if (depends.length === 0) return [];
  const files = await glob([...depends], { cwd: folder, onlyFiles: true, dot: true });
  if (files.length === 0)
    problems.add(`no file matches ${depends.map((each) => `\`${each}\``).join(' or ')}`);
  return Promise.all(
    files
      .toSorted((a, b) => (a < b ? -1 : 1))
      .map(async (path) => {
        const hash = sha256(await readFile(join(folder, path)));
        return { path, sha256: hash, fileSha256: hash };
      }),
  );
}
