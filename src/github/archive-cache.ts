import { copyFile, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../core/base/context.ts';
import { systemCode } from '../core/base/errors.ts';
import { PARTIAL_SUFFIX, writeAtomically } from '../core/base/files.ts';
import { copyMeasured, download, type DownloadSource } from './download.ts';
import type { ApiAccess } from './http.ts';

/** How many bytes of archives are kept. */
const LIMIT = 2 * 2 ** 30;

/** A file that was being written then, in milliseconds, has lost its writer. */
const ABANDONED = 24 * 60 * 60_000;

type CacheContext = Pick<BuildContext, 'home' | 'log' | 'now' | 'signal'>;

/**
 * Puts the archive of this digest at `file`: from the cache where it is there, else by `get`, and keeps it then.
 * A cache that cannot be used is none. Gives whether it was there.
 */
export async function throughCache(
  sha256: string,
  file: string,
  get: () => Promise<unknown>,
  context: CacheContext,
  limit = LIMIT,
): Promise<boolean> {
  const folder = join(context.home, 'archives');
  if (await restore(join(folder, sha256), sha256, file, context)) return true;
  await get();
  try {
    await keep(file, join(folder, sha256));
    await prune(folder, sha256, limit, context.now());
  } catch (error) {
    context.log.warning({
      message: `the archive is not kept for later: ${String(error)}`,
      place: { file: folder },
    });
  }
  return false;
}

/**
 * Downloads an archive whose digest is known to `file`; with `isKept` through the cache. Gives whether it was there.
 */
export async function downloadArchive(
  remote: DownloadSource & { readonly sha256: string },
  file: string,
  isKept: boolean | undefined,
  access: ApiAccess,
  context: CacheContext,
): Promise<boolean> {
  const get = (): Promise<unknown> => download(remote, file, access);
  if (isKept === true) return throughCache(remote.sha256, file, get, context);
  await get();
  return false;
}

/** Takes a copy of an entry, which others may prune meanwhile, and believes nothing but the copy's own digest. */
async function restore(
  entry: string,
  sha256: string,
  file: string,
  { log, now, signal }: CacheContext,
): Promise<boolean> {
  try {
    const measured = await copyMeasured(entry, file, signal);
    if (measured.sha256 === sha256) {
      await touch(entry, now());
      return true;
    }
    log.info(`the kept archive ${entry} is damaged, and replaced`);
  } catch (error) {
    signal.throwIfAborted();
    if (systemCode(error) !== 'ENOENT')
      log.info(`the kept archive cannot be read: ${String(error)}`);
  }
  await rm(entry, { recursive: true, force: true }).catch(() => undefined);
  return false;
}

/** The time of its last use decides what is pruned. Who may only read the cache leaves it as it is. */
async function touch(entry: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await utimes(entry, now, now).catch(() => undefined);
}

/** Whole at once: no reader sees a part. */
async function keep(file: string, entry: string): Promise<void> {
  await mkdir(join(entry, '..'), { recursive: true });
  await writeAtomically(entry, (fresh) => copyFile(file, fresh));
}

/** Removes the entries that were not used for longest until the rest fits; `newest` stays. */
async function prune(folder: string, newest: string, limit: number, nowMs: number): Promise<void> {
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const facts = await stat(join(folder, name)).catch(() => undefined);
      return { name, size: facts?.size ?? 0, used: facts?.mtimeMs ?? 0 };
    }),
  );
  const unfinished = entries.filter(({ name }) => name.endsWith(PARTIAL_SUFFIX));
  const abandoned = unfinished.filter(({ used }) => nowMs - used > ABANDONED);
  const oldestLast = entries
    .filter((one) => !unfinished.includes(one))
    .toSorted((a, b) => Number(b.name === newest) - Number(a.name === newest) || b.used - a.used);
  let total = 0;
  const beyond = oldestLast.filter(({ name, size }) => {
    total += size;
    return total > limit && name !== newest;
  });
  for (const { name } of [...abandoned, ...beyond]) await rm(join(folder, name), { force: true });
}
