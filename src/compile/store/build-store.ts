import type { BuildContext, Log } from '../../base/context.ts';
import { formatSize, plural } from '../../base/text.ts';
import type { ExpectedJob } from '../expected/jobs.ts';
import type { Variant } from '../../plan/variants.ts';
import { explainMisses, reasonLines } from './explain.ts';
import { readHistory, timeOfCase, timeOfVariant, type Times } from './history.ts';
import { pruneStore } from './prune.ts';
import type { DirectoryStore } from './store.ts';
import type { BuildRequest } from '../work.ts';
import type { BaselineScope } from './baseline.ts';

/** Logs why each variant is missing, compared with the history of the package. */
export async function explainMissing(
  missing: readonly Variant[],
  packageName: string,
  { directory }: DirectoryStore,
  log: Log,
): Promise<void> {
  if (missing.length === 0) return;
  const history = await readHistory(directory, packageName);
  for (const line of reasonLines(explainMisses(missing, history))) log.info(line);
}

/** Returns the CPU times of results, by their keys, as the history keeps them. */
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

/** Prunes the store, and saves what the build used or made. Does neither after an interrupt. */
export async function saveResults(
  store: DirectoryStore,
  scope: BaselineScope,
  { cache, storeLimit }: Pick<BuildRequest, 'cache' | 'storeLimit'>,
  { signal, log, now }: Pick<BuildContext, 'log' | 'now' | 'signal'>,
): Promise<void> {
  if (signal.aborted) return;
  await cache?.save(scope, store);
  if (!store.hasGrown()) return;
  const { entries, bytes } = await pruneStore(store.directory, storeLimit, store.used, now());
  if (entries > 0)
    log.info(
      `removed ${plural(entries, 'least recently used result')} from the store (${formatSize(bytes)})`,
    );
}
