import { readBelow } from '../base/files.ts';
import { sha256 } from '../base/text.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Problems } from '../manifest/problems.ts';

/** A file that results depend on. */
export interface SourceFile {
  /** Relative to the manifest's folder. */
  readonly path: string;
  /** The digest of the part of the file that the kernel is made from, or of all of it. The kernel hash covers it. */
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
  // Few manifests need it.
  const { glob } = await import('tinyglobby');
  const files = await glob([...depends], {
    cwd: folder,
    onlyFiles: true,
    dot: true,
    followSymbolicLinks: false,
  });
  if (files.length === 0)
    problems.add(`no file matches ${depends.map((each) => `\`${each}\``).join(' or ')}`);
  const found: SourceFile[] = [];
  for (const path of files.toSorted((a, b) => (a < b ? -1 : 1))) {
    const content = await readBelow(folder, path);
    if ('problem' in content) {
      problems.add(`cannot read ${path}: ${content.problem}`);
      continue;
    }
    const hash = sha256(content);
    found.push({ path, sha256: hash, fileSha256: hash });
  }
  return found;
}
