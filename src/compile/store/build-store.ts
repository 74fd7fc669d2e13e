import { existsSync } from 'node:fs';
import type { BuildContext, Log } from '../../base/context.ts';
import { formatSize, plural } from '../../base/text.ts';
import type { ExpectedJob } from '../expected/jobs.ts';
import type { Kernel } from '../../manifest/terms/kernel.ts';
import type { Variant } from '../../plan/variants.ts';
import { parseEntryName } from './entry.ts';
import { explainMisses, reasonLines } from './explain.ts';
import {
  historyFile,
  readHistory,
  readTimes,
  timeOfCase,
  timeOfVariant,
  type Times,
  writeHistory,
} from './history.ts';
import { pruneStore } from './prune.ts';
import { remoteNames } from './remote-names.ts';
import { NO_REMOTE, openRemoteSync, type RemoteSync } from './remote.ts';
import type { DirectoryStore } from './store.ts';
import { type BuildRequest, type BuildWork, entryNames } from '../work.ts';

/** The store of a build and its remote. */
export interface BuildStore {
  readonly local: DirectoryStore;
  readonly remote: RemoteSync;
}

/** Opens the remote of a build, once: it is also asked for hints, before the build is planned. */
export type RemoteOpener = (
  packageName: string,
  kernels: readonly Pick<Kernel, 'name' | 'targets'>[],
  plan: readonly string[],
) => RemoteSync;

export function remoteOpener(
  local: DirectoryStore,
  { remote }: Pick<BuildRequest, 'remote'>,
  { platform, log, scratch }: BuildContext,
): RemoteOpener {
  let opened: RemoteSync | undefined;
  return (packageName, kernels, plan) => {
    if (remote === undefined) return NO_REMOTE;
    const names = remoteNames({
      platform: platform.os,
      arch: platform.arch,
      package: packageName,
      selection: kernels.flatMap(({ name, targets }) =>
        targets.map((target) => `${name} ${target.name}`),
      ),
      plan,
    });
    return (opened ??= openRemoteSync(local, remote, names, scratch, log));
  };
}

export function openStore(
  { preparation, jobs }: BuildWork,
  local: DirectoryStore,
  openRemote: RemoteOpener,
): BuildStore {
  const { manifest, kernels, variants } = preparation;
  // As for a build that asks for hints first.
  const keys = kernels.flatMap(({ automatic }) => automatic?.key ?? []);
  const plan = keys.length > 0 ? keys : entryNames(variants, jobs);
  return { local, remote: openRemote(manifest.package, kernels, plan) };
}

/**
 * Logs why each variant is missing, compared with the history of the package: that of the store or,
 * if the package has not been built on this machine, of the remote.
 */
export async function explainMissing(
  missing: readonly Variant[],
  packageName: string,
  { local: { directory }, remote }: BuildStore,
  log: Log,
): Promise<void> {
  if (missing.length === 0) return;
  let history = await readHistory(directory, packageName);
  if (history.size === 0) {
    await remote.pullHistory(historyFile(directory, packageName));
    history = await readHistory(directory, packageName);
  }
  for (const line of reasonLines(explainMisses(missing, history))) log.info(line);
}

/** How long the results of a package took when they were computed: as the store or the remote knows. */
export async function knownTimes(
  packageName: string,
  { local: { directory }, remote }: BuildStore,
): Promise<Times> {
  const file = historyFile(directory, packageName);
  if (!existsSync(file)) await remote.pullHistory(file);
  return readTimes(directory, packageName);
}

/** The CPU times of results, by their keys, as the history keeps them. */
export function timesOf(
  seconds: ReadonlyMap<string, number>,
  variants: readonly Variant[],
  jobs: readonly ExpectedJob[],
): Times {
  const times = new Map<string, Map<string, number>>();
  const add = (kernel: string, name: string, key: string): void => {
    const measured = seconds.get(key);
    if (measured === undefined) return;
    const own = times.get(kernel) ?? new Map<string, number>();
    times.set(kernel, own.set(name, Math.round(measured * 1000) / 1000));
  };
  for (const variant of variants) add(variant.kernel.name, timeOfVariant(variant), variant.hash);
  for (const { kernel, smokeCase, key } of jobs) add(kernel.name, timeOfCase(smokeCase.name), key);
  return times;
}

/** Records the build in the history, for the explanations of the next one. Never fails. */
export async function saveHistory(
  packageName: string,
  variants: readonly Variant[],
  times: Times,
  { local: { directory }, remote }: BuildStore,
): Promise<void> {
  if (await writeHistory(directory, packageName, variants, times))
    await remote.pushHistory(historyFile(directory, packageName));
}

/**
 * Saves the results that the build used or made to the remote, prunes the store, and closes the
 * remote. After an interrupt it only closes the remote. Never fails.
 */
export async function saveResults(
  { local, remote }: BuildStore,
  limit: number,
  { signal, log, now }: Pick<BuildContext, 'log' | 'now' | 'signal'>,
): Promise<void> {
  if (!signal.aborted) {
    // Compressing cubins again is quicker than fetching them compressed.
    await remote.push([...local.used].filter((name) => parseEntryName(name).kind !== 'packed'));
    if (local.hasGrown()) {
      const { entries, bytes } = await pruneStore(local.directory, limit, local.used, now());
      if (entries > 0)
        log.info(
          `removed ${plural(entries, 'least recently used result')} from the store (${formatSize(bytes)})`,
        );
    }
  }
  await remote.close();
}
