import { createHash } from 'node:crypto';
import { constants, createReadStream, statSync } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { systemCode } from './errors.ts';
import { ownedName, PARTIAL_SUFFIX, removeLeftovers } from './leftovers.ts';

/**
 * Writes a temporary file next to `file` and renames it when it is complete, so that readers never
 * see half a file. If `write` fails, `file` is unchanged. Removes the temporary files for `file` that
 * killed processes left there.
 */
export async function writeAtomically<T>(
  file: string,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = await ownedName(file, PARTIAL_SUFFIX);
  try {
    const result = await write(temporary);
    await removeLeftovers(dirname(file), (stem) => stem === basename(file), temporary);
    await rename(temporary, file);
    return result;
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Writes a new file from a stream. It is opened before anything can fail: a stream that opens a file itself can do so after
 * its removal.
 */
export async function writeStream(
  file: string,
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const stream = (await open(file, 'wx')).createWriteStream();
  await pipeline(content, stream, { signal });
}

/**
 * Creates a folder and those above it, like `mkdir -p`. Node's own way never ends in /proc: there,
 * creating a folder fails as if the one above it were missing. If a disk has no room for more files,
 * it reports a missing folder.
 * @throws the system's error; one with the code `ENOTSUP` in /proc.
 */
export async function makeFolder(folder: string): Promise<void> {
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    if (await madeOrThere(folder)) return;
    await makeFolder(dirname(folder));
  }
  const error = await mkdir(folder).catch((thrown: unknown) => thrown);
  if (error === undefined) return;
  const isAllowed = systemCode(error) !== 'ENOENT' || !(await pathExists(resolve(dirname(folder))));
  throw isAllowed ? error : Object.assign(error as Error, { code: 'ENOTSUP' });
}

/** Others can remove a folder, or the one above it, just after it was found. */
const ATTEMPTS = 4;

/** Returns false if the folder above it is missing, or it was removed at the same time. */
async function madeOrThere(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && dirname(folder) !== folder) return false;
    const there = await stat(folder).catch(() => undefined);
    if (there?.isDirectory() === true) return true;
    if (systemCode(error) === 'EEXIST' && there === undefined) return false;
    throw error;
  }
}

/** More bytes of a file are not read at once. A text cannot be much longer. */
const LARGEST = 500_000_000;

/**
 * Reads a file. A pipe or device, which may never end, is not opened for reading.
 * @param most the bytes to read at most. Default: all of a file that is not larger than 500 MB
 * @throws the system's error, or one with the code `EFTYPE` or `ELARGE` as if from it.
 */
export async function readPlainFile(file: string, most?: number): Promise<Buffer> {
  // Opening a pipe without O_NONBLOCK waits for a writer.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat();
    const refusal = (code: string, message: string): Error =>
      Object.assign(new Error(message), { code, syscall: 'open', path: file });
    if (!found.isFile()) throw refusal('EFTYPE', 'not a regular file');
    if (most === undefined) {
      if (found.size > LARGEST) throw refusal('ELARGE', 'larger than 500 MB');
      return await handle.readFile();
    }
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Returns the SHA-256 of a file of any size. @throws the system's error. */
export async function fileDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Reads a file as `readPlainFile`; undefined if it does not exist. @throws the system's error. */
export async function readIfExists(file: string): Promise<Buffer | undefined> {
  try {
    return await readPlainFile(file);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns a file below the manifest's folder relative to the path the manifest was given by. */
export function shownPath(file: string, manifest: string): string {
  const folder = dirname(manifest);
  const inside = relative(resolve(folder), resolve(file));
  return inside.startsWith('..') || isAbsolute(inside) ? file : join(folder, inside);
}

/**
 * Reads a file of the user whose content or hash goes into a package. A link may not lead out of
 * `folder`, and a device, a pipe or a file of /proc is not read. Returns why if it is not read.
 */
export async function readBelow(
  folder: string,
  path: string,
  folderName = "the manifest's folder",
): Promise<Buffer | { readonly problem: string }> {
  try {
    const file = await realpath(join(folder, path));
    const inside = relative(await realpath(folder), file);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return { problem: `it is a link to ${file}, which is not below ${folderName}` };
    return await readPlainFile(file);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return { problem: 'no such file' };
    if (code === 'EFTYPE') return { problem: 'it is not a regular file' };
    if (code === 'ELARGE') return { problem: 'it is larger than 500 MB' };
    return { problem: code === 'ELOOP' ? 'its links lead in a circle' : String(error) };
  }
}

/** Lists the plain files below a folder: their sorted paths, relative to it. @throws the system's error. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found
    .filter((each) => each.isFile())
    .map((each) => relative(folder, join(each.parentPath, each.name)))
    .toSorted();
}

/**
 * Once a folder has more than `most` files with this ending, removes those that were not used for the longest time, so that
 * half of `most` stay. @throws the system's error
 */
export async function removeUnused(folder: string, ending: string, most: number): Promise<void> {
  const all = (await readdir(folder)).filter((name) => name.endsWith(ending));
  if (all.length <= most) return;
  const used = all.map((name) => {
    const path = join(folder, name);
    // Another process can remove it first.
    return { path, time: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
  });
  for (const { path } of used.toSorted((a, b) => b.time - a.time).slice(most / 2))
    await rm(path, { force: true });
}

/** Returns true if this user can see something at `path`. Follows links. */
export async function pathExists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Returns how many bytes an ordinary user can write to the disk that holds `path`. */
export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
