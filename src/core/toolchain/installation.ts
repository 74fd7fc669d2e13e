import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';

/** What to do about a full disk. */
export function spaceHint(): string {
  return `Free some space there, or set ${HOME_VARIABLE} to a folder on a larger disk.`;
}

/** What an environment is made for; two requests with equal needs share one. */
export interface InstallationKey {
  readonly tritonVersion: string;
  readonly requirements: readonly string[];
  /** The Python's tag, such as `cp312`. */
  readonly tag: string;
  readonly machine: string;
  /** The interpreter it must be based on, where the user named one. */
  readonly base: string | undefined;
}

const Marker = z.object({
  tritonVersion: z.string(),
  requirements: z.array(z.string()),
  tag: z.string(),
  machine: z.string(),
  base: z.string().optional(),
});

const MARKER = 'toolchain.json';
const WORK_PREFIX = '.making-';
const STALE_MS = 24 * 60 * 60 * 1000;

/** Where the environment for `key` lies below `home`. */
export function installationFolder(home: string, key: InstallationKey): string {
  const { requirements, base } = key;
  const plain = requirements.length === 0 && base === undefined;
  const special = JSON.stringify([normalise(requirements), base ?? null]);
  const hash = createHash('sha256').update(special).digest('hex').slice(0, 8);
  const name = `triton-${key.tritonVersion}-${key.tag}-${key.machine}${plain ? '' : `-${hash}`}`;
  return resolve(home, 'toolchains', name);
}

/** Whether `folder` was finished, and for just this. */
export async function isMarkedFor(folder: string, key: InstallationKey): Promise<boolean> {
  try {
    const marker = Marker.parse(JSON.parse(await readFile(join(folder, MARKER), 'utf8')));
    return JSON.stringify(marker) === JSON.stringify(Marker.parse(markerOf(key)));
  } catch {
    return false;
  }
}

/** Marks `folder` as finished for `key`; to be done last. */
export async function markInstalled(folder: string, key: InstallationKey): Promise<void> {
  await writeFile(join(folder, MARKER), `${JSON.stringify(markerOf(key), undefined, 2)}\n`);
}

/**
 * Runs `body` with a new folder beside `folder`, and removes it whatever happens; clears away what crashed runs
 * have left there.
 */
export async function withWorkFolder<T>(
  folder: string,
  body: (work: string) => Promise<T>,
): Promise<T> {
  const parent = dirname(folder);
  const work = await makeWorkFolder(parent);
  try {
    await removeStale(parent, work);
    return await body(work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Moves the finished environment `made` to `folder` in one step. Where another run was first and `findRival` finds
 * that its environment serves, that one stays and is given back; a broken one is moved into `work`.
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
    message: `${folder} is changed by something else all the time`,
    hint: 'Remove it, and try again.',
  });
}

/** Renames; false when the target is taken or the source has gone. */
async function moved(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'ENOENT'].includes(codeOf(error))) return false;
    throw error;
  }
}

async function makeWorkFolder(parent: string): Promise<string> {
  try {
    await mkdir(parent, { recursive: true });
    return await mkdtemp(join(parent, WORK_PREFIX));
  } catch (error) {
    throw new Failure(
      'environment',
      {
        message: `cannot make a folder in ${parent}: ${codeOf(error)}`,
        hint: `Make it writable, or set ${HOME_VARIABLE} to a folder that is.`,
      },
      { cause: error },
    );
  }
}

async function removeStale(parent: string, work: string): Promise<void> {
  // The new folder's own time is the file system's now.
  const { mtimeMs: now } = await stat(work);
  for (const name of await readdir(parent)) {
    if (!name.startsWith(WORK_PREFIX)) continue;
    const folder = join(parent, name);
    // Another run may be clearing away the same folder, or it may be another user's.
    const made = await stat(folder).catch(() => undefined);
    if (made !== undefined && now - made.mtimeMs > STALE_MS) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function markerOf(key: InstallationKey): InstallationKey {
  return { ...key, requirements: normalise(key.requirements) };
}

function normalise(requirements: readonly string[]): readonly string[] {
  return [...new Set(requirements.map((text) => text.trim()))].toSorted();
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error
    ? String(error.code)
    : String(error);
}

/** Names the folder toolchains are kept in, when the usual one will not do. */
export const HOME_VARIABLE = 'TRITON_AOT_HOME';

/** The folder toolchains are kept in: as the environment says, else in the user's cache folder. */
export function toolchainHome(env: Environment, userHome: string): string {
  const named = env[HOME_VARIABLE];
  if (named) return named;
  const cache = env['XDG_CACHE_HOME'] || join(env['HOME'] || userHome, '.cache');
  return join(cache, 'triton-aot');
}
