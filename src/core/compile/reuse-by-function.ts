import type { ScratchContext } from '../base/context.ts';
import { mapConcurrently } from '../base/process.ts';
import { type CompileRequest, digestAll, withWorkerContext } from '../bridge/pool.ts';
import type { CompiledKernel, KernelSource, VariantJob } from '../bridge/protocol.ts';
import { functionHash } from '../plan/kernel-hash.ts';
import type { Variant } from '../plan/variants.ts';
import { entryName } from '../store/entry.ts';
import type { RemoteSync } from '../store/remote.ts';
import type { Store } from '../store/store.ts';

/** Entries read or written at once. */
const ENTRIES_AT_ONCE = 16;

type KernelStore = Pick<Store, 'kernels' | 'aliases'>;

interface ReusedKernels {
  /** The kernels found, by the kernel hash of the missing variant. */
  readonly found: ReadonlyMap<string, CompiledKernel>;
  /** The function hashes of the missing variants that have one, by kernel hash. */
  readonly functionHashes: ReadonlyMap<string, string>;
}

/**
 * Looks for stored kernels of variants whose file has changed, but not their function. Stores those
 * found under the new kernel hash as well, so that the next run needs no Triton.
 * @throws {Failure} `environment` if Triton cannot be started.
 */
export async function reuseByFunction(
  missing: readonly Variant[],
  store: KernelStore,
  remote: Pick<RemoteSync, 'pull'>,
  python: string,
  context: ScratchContext,
): Promise<ReusedKernels> {
  const jobs = missing.map(({ job }) => job);
  const digests = await functionDigests(jobs, { python }, context);
  const hashes = functionHashes(missing, ({ job }) => digests.get(functionKey(job.source)));
  await remote.pull([...hashes.values()].map((alias) => entryName('alias', alias)));
  const earlier = new Map<string, string>();
  await mapConcurrently([...hashes], ENTRIES_AT_ONCE, async ([hash, alias]) => {
    const stored = await store.aliases.get(alias);
    if (stored !== undefined) earlier.set(hash, stored);
  });
  await remote.pull([...earlier.values()].map((stored) => entryName('kernel', stored)));
  const found = new Map<string, CompiledKernel>();
  await mapConcurrently([...hashes], ENTRIES_AT_ONCE, async ([hash, alias]) => {
    const stored = earlier.get(hash);
    const kernel = stored === undefined ? undefined : await store.kernels.get(stored);
    if (kernel === undefined) return;
    found.set(hash, kernel);
    await store.kernels.put(hash, kernel);
    // The entry it named before is not used any more, and pruned one day.
    await store.aliases.put(alias, hash);
  });
  return { found, functionHashes: hashes };
}

/** Stores the function hashes of compiled kernels. `digests` are by kernel hash. */
export async function storeAliases(
  compiled: readonly Variant[],
  digests: ReadonlyMap<string, string>,
  store: KernelStore,
): Promise<void> {
  const hashes = functionHashes(compiled, ({ hash }) => digests.get(hash));
  await mapConcurrently([...hashes], ENTRIES_AT_ONCE, ([hash, alias]) =>
    store.aliases.put(alias, hash),
  );
}

/** Function hashes by kernel hash, of the variants that have one. */
function functionHashes(
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

/** The time limit for importing a kernel file, in seconds. Slower files are compiled instead. */
const IMPORT_TIMEOUT = 120;

/**
 * Computes the digests of the functions that jobs compile, by `functionKey`. A digest covers
 * everything in Python that affects the function's code, and nothing else in its file. Functions
 * for which that is uncertain have none, and neither have those whose file cannot be imported.
 * @throws {Failure} `environment` if Triton cannot be started.
 */
export async function functionDigests(
  jobs: readonly VariantJob[],
  request: Pick<CompileRequest, 'python'>,
  context: ScratchContext,
): Promise<ReadonlyMap<string, string>> {
  const functions = [...new Map(jobs.map((job) => [functionKey(job.source), job])).values()];
  // A digest takes a millisecond, so one worker is enough.
  const settings = { python: request.python, jobs: 1, timeout: IMPORT_TIMEOUT };
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

/** Identifies a function within one run. */
export function functionKey({ file, function: name }: KernelSource): string {
  return `${file}:${name}`;
}
