import type { BuildContext, Log } from '../base/context.ts';
import { formatSize } from '../base/text.ts';
import { explainMisses, reasonLines } from '../store/explain.ts';
import { type History, historyFile, readHistory, writeHistory } from '../store/history.ts';
import { pruneStore } from '../store/prune.ts';
import { type RemoteNames, remoteNames } from '../store/remote-names.ts';
import { NO_REMOTE, openRemoteSync, type RemoteSync } from '../store/remote.ts';
import type { DirectoryStore } from '../store/store.ts';
import { type BuildRequest, namesOf, type PlannedWork } from './request.ts';
import type { MissingResults } from './stages.ts';

/** What a build calls its files in a remote. */
function namesFor(
  { preparation, jobs }: PlannedWork,
  { platform }: Pick<BuildContext, 'platform'>,
): RemoteNames {
  const { manifest, variants } = preparation;
  return remoteNames({
    platform: platform.os,
    arch: platform.arch,
    package: manifest.package,
    selection: [...new Set(variants.map(({ kernel, target }) => `${kernel.name} ${target.name}`))],
    plan: namesOf(variants, jobs),
  });
}

/** What the store of a build exchanges with the remote of its request. */
export function remoteSyncFor(
  work: PlannedWork,
  store: DirectoryStore,
  { remote }: BuildRequest,
  context: Pick<BuildContext, 'log' | 'platform' | 'scratch'>,
): RemoteSync {
  if (remote === undefined) return NO_REMOTE;
  return openRemoteSync(store, remote, namesFor(work, context), context.scratch, context.log);
}

/**
 * Ends what a build does with its store: hands on what it used to the remote, and prunes. Neither fails. Nothing is
 * done for a run that was interrupted.
 */
export async function saveResults(
  store: DirectoryStore,
  exchange: RemoteSync,
  { storeLimit }: BuildRequest,
  { signal, log, now }: Pick<BuildContext, 'log' | 'now' | 'signal'>,
): Promise<void> {
  if (!signal.aborted) {
    await exchange.push(store.used);
    if (store.hasGrown()) {
      const { entries, bytes } = await pruneStore(store.directory, storeLimit, store.used, now());
      if (entries > 0)
        log.info(`${entries} results not used for long left the store (${formatSize(bytes)})`);
    }
  }
  await exchange.close();
}

/**
 * Says why each variant is missing, and gives what is known of earlier builds: by the store, or on a machine that has
 * built nothing of the package yet, by the remote.
 */
export async function explainMissing(
  { variants }: MissingResults,
  { preparation: { manifest } }: PlannedWork,
  { directory }: DirectoryStore,
  exchange: RemoteSync,
  log: Log,
): Promise<History> {
  if (variants.length === 0) return new Map();
  let history = await readHistory(directory, manifest.package);
  if (history.size === 0) {
    await exchange.pullHistory(historyFile(directory, manifest.package));
    history = await readHistory(directory, manifest.package);
  }
  for (const line of reasonLines(explainMisses(variants, history))) log.info(line);
  return history;
}

/** Keeps what the build covered, for the next one's explanations. Never fails. */
export async function saveHistory(
  { preparation: { manifest, variants } }: PlannedWork,
  { directory }: DirectoryStore,
  exchange: RemoteSync,
): Promise<void> {
  if (await writeHistory(directory, manifest.package, variants))
    await exchange.pushHistory(historyFile(directory, manifest.package));
}
