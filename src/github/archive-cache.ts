import { copyFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { systemCode } from '../base/errors.ts';
import { makeFolder, PARTIAL_SUFFIX, writeAtomically } from '../base/files.ts';
import { copyMeasured, download, type DownloadSource } from './download.ts';
import type { ApiAccess } from './http.ts';

/** How many bytes of archives are kept. */
const LIMIT = 2 * 2 ** 30;

/** The age at which a partial file counts as abandoned, in milliseconds. */
const ABANDONED = 24 * 60 * 60_000;

type CacheContext = Pick<BuildContext, 'home' | 'log' | 'now' | 'signal'>;

/**
 * Downloads an archive with a known digest to `file`, through the cache if `isKept`. Returns
 * whether it was in the cache.
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

/**
 * Puts the archive with this digest at `file`: from the cache, or by `get`, and then keeps it in
 * the cache. A cache that cannot be used does not cause a failure. Returns whether the archive was
 * in the cache.
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
      message: `cannot keep the archive for later: ${String(error)}`,
      place: { file: folder },
    });
  }
  return false;
}

/**
 * Copies an entry, which other processes may prune meanwhile, and verifies the digest of the copy.
 */
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
    log.info(`the kept archive ${entry} is damaged: it is downloaded again`);
  } catch (error) {
    signal.throwIfAborted();
    if (systemCode(error) !== 'ENOENT') log.info(`cannot read the kept archive: ${String(error)}`);
  }
  await rm(entry, { recursive: true, force: true }).catch(() => undefined);
  return false;
}

/** Records the use of an entry, by which entries are pruned. Does nothing in a read-only cache. */
async function touch(entry: string, nowMs: number): Promise<void> {
  const now = new Date(nowMs);
  await utimes(entry, now, now).catch(() => undefined);
}

async function keep(file: string, entry: string): Promise<void> {
  await makeFolder(join(entry, '..'));
  await writeAtomically(entry, (fresh) => copyFile(file, fresh));
}

/** Removes the least recently used entries until the rest fits. Never removes `newest`. */
async function prune(folder: string, newest: string, limit: number, nowMs: number): Promise<void> {
  const entries = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const facts = await stat(join(folder, name)).catch(() => undefined);
      return { name, size: facts?.size ?? 0, used: facts?.mtimeMs ?? 0 };
    }),
  );
  const partial = entries.filter(({ name }) => name.endsWith(PARTIAL_SUFFIX));
  const abandoned = partial.filter(({ used }) => nowMs - used > ABANDONED);
  const newestFirst = entries
    .filter((one) => !partial.includes(one))
    .toSorted((a, b) => Number(b.name === newest) - Number(a.name === newest) || b.used - a.used);
  let total = 0;
  const excess = newestFirst.filter(({ name, size }) => {
    total += size;
    return total > limit && name !== newest;
  });
  for (const { name } of [...abandoned, ...excess]) await rm(join(folder, name), { force: true });
}
