import { functionDigests, functionKey } from './compile/digest.ts';
import type { CompiledKernel } from './compile/job.ts';
import type { CompileRequest } from './compile/variants.ts';
import { mapConcurrently } from './concurrency.ts';
import type { BuildContext } from './context.ts';
import { finerHash } from './finer-hash.ts';
import type { Variant } from './plan.ts';
import { entryName, type EntryName } from './store/name.ts';
import type { Store } from './store/store.ts';

/** Entries read or written at a time. */
const AT_ONCE = 16;

export interface FinerRequest extends Pick<CompileRequest, 'python'> {
  /** Brings entries from elsewhere into the store, as far as they can be had. */
  readonly pull: (names: Iterable<EntryName>) => Promise<unknown>;
}

/** What was found of the variants that their own hash did not find, and the finer hash of those that have one. */
export interface FinerResults {
  /** By kernel hash. */
  readonly found: ReadonlyMap<string, CompiledKernel>;
  readonly finer: ReadonlyMap<string, string>;
}

type FinerStore = Pick<Store, 'kernels' | 'aliases'>;

/**
 * Looks for kernels whose file has changed but not the function: those found are kept under their new hash as well, so
 * that the next run needs no Triton.
 * @throws {Failure} `environment` when Triton cannot be started.
 */
export async function resolveFiner(
  missing: readonly Variant[],
  store: FinerStore,
  request: FinerRequest,
  context: BuildContext,
): Promise<FinerResults> {
  const found = new Map<string, CompiledKernel>();
  const jobs = missing.map(({ job }) => job);
  const digests = await functionDigests(jobs, request, context);
  const finer = finerHashes(missing, ({ job }) => digests.get(functionKey(job.source)));
  await request.pull([...finer.values()].map((alias) => entryName('alias', alias)));
  const older = new Map<string, string>();
  await mapConcurrently([...finer], AT_ONCE, async ([hash, alias]) => {
    const stored = await store.aliases.get(alias);
    if (stored !== undefined) older.set(hash, stored);
  });
  await request.pull([...older.values()].map((stored) => entryName('kernel', stored)));
  await mapConcurrently([...finer], AT_ONCE, async ([hash, alias]) => {
    const stored = older.get(hash);
    const kernel = stored === undefined ? undefined : await store.kernels.get(stored);
    if (kernel === undefined) return;
    found.set(hash, kernel);
    await store.kernels.put(hash, kernel);
    // The entry it named until now grows old and goes.
    await store.aliases.put(alias, hash);
  });
  return { found, finer };
}

/** Lets later builds find kernels that were just compiled; `digests` came with them, by kernel hash. */
export async function keepAliases(
  compiled: readonly Variant[],
  digests: ReadonlyMap<string, string>,
  store: FinerStore,
): Promise<void> {
  const finer = finerHashes(compiled, ({ hash }) => digests.get(hash));
  await mapConcurrently([...finer], AT_ONCE, ([hash, alias]) => store.aliases.put(alias, hash));
}

/** By kernel hash. */
function finerHashes(
  variants: readonly Variant[],
  digestOf: (variant: Variant) => string | undefined,
): Map<string, string> {
  return new Map(
    variants.flatMap((variant) => {
      const digest = digestOf(variant);
      const alias = digest === undefined ? undefined : finerHash(variant.inputs, digest);
      return alias === undefined ? [] : [[variant.hash, alias] as const];
    }),
  );
}
