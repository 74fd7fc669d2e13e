import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Failure, systemCode } from '../base/errors.ts';
import { makeFolder } from '../base/files.ts';
import { ownedName, removeLeftovers } from '../base/leftovers.ts';
import type { Environment } from '../base/process.ts';
import { sha256 } from '../base/text.ts';
import type { WheelMachine } from './platform.ts';

/** The variable that sets the folder of toolchains. */
export const HOME_VARIABLE = 'TRITON_AOT_HOME';

/** The remedy for a full disk. */
export const SPACE_HINT = `Free some disk space, or set ${HOME_VARIABLE} to a folder on a larger disk.`;

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

/** Returns the file that marks an environment as complete. */
export function markerFile(folder: string): string {
  return join(folder, MARKER);
}

/** Returns the text that marks an environment for `key` as complete. */
export function markerOf(key: InstallationKey): string {
  const marker = { layout: LAYOUT, ...key, requirements: normalise(key.requirements) };
  return `${JSON.stringify(marker, undefined, 2)}\n`;
}

/** An environment on the disk. */
export interface InstalledEnvironment {
  readonly folder: string;
  readonly usedMs: number;
}

/** Lists the complete environments below `home`, those used longest ago first. */
export async function listInstallations(home: string): Promise<readonly InstalledEnvironment[]> {
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
export async function removeInstallation(folder: string): Promise<void> {
  await withWorkFolder(folder, async (work) => {
    await moved(folder, join(work, 'old'));
  });
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
    throw new Failure(
      'environment',
      {
        message: `cannot create a folder in ${parent}: ${systemCode(error) ?? String(error)}`,
        hint: `Make it writable, or set ${HOME_VARIABLE} to a writable folder.`,
      },
      { cause: error },
    );
  }
}

function normalise(requirements: readonly string[]): readonly string[] {
  return [...new Set(requirements.map((text) => text.trim()))].toSorted();
}
