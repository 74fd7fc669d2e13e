import { type Dirent, constants, writeFileSync } from 'node:fs';
import { access, opendir, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { RunContext } from '../base/context.ts';
import { Failure, systemCode } from '../base/errors.ts';
import { machineFailure } from '../base/faults.ts';
import { makeFolder, readPlainFile } from '../base/files.ts';
import { mountPointFailure, replaceFolder } from '../base/replace-folder.ts';
import { GENERATOR_NAME, MANIFEST_FILE, REPORT_FILES, SIDE_FILES, SUMS_FILE } from './layout.ts';
import type { PackageFiles } from './manifest.ts';

/**
 * Checks that a package may replace `folder`: it does not exist, is empty, or contains a package of
 * this program and no other files. A link is followed.
 * @throws {Failure} `usage` with the files that would be lost, `environment` if it cannot be replaced.
 */
export async function checkOutputFolder(out: string): Promise<void> {
  const folder = await behindLinks(out);
  const place = { file: out };
  const hint = 'Choose another folder with --out.';
  if (isInside(await realpath(resolve()), folder)) {
    const message = 'the output folder contains the current directory, so it cannot be replaced';
    throw new Failure('usage', { message, place, hint });
  }
  await checkPlace(folder, out);
  const contents = await packageContents(folder);
  // A build that failed can have left a report only.
  const known = new Set([...(contents ?? []), ...Object.values(REPORT_FILES)]);
  const others = await otherFiles(folder, known);
  if (others.length === 0) return;
  if (contents === undefined) {
    const message = 'the output folder contains files that are not part of a triton-aot package';
    const remedy = 'Choose another folder with --out, or empty this one.';
    throw new Failure('usage', { message, place, hint: remedy });
  }
  const shown = others.slice(0, SHOWN).toSorted((a, b) => (a < b ? -1 : 1));
  throw new Failure('usage', {
    message: `the output folder also contains ${shown.join(', ')}${others.length > SHOWN ? ' and more' : ''}, which would be deleted`,
    place,
    hint: 'Move these files elsewhere, or choose another folder with --out.',
  });
}

/** Returns the absolute path of an output folder. If it is a link, the folder it leads to. */
async function behindLinks(out: string): Promise<string> {
  // Removes a trailing slash.
  const folder = resolve(out);
  const target = await readlink(folder).catch(() => undefined);
  try {
    return await realpath(folder);
  } catch (error) {
    if (target === undefined) return folder;
    throw new Failure(
      'usage',
      {
        message: `the output folder is a link to ${target}, which is not a folder`,
        place: { file: out },
        hint: 'Create that folder, remove the link, or choose another folder with --out.',
      },
      { cause: error },
    );
  }
}

function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between !== '..' && !between.startsWith(`..${sep}`);
}

/** Checks that a folder, or a new one in its place, can be replaced. */
async function checkPlace(folder: string, out: string): Promise<void> {
  const place = { file: out };
  const parent = await stat(dirname(folder)).catch(() => undefined);
  const there = await stat(folder).catch(() => undefined);
  if (there !== undefined && !there.isDirectory()) {
    const message = 'the output folder is a file';
    throw new Failure('usage', { message, place, hint: 'Choose another folder with --out.' });
  }
  if (there !== undefined && parent !== undefined && there.dev !== parent.dev)
    throw mountPointFailure(out);
  try {
    if (parent !== undefined) await access(dirname(folder), constants.W_OK);
  } catch (error) {
    throw machineFailure(error) ?? error;
  }
}

/** Checks that a path of a package stays below its folder. Callers check the names that a path is made of. */
function checkPath(path: string): void {
  const parts = path.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..') || /[\\\0]/.test(path))
    throw new Error(`the package would have a file ${JSON.stringify(path)}`);
}

/**
 * Writes a package next to `out` and replaces `out` with it once it is complete. Call
 * `checkOutputFolder` first.
 * @throws {Failure} as `replaceFolder`.
 */
export async function writePackage(
  out: string,
  files: PackageFiles,
  context: Pick<RunContext, 'env' | 'log' | 'signal'>,
): Promise<void> {
  for (const path of files.keys()) checkPath(path);
  const write = async (folder: string): Promise<{ readonly folder: string }> => {
    const folders = new Set([...files.keys()].map((path) => dirname(join(folder, path))));
    for (const each of folders) await makeFolder(each);
    let written = 0;
    for (const path of files.keys()) {
      // Half the time of Node's threads. Signals are heard in between.
      writeFileSync(join(folder, path), files.get(path) ?? '');
      written += 1;
      if (written % WRITES_BETWEEN === 0) await nextTurn();
      context.signal.throwIfAborted();
    }
    return { folder };
  };
  await replaceOutput(out, write, context);
}

/** Files that are written before anything else can happen. */
const WRITES_BETWEEN = 16;

/** As `replaceFolder`; if `out` is a link, it stays one, and the folder it leads to is replaced. */
export async function replaceOutput<Filled extends { readonly folder: string }>(
  out: string,
  fill: (fresh: string) => Promise<Filled>,
  context: Pick<RunContext, 'env' | 'log' | 'signal'>,
): Promise<Filled> {
  return replaceFolder(await behindLinks(out), fill, context);
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
});

/** The files of a package of this program; undefined if it is not one, or not that part of one. */
async function packageContents(folder: string): Promise<string[] | undefined> {
  try {
    const read = manifestSchema.safeParse(await readHead(join(folder, MANIFEST_FILE))).data;
    if (read === undefined) return undefined;
    const sums = (await readPlainFile(join(folder, SUMS_FILE))).toString();
    return [...sums.split('\n').map((line) => line.slice(line.indexOf('  ') + 2)), ...SIDE_FILES];
  } catch {
    return undefined;
  }
}

/** The bytes that have everything in a manifest.json before its kernels. */
const HEAD = 2 ** 16;

/** Reads a manifest.json without its kernels, which can be many megabytes. @throws if it is not JSON. */
async function readHead(file: string): Promise<unknown> {
  const text = (await readPlainFile(file, HEAD)).toString();
  const end = text.indexOf('\n  "kernels": [');
  if (end === -1) return JSON.parse((await readPlainFile(file)).toString());
  return JSON.parse(`${text.slice(0, end)}\n  "kernels": []\n}`);
}

/** Files in a message. */
const SHOWN = 3;

/** The first files of a folder that are not `known`: one more than are shown, to save time. */
async function otherFiles(folder: string, known: ReadonlySet<string>): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [''];
  for (let inside = folders.pop(); inside !== undefined; inside = folders.pop()) {
    for await (const entry of await entriesOf(join(folder, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (!known.has(path)) found.push(path);
      if (found.length > SHOWN) return found;
    }
  }
  return found;
}

/** The entries of a folder, which can be many; none if it does not exist. */
async function entriesOf(folder: string): Promise<AsyncIterable<Dirent> | readonly Dirent[]> {
  try {
    return await opendir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw machineFailure(error) ?? error;
  }
}
