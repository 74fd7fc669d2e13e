import type { BuildContext, Log } from '../base/context.ts';
import { formatSize, plural } from '../base/text.ts';
import { selectionOf } from '../compile/hints.ts';
import type { Variant } from '../plan/variants.ts';
import { explainMisses, reasonLines } from '../store/explain.ts';
import { historyFile, readHistory, writeHistory } from '../store/history.ts';
import { pruneStore } from '../store/prune.ts';
import { type RemoteNames, remoteNames } from '../store/remote-names.ts';
import { NO_REMOTE, openRemoteSync, type RemoteSync } from '../store/remote.ts';
import type { DirectoryStore } from '../store/store.ts';
import { type BuildRequest, type BuildWork, entryNames } from './work.ts';

/** The store of a build and its remote. */
export interface BuildStore {
  readonly local: DirectoryStore;
  readonly remote: RemoteSync;
}

export function openStore(
  work: BuildWork,
  local: DirectoryStore,
  request: BuildRequest,
  context: BuildContext,
): BuildStore {
  const { log, scratch } = context;
  const remote =
    request.remote === undefined
      ? NO_REMOTE
      : openRemoteSync(local, request.remote, namesFor(work, context), scratch, log);
  return { local, remote };
}

function namesFor(
  { preparation, jobs }: BuildWork,
  { platform }: Pick<BuildContext, 'platform'>,
): RemoteNames {
  const { manifest, kernels, variants } = preparation;
  return remoteNames({
    platform: platform.os,
    arch: platform.arch,
    package: manifest.package,
    selection: selectionOf(kernels),
    plan: entryNames(variants, jobs),
  });
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

/** Records the build in the history, for the explanations of the next one. Never fails. */
export async function saveHistory(
  packageName: string,
  variants: readonly Variant[],
  { local: { directory }, remote }: BuildStore,
): Promise<void> {
  if (await writeHistory(directory, packageName, variants))
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
    await remote.push(local.used);
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
