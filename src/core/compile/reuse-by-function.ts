import type { ScratchContext } from '../base/context.ts';
import { mapConcurrently } from '../base/process.ts';
import { type CompileRequest, digestAll, withWorkerContext } from '../bridge/pool.ts';
import type { CompiledKernel, KernelSource, VariantJob } from '../bridge/protocol.ts';
import { functionHash } from '../plan/kernel-hash.ts';
import type { Variant } from '../plan/variants.ts';
import { type EntryName, entryName } from '../store/entry.ts';
import type { Store } from '../store/store.ts';

/** Entries read or written at a time. */
const AT_ONCE = 16;

interface ReuseRequest extends Pick<CompileRequest, 'python'> {
  /** Brings entries from elsewhere into the store, as far as they can be had. */
  readonly pull: (names: Iterable<EntryName>) => Promise<unknown>;
}

/** What was found of the variants that their own hash did not find, and the finer hash of those that have one. */
interface ReusedKernels {
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
export async function reuseByFunction(
  missing: readonly Variant[],
  store: FinerStore,
  request: ReuseRequest,
  context: ScratchContext,
): Promise<ReusedKernels> {
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
export async function storeAliases(
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
      const alias = digest === undefined ? undefined : functionHash(variant.inputs, digest);
      return alias === undefined ? [] : [[variant.hash, alias] as const];
    }),
  );
}

/** Seconds a kernel file may take to be imported; one that takes longer is left to the compile. */
const TIMEOUT = 120;

/**
 * The digests of the functions that jobs compile, by `functionKey`: of everything in Python that decides a function's
 * code and of nothing else in its file. A function that cannot be covered with certainty has none, nor has one
 * whose file cannot be imported.
 * @throws {Failure} `environment` when Triton cannot be started.
 */
export async function functionDigests(
  jobs: readonly VariantJob[],
  request: Pick<CompileRequest, 'python'>,
  context: ScratchContext,
): Promise<ReadonlyMap<string, string>> {
  const functions = [...new Map(jobs.map((job) => [functionKey(job.source), job])).values()];
  // A digest takes a millisecond, so one worker is enough.
  const settings = { python: request.python, jobs: 1, timeout: TIMEOUT };
  const digests = await withWorkerContext(settings, context, (pool) =>
    digestAll(
      functions.map(({ source, target }, id) => ({ id, source, target })),
      pool,
    ),
  );
  return new Map(
    functions.flatMap(({ source }, index) => {
      const digest = digests[index];
      return digest === undefined ? [] : [[functionKey(source), digest] as const];
    }),
  );
}

/** Names a function in a run. */
export function functionKey({ file, function: name }: KernelSource): string {
  return `${file}:${name}`;
}
