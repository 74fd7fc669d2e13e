import { rename, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { RunContext } from './context.ts';
import { Failure, systemCode } from './errors.ts';
import { machineFailure } from './faults.ts';
import { makeFolder, pathExists } from './files.ts';
import { ownedName, removeFolder, removeLeftovers } from './leftovers.ts';
import { findExecutable, startProcess, waitForExit } from './process.ts';

/**
 * Fills a new folder next to `folder`, and puts it in its place as a whole. Whoever looks sees the
 * old folder or the new one, also if many processes replace it at once: the last one wins. On disks
 * that cannot exchange two folders (NFS, some container images), and without python3, the folder is
 * missing for a moment. Removes what interrupted processes left next to it.
 * @param fill writes to an empty folder, and returns the folder to use: that one, or one inside of it
 * @throws {Failure} `environment` if the disk does not allow it, and what `fill` throws; the old
 * folder is then unchanged.
 */
export async function replaceFolder<Filled extends { readonly folder: string }>(
  folder: string,
  fill: (fresh: string) => Promise<Filled>,
  context: Pick<RunContext, 'env' | 'signal'>,
): Promise<Filled> {
  const fresh = await ownedName(folder, '.new');
  const left = [fresh];
  let exchanger;
  let filled;
  try {
    await makeFolder(fresh);
    exchanger = await startExchanger(folder, context);
    await removeLeftovers(dirname(folder), (stem) => stem === basename(folder), fresh);
    filled = await fill(fresh);
    context.signal.throwIfAborted();
    await putInPlace(filled.folder, folder, left, exchanger);
  } catch (error) {
    for (const each of left) await removeFolder(each).catch(() => undefined);
    throw machineFailure(error, folder) ?? error;
  } finally {
    exchanger?.end();
  }
  // After an exchange, the old folder is where the new one was.
  for (const each of left) await removeOld(each);
  return filled;
}

/** Moves `fresh` to `folder`. Adds what it moved away to `left`. */
async function putInPlace(
  fresh: string,
  folder: string,
  left: string[],
  exchanger: Exchanger | undefined,
): Promise<void> {
  if (await moved(fresh, folder)) return;
  if (await exchanger?.exchange(fresh)) return;
  // Another process can put its folder there each time that this one has moved one away.
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const old = await ownedName(folder, '.old');
    const isOldMoved = await moveAway(folder, old);
    if (isOldMoved) left.push(old);
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

/** How often a folder is moved to a place that others use too. */
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

/**
 * Node cannot exchange two files. 2 is RENAME_EXCHANGE, -100 AT_FDCWD. Source: rename(2). Waits for
 * the two paths, since starting Python takes as long as writing a package.
 */
const EXCHANGE = `
import ctypes, os, sys
exchange = ctypes.CDLL(None).renameat2
a, b = sys.stdin.buffer.read().split(b"\\0")
sys.exit(exchange(-100, a, -100, b, 2) != 0)`;

/** Milliseconds that the exchange may take. */
const EXCHANGE_LIMIT = 10_000;

/** A process that exchanges a folder with another atomically. */
interface Exchanger {
  /** Returns whether that was possible. The process is then used up. */
  readonly exchange: (fresh: string) => Promise<boolean>;
  readonly end: () => void;
}

/** Starts the process; undefined if there is nothing to exchange with, or no Python. */
async function startExchanger(
  folder: string,
  { env, signal }: Pick<RunContext, 'env' | 'signal'>,
): Promise<Exchanger | undefined> {
  const python = (await pathExists(folder)) ? await findExecutable('python3', env) : undefined;
  if (python === undefined) return undefined;
  const group = startProcess([python, '-I', '-S', '-c', EXCHANGE], { env, signal });
  const ended = waitForExit(group).catch(() => undefined);
  return {
    async exchange(fresh) {
      const { ino } = await stat(fresh);
      group.child.stdin.end(`${fresh}\0${folder}`);
      const limit = setTimeout(group.kill, EXCHANGE_LIMIT);
      await ended;
      clearTimeout(limit);
      // Nobody else moves this folder. If Python was ended, it might have done its work.
      return (await stat(fresh)).ino !== ino;
    },
    end: group.kill,
  };
}

async function removeOld(folder: string): Promise<void> {
  try {
    await removeFolder(folder);
  } catch (error) {
    throw new Failure(
      'environment',
      {
        message: 'cannot remove the folder that was replaced: permission denied',
        place: { file: folder },
        hint: 'Remove it.',
      },
      { cause: error },
    );
  }
}
