import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { Failure, systemCode } from '../base/errors.ts';
import { replaceFolder } from '../base/files.ts';
import { EVIDENCE_FILE } from './evidence.ts';
import { MANIFEST_FILE, SUMS_FILE } from './files.ts';
import { GENERATOR_NAME, type PackageFiles } from './manifest.ts';

/** Files that a package may contain besides those in its checksums. */
export const SIDE_FILES: readonly string[] = [SUMS_FILE, EVIDENCE_FILE];

/**
 * Checks that a package may replace `folder`: it does not exist, is empty, or contains a package of
 * this program (or the parts of one) and no other files.
 * @throws {Failure} `usage` with the files that would be lost.
 */
export async function checkOutputFolder(folder: string): Promise<void> {
  if (`${resolve()}/`.startsWith(`${resolve(folder)}/`)) {
    throw new Failure('usage', {
      message: 'the output folder contains the current directory, so it cannot be replaced',
      place: { file: folder },
      hint: 'Choose another folder with --out.',
    });
  }
  const files = await filesBelow(folder);
  if (files === undefined || files.length === 0) return;
  const contents = (await packageContents(folder)) ?? (await partsContents(folder));
  if (contents === undefined) {
    throw new Failure('usage', {
      message: 'the output folder contains files that are not part of a triton-aot package',
      place: { file: folder },
      hint: 'Choose another folder with --out, or empty this one.',
    });
  }
  const known = new Set(contents);
  const others = files.filter((file) => !known.has(file)).toSorted((a, b) => (a < b ? -1 : 1));
  if (others.length > 0) {
    throw new Failure('usage', {
      message: `the output folder also contains ${others.slice(0, 3).join(', ')}${others.length > 3 ? ` and ${others.length - 3} more` : ''}, which would be deleted`,
      place: { file: folder },
      hint: 'Move these files elsewhere, or choose another folder with --out.',
    });
  }
}

/** Checks that a path of a package stays below its folder. Whoever makes one checks its parts. */
function checkPath(path: string): void {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..') || /[\\\0]/.test(path))
    throw new Error(`the package would have a file ${JSON.stringify(path)}`);
}

/**
 * Writes a package next to `out` and replaces `out` with it once it is complete. Call
 * `checkOutputFolder` first.
 */
export async function writePackage(out: string, files: PackageFiles): Promise<void> {
  // Removes a trailing slash.
  const folder = resolve(out);
  const fresh = `${folder}.${randomUUID().slice(0, 8)}.new`;
  for (const path of files.keys()) checkPath(path);
  try {
    for (const [path, content] of files) {
      const file = join(fresh, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    await replaceFolder(fresh, folder);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Lists all files below a folder, with slashes in their paths. @throws the system's error. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

const manifestSchema = z.object({
  generator: z.object({ name: z.literal(GENERATOR_NAME) }),
  part: z.string().optional(),
});

/** The files of a package of this program; undefined if it is not one, or not that part of one. */
async function packageContents(folder: string, part?: string): Promise<string[] | undefined> {
  try {
    const manifest: unknown = JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8'));
    const read = manifestSchema.safeParse(manifest).data;
    if (read === undefined || (part !== undefined && read.part !== part)) return undefined;
    const sums = await readFile(join(folder, SUMS_FILE), 'utf8');
    return [...sums.split('\n').map((line) => line.slice(line.indexOf('  ') + 2)), ...SIDE_FILES];
  } catch {
    return undefined;
  }
}

/** The same for parts in folders named after their targets; undefined if there are none. */
async function partsContents(folder: string): Promise<string[] | undefined> {
  const parts = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const paths = await packageContents(join(folder, name), name);
      return paths?.map((path) => `${name}/${path}`);
    }),
  );
  const known = parts.filter((paths) => paths !== undefined);
  return known.length === 0 ? undefined : known.flat();
}

async function filesBelow(folder: string): Promise<string[] | undefined> {
  try {
    return await listFiles(folder);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return undefined;
    const message = code === 'ENOTDIR' ? 'the output folder is a file' : String(error);
    throw new Failure('usage', {
      message,
      place: { file: folder },
      hint: 'Choose another folder with --out.',
    });
  }
}
