import type { BuildContext } from '../../base/context.ts';
import { formatSize, plural } from '../../base/text.ts';
import type { ExpectedJob } from '../expected/jobs.ts';
import type { Variant } from '../../plan/variants.ts';
import { timeOfCase, timeOfVariant, type Times, writeTimes } from './times.ts';
import { pruneStore } from './prune.ts';
import type { DirectoryStore } from './store.ts';
import type { BuildRequest } from '../work.ts';
import type { Plan } from '../../plan/plan.ts';
import { scopeOf } from '../../plan/selection.ts';

/** Adds the CPU times of results, by their keys, to those of the package. */
export async function saveTimes(
  { directory }: DirectoryStore,
  { manifest, variants }: Plan,
  jobs: readonly ExpectedJob[],
  seconds: ReadonlyMap<string, number>,
): Promise<void> {
  if (seconds.size === 0) return;
  await writeTimes(directory, manifest.package, timesOf(seconds, variants, jobs));
}

/** Returns the CPU times of results as the store keeps them. */
function timesOf(
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
  packageName: string,
  request: Pick<BuildRequest, 'cache' | 'only' | 'storeLimit' | 'targets' | 'triton'>,
  { signal, log, now }: Pick<BuildContext, 'log' | 'now' | 'signal'>,
): Promise<void> {
  if (signal.aborted) return;
  const { cache, storeLimit } = request;
  await cache?.save(scopeOf(packageName, request), store);
  if (!store.hasGrown()) return;
  const { entries, bytes } = await pruneStore(store.directory, storeLimit, store.used, now());
  if (entries > 0)
    log.info(
      `removed ${plural(entries, 'least recently used result')} from the store (${formatSize(bytes)})`,
    );
}
