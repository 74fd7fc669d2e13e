import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { Failure, systemCode } from '../base/errors.ts';
import { replaceFolder } from '../base/files.ts';
import { EVIDENCE_FILE } from './evidence.ts';
import { MANIFEST_FILE, type PackageFiles, SUMS_FILE } from './files.ts';
import { GENERATOR_NAME } from './manifest.ts';

/** Files that may lie in a package beside those its sums list. */
export const SIDE_FILES: readonly string[] = [SUMS_FILE, EVIDENCE_FILE];

/**
 * Makes sure that packages may be written to `folder`: it does not exist, is empty, or is a package of ours, or the
 * parts of one, with nothing else in it.
 * @throws {Failure} `usage` naming what would be lost.
 */
export async function checkOutputFolder(folder: string): Promise<void> {
  if (`${resolve()}/`.startsWith(`${resolve(folder)}/`)) {
    throw new Failure('usage', {
      message:
        'the output folder is the current one, or holds it: it could not be replaced as a whole',
      place: { file: folder },
      hint: 'Choose another folder with --out.',
    });
  }
  const files = await filesBelow(folder);
  if (files === undefined || files.length === 0) return;
  const contents = (await packageContents(folder)) ?? (await partsContents(folder));
  if (contents === undefined) {
    throw new Failure('usage', {
      message: 'the output folder holds something else than a package of triton-aot',
      place: { file: folder },
      hint: 'It is left as it is. Choose another folder with --out, or empty it yourself.',
    });
  }
  const known = new Set(contents);
  const foreign = files.filter((file) => !known.has(file)).toSorted((a, b) => (a < b ? -1 : 1));
  if (foreign.length > 0) {
    throw new Failure('usage', {
      message: `the package in the output folder also holds ${foreign.slice(0, 3).join(', ')}${foreign.length > 3 ? ` and ${foreign.length - 3} more` : ''}, which would be lost`,
      place: { file: folder },
      hint: 'Move what is not part of the package elsewhere, or choose another folder with --out.',
    });
  }
}

/**
 * Writes a package beside `out` and puts it in its place when it is whole. What was there before stays
 * until then. Call `checkOutputFolder` first.
 */
export async function writePackage(out: string, files: PackageFiles): Promise<void> {
  // Without the slash at its end that a user may write.
  const folder = resolve(out);
  const fresh = `${folder}.${randomUUID().slice(0, 8)}.new`;
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

const manifestSchema = z.object({
  generator: z.object({ name: z.literal(GENERATOR_NAME) }),
  part: z.string().optional(),
});

/** The paths that belong to a package of ours; undefined when the folder holds none, or not that part of one. */
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

/** The same for parts that stand in folders of their names; undefined when there is none. */
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

/** Everything below a folder that is no folder, by its path with slashes. Rejects with the system's error. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
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
