import type { ExpectedJob } from '../cases/expected-job.ts';
import type { ExpectedOutputs } from '../cases/outputs.ts';
import type { CompiledKernel } from '../compile/job.ts';
import { mapConcurrently } from '../concurrency.ts';
import type { Variant } from '../plan.ts';
import type { Exchange } from '../store/exchange.ts';
import type { Shelf, Store } from '../store/store.ts';
import { namesOf, type Work } from './work.ts';

/** Results by kernel hash, and by the key of a case. */
export interface Results {
  readonly kernels: ReadonlyMap<string, CompiledKernel>;
  readonly outputs: ReadonlyMap<string, ExpectedOutputs>;
}

/** What of some work has no result yet. */
export interface Missing {
  readonly variants: readonly Variant[];
  readonly jobs: readonly ExpectedJob[];
}

/** The results that the store has, or can get from elsewhere. Only what it lacks is looked for there. */
export async function loadStored(work: Work, store: Store, exchange: Exchange): Promise<Results> {
  const { variants } = work.preparation;
  const local = await load({ variants, jobs: work.jobs }, store);
  const missing = missingOf(work, local);
  const pulled = await exchange.pull(namesOf(missing.variants, missing.jobs));
  return pulled.size === 0 ? local : mergeResults(local, await load(missing, store));
}

export function missingOf({ preparation, jobs }: Work, { kernels, outputs }: Results): Missing {
  return {
    variants: preparation.variants.filter(({ hash }) => !kernels.has(hash)),
    jobs: jobs.filter(({ key }) => !outputs.has(key)),
  };
}

function mergeResults(a: Results, b: Results): Results {
  return {
    kernels: new Map([...a.kernels, ...b.kernels]),
    outputs: new Map([...a.outputs, ...b.outputs]),
  };
}

/** Entries that are read at once: more than the threads that Node reads files with gains nothing. */
const READS = 8;

async function load({ variants, jobs }: Missing, store: Store): Promise<Results> {
  return {
    kernels: await loadShelf(
      store.kernels,
      variants.map(({ hash }) => hash),
    ),
    outputs: await loadShelf(
      store.expected,
      jobs.map(({ key }) => key),
    ),
  };
}

async function loadShelf<T>(
  shelf: Shelf<T>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  await mapConcurrently([...new Set(hashes)], READS, async (hash) => {
    const value = await shelf.get(hash);
    if (value !== undefined) found.set(hash, value);
  });
  return found;
}
