import { rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { RunContext } from './context.ts';
import { Failure, systemCode } from './errors.ts';
import { machineFailure, reasonOf } from './faults.ts';
import { makeFolder, pathExists } from './files.ts';
import { leftoversIn, ownedName, removeFolder } from './leftovers.ts';

/**
 * Fills a new folder next to `folder`, then renames the old one away and the new one into its place,
 * so that a reader sees the old folder, the new one, or for the moment between the two renames none.
 * The next call puts back what a process that was killed in that moment had renamed. If many processes replace it at once, the last one wins.
 * Removes what interrupted processes left next to it. Warns if the old folder cannot be removed, such as
 * one with folders of another user.
 * @param fill writes to an empty folder, and returns the folder to use: that one, or one inside of it
 * @throws {Failure} `environment` if the disk does not allow it, and what `fill` throws; the old
 * folder is then unchanged.
 */
export async function replaceFolder<Filled extends { readonly folder: string }>(
  folder: string,
  fill: (fresh: string) => Promise<Filled>,
  { log, signal }: Pick<RunContext, 'log' | 'signal'>,
): Promise<Filled> {
  const fresh = await ownedName(folder, '.new');
  const leftovers = [fresh];
  let filled;
  try {
    await makeFolder(fresh);
    await tidy(folder, fresh);
    filled = await fill(fresh);
    signal.throwIfAborted();
    await putInPlace(filled.folder, folder, leftovers);
  } catch (error) {
    for (const each of leftovers) await removeFolder(each).catch(() => undefined);
    throw machineFailure(error, folder) ?? error;
  }
  for (const each of leftovers) await removeOld(each, log);
  return filled;
}

/**
 * Removes what killed processes left next to the folder. If it is missing, the old folder that one of
 * them had moved away is put back first.
 */
async function tidy(folder: string, fresh: string): Promise<void> {
  const leftovers = await leftoversIn(dirname(folder), (stem) => stem === basename(folder), fresh);
  const old = leftovers.find((each) => each.endsWith('.old'));
  if (old !== undefined && !(await pathExists(folder))) await moved(old, folder);
  for (const each of leftovers) await removeFolder(each).catch(() => undefined);
}

/** Moves `fresh` to `folder`. Adds what it moved away to `leftovers`. */
async function putInPlace(fresh: string, folder: string, leftovers: string[]): Promise<void> {
  if (await moved(fresh, folder)) return;
  // Another process can put its folder there each time that this one has moved one away.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const old = await ownedName(folder, '.old');
    const isOldMoved = await moveAway(folder, old);
    if (isOldMoved) leftovers.push(old);
    try {
      if (await moved(fresh, folder)) return;
    } catch (error) {
      if (isOldMoved) await moved(old, folder);
      throw error;
    }
  }
  throw new Failure('environment', {
    message: 'other processes replace the folder all the time',
    place: { file: folder },
    hint: 'Write to another folder.',
  });
}

/** The attempts to move a folder to a place that others use too. */
const ATTEMPTS = 100;

/** Moves a folder to a place where nothing or an empty folder is. Returns false if there is more. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) return false;
    throw isMountPoint(error) ? mountPointFailure(to, error) : error;
  }
}

/** Moves the old folder away. Returns false if it does not exist, or had to be removed instead. */
async function moveAway(folder: string, old: string): Promise<boolean> {
  try {
    await rename(folder, old);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT') return false;
    if (code !== 'EXDEV') throw isMountPoint(error) ? mountPointFailure(folder, error) : error;
    // A folder of a container's image cannot be moved. Source: kernel, overlayfs.rst, redirect_dir.
    await removeFolder(folder);
    return false;
  }
}

function isMountPoint(error: unknown): boolean {
  return systemCode(error) === 'EBUSY';
}

/** The failure for a folder that is a mount point, such as a volume of a container. */
export function mountPointFailure(folder: string, cause?: unknown): Failure {
  return new Failure(
    'environment',
    {
      message: 'the folder is a mount point, so it cannot be replaced as a whole',
      place: { file: folder },
      hint: `Write to a folder inside of it, such as ${folder}/aot.`,
    },
    { cause },
  );
}

async function removeOld(folder: string, log: Pick<RunContext['log'], 'warning'>): Promise<void> {
  try {
    await removeFolder(folder);
  } catch (error) {
    log.warning({
      message: `cannot remove the folder that was replaced: ${reasonOf(error)}`,
      place: { file: folder },
      hint: 'Remove it, with the rights of its owner. The new one is complete.',
    });
  }
}
