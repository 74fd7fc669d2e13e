import type { BuildContext } from '../context.ts';
import type { DirectoryStore } from '../store/directory.ts';
import { NO_EXCHANGE, openExchange, type Exchange } from '../store/exchange.ts';
import { pruneStore } from '../store/prune.ts';
import { remoteNames, type RemoteNames } from '../store/remote-names.ts';
import { formatSize } from '../store/size.ts';
import type { BuildRequest } from './request.ts';
import { namesOf, type Work } from './work.ts';

/** What a build calls its files in a remote. */
function namesFor({ preparation, jobs }: Work, { platform }: BuildContext): RemoteNames {
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
export function exchangeFor(
  work: Work,
  store: DirectoryStore,
  { remote }: BuildRequest,
  context: BuildContext,
): Exchange {
  if (remote === undefined) return NO_EXCHANGE;
  return openExchange(store, remote, namesFor(work, context), context.scratch, context.log);
}

/**
 * Ends what a build does with its store: hands on what it used to the remote, and prunes. Neither fails. Nothing is
 * done for a run that was interrupted.
 */
export async function keepResults(
  store: DirectoryStore,
  exchange: Exchange,
  { storeLimit }: BuildRequest,
  { signal, log }: BuildContext,
): Promise<void> {
  if (!signal.aborted) {
    await exchange.push(store.used);
    if (store.hasGrown()) {
      const { entries, bytes } = await pruneStore(store.directory, storeLimit, store.used);
      if (entries > 0)
        log.info(`${entries} results not used for long left the store (${formatSize(bytes)})`);
    }
  }
  await exchange.close();
}
