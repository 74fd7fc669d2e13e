import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { formatSize, plural } from '../base/text.ts';
import { cacheFolder } from './installer.ts';
import { listInstallations, removeInstallation } from './installation.ts';

/** The bytes of all environments and of uv's cache, after an installation. */
export const TOOLCHAIN_LIMIT = 10e9;

/** Environments used within this time can be in use. */
const RECENT_MS = 24 * 60 * 60 * 1000;

/** The disk that environments need. */
export interface ToolchainUse {
  readonly environments: number;
  readonly bytes: number;
  /** Of uv's cache, without what environments share with it. */
  readonly cacheBytes: number;
}

/** Measures the environments below `home`. A file with several names counts once. */
export async function toolchainUse(home: string): Promise<ToolchainUse> {
  const seen = new Set<string>();
  const installed = await listInstallations(home);
  let bytes = 0;
  for (const { folder } of installed) bytes += await bytesOf(folder, seen);
  const cacheBytes = await bytesOf(cacheFolder(home), seen);
  return { environments: installed.length, bytes, cacheBytes };
}

/**
 * If environments and uv's cache are larger than `limit` bytes, empties the cache with `cleanCache`,
 * and then removes the environments that were not used for the longest time, until the rest is no
 * larger. Keeps what was used within a day.
 */
export async function pruneToolchains(
  limit: number,
  cleanCache: () => Promise<void>,
  { home, log, now }: Pick<BuildContext, 'home' | 'log' | 'now'>,
): Promise<void> {
  const before = await toolchainUse(home);
  if (before.bytes + before.cacheBytes <= limit) return;
  await cleanCache();
  let use = await toolchainUse(home);
  for (const { folder, usedMs } of await listInstallations(home)) {
    if (use.bytes + use.cacheBytes <= limit || now() - usedMs < RECENT_MS) break;
    await removeInstallation(folder);
    use = await toolchainUse(home);
  }
  const removed = before.environments - use.environments;
  const freed = before.bytes + before.cacheBytes - use.bytes - use.cacheBytes;
  const what = removed === 0 ? '' : `${plural(removed, 'environment')} and `;
  log.info(
    `removed ${what}uv's cache, ${formatSize(freed)}: together they had more than ${formatSize(limit)}`,
  );
}

/** Bytes on the disk of files below `folder` that are not in `seen`, by file system and inode. */
async function bytesOf(folder: string, seen: Set<string>): Promise<number> {
  let bytes = 0;
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = await lstat(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (file === undefined || seen.has(`${file.dev}:${file.ino}`)) continue;
    seen.add(`${file.dev}:${file.ino}`);
    bytes += file.blocks * 512;
  }
  return bytes;
}
