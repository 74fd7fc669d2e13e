import { lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import { Failure, systemCode } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { makeFolder } from '../base/files.ts';
import { ownedName, removeLeftovers } from '../base/leftovers.ts';
import type { Environment } from '../base/process.ts';
import { formatSize, plural, sha256 } from '../base/text.ts';
import type { WheelMachine } from './platform.ts';

/** The variable that sets the folder of toolchains. */
export const HOME_VARIABLE = 'TRITON_AOT_HOME';

/** The remedy for a full disk. */
export const SPACE_HINT = `Free some disk space (see \`df -h\` and \`df -i\`), or set ${HOME_VARIABLE} to a folder on a larger disk.`;

/** Returns the folder of toolchains: TRITON_AOT_HOME, else one in the user's cache folder. */
export function toolchainHome(env: Environment, userHome: string): string {
  const fromVariable = env[HOME_VARIABLE];
  if (fromVariable) return fromVariable;
  const cache = env['XDG_CACHE_HOME'] || join(env['HOME'] || userHome, '.cache');
  return join(cache, 'triton-aot');
}

/** Identifies an environment: requests with equal keys share one. */
export interface InstallationKey {
  readonly tritonVersion: string;
  readonly requirements: readonly string[];
  /** The Python's tag, such as `cp312`. */
  readonly tag: string;
  readonly machine: WheelMachine;
  /** The interpreter to create it from, if the user set one. */
  readonly base: string | undefined;
}

/**
 * The number of the way in which environments are made. Those made in another way are made again:
 * earlier ones had none, and might lack files of Triton.
 */
const LAYOUT = 2;

const MARKER = 'toolchain.json';
const WORK_STEM = '.making';

/** Returns the folder of the environment for `key` below `home`. */
export function installationFolder(home: string, key: InstallationKey): string {
  const { requirements, base } = key;
  const plain = requirements.length === 0 && base === undefined;
  const special = JSON.stringify([normalise(requirements), base ?? null]);
  const suffix = plain ? '' : `-${sha256(special).slice(0, 8)}`;
  const name = `triton-${key.tritonVersion}-${key.tag}-${key.machine}${suffix}`;
  return resolve(home, 'toolchains', name);
}

/** Returns the folder of uv's cache. Hard links need it on the disk of the environments. */
export function cacheFolder(home: string): string {
  return join(home, 'uv', 'cache');
}

/** Returns the folder of the Pythons that uv installs. */
export function pythonFolder(home: string): string {
  return join(home, 'uv', 'python');
}

/** Returns the Python of an environment. */
export function pythonOf(folder: string): string {
  return join(folder, 'bin', 'python');
}

/** Returns the file that marks an environment as complete. */
export function markerFile(folder: string): string {
  return join(folder, MARKER);
}

/** Returns the text that marks an environment for `key` as complete. */
export function markerOf(key: InstallationKey): string {
  const marker = { layout: LAYOUT, ...key, requirements: normalise(key.requirements) };
  return `${JSON.stringify(marker, undefined, 2)}\n`;
}

/** Lists the complete environments below `home`, those used longest ago first. */
async function listInstallations(
  home: string,
): Promise<readonly { readonly folder: string; readonly usedMs: number }[]> {
  const parent = join(home, 'toolchains');
  const names = await readdir(parent).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = join(parent, name);
      const marker = await stat(join(folder, MARKER)).catch(() => undefined);
      return name.startsWith(WORK_STEM) || marker === undefined
        ? []
        : [{ folder, usedMs: marker.mtimeMs }];
    }),
  );
  return found.flat().toSorted((a, b) => a.usedMs - b.usedMs);
}

/** Removes an environment. It is renamed first, so that no run finds a part of it. */
async function removeInstallation(folder: string): Promise<void> {
  await withWorkFolder(folder, async (work) => {
    await moved(folder, join(work, 'old'));
  });
}

/** The bytes of all environments and of uv's cache, after an installation. */
export const TOOLCHAIN_LIMIT = 10e9;

/** Environments used within this time can be in use. */
const RECENT_MS = 24 * 60 * 60 * 1000;

/** The disk that environments need. */
interface ToolchainUse {
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

/**
 * Runs `body` with a new folder next to `folder`, and removes it afterwards. Also removes what runs
 * that were killed have left there.
 */
export async function withWorkFolder<T>(
  folder: string,
  body: (work: string) => Promise<T>,
): Promise<T> {
  const parent = dirname(folder);
  const work = await makeWorkFolder(parent);
  try {
    await removeLeftovers(parent, (stem) => stem === WORK_STEM, work);
    return await body(work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Moves the new environment `made` to `folder` in one step. If another run was faster and
 * `findRival` accepts its environment, keeps that one and returns it; moves a broken one into
 * `work`.
 */
export async function moveIntoPlace<T>(
  made: string,
  folder: string,
  work: string,
  findRival: () => Promise<T | undefined>,
): Promise<T | undefined> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    if (await moved(made, folder)) return undefined;
    const rival = await findRival();
    if (rival !== undefined) return rival;
    await moved(folder, join(work, `broken-${attempt}`));
  }
  throw new Failure('environment', {
    message: `cannot move the new environment to ${folder}: other processes keep changing it`,
    hint: 'Remove the folder and try again.',
  });
}

/** Renames; returns false if the target exists or the source does not. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ENOENT'].includes(code)) return false;
    throw error;
  }
}

async function makeWorkFolder(parent: string): Promise<string> {
  try {
    await makeFolder(parent);
    const work = join(parent, await ownedName(WORK_STEM, ''));
    await mkdir(work);
    return work;
  } catch (error) {
    const hint =
      systemCode(error) === 'ENOSPC'
        ? SPACE_HINT
        : `Make it writable, or set ${HOME_VARIABLE} to a writable folder.`;
    throw new Failure(
      'environment',
      { message: `cannot create a folder in ${parent}: ${reasonOf(error)}`, hint },
      { cause: error },
    );
  }
}

function normalise(requirements: readonly string[]): readonly string[] {
  return [...new Set(requirements.map((text) => text.trim()))].toSorted();
}
