import { randomUUID } from 'node:crypto';
import { readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { systemCode } from './errors.ts';

/** The suffix of files that are still being written. */
export const PARTIAL_SUFFIX = '.part';

/**
 * Writes a temporary file next to `file` and renames it when it is complete, so that readers never
 * see half a file. If `write` fails, `file` is unchanged.
 */
export async function writeAtomically<T>(
  file: string,
  write: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}${PARTIAL_SUFFIX}`;
  try {
    const result = await write(temporary);
    await rename(temporary, file);
    return result;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Moves `fresh` to `folder` on the same disk. Restores the old folder if that fails. */
export async function replaceFolder(fresh: string, folder: string): Promise<void> {
  const old = `${folder}.${randomUUID().slice(0, 8)}.old`;
  try {
    const existed = await renameIfExists(folder, old);
    try {
      await rename(fresh, folder);
    } catch (error) {
      if (existed) await rename(old, folder);
      throw error;
    }
  } finally {
    await rm(old, { recursive: true, force: true });
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
): Promise<Buffer | { readonly problem: string }> {
  try {
    const file = await realpath(join(folder, path));
    const inside = relative(await realpath(folder), file);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return { problem: `it is a link to ${file}, which is not below the manifest's folder` };
    if (!(await stat(file)).isFile()) return { problem: 'it is not a regular file' };
    return await readFile(file);
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return { problem: 'no such file' };
    return { problem: code === 'ELOOP' ? 'its links lead in a circle' : String(error) };
  }
}

async function renameIfExists(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}
