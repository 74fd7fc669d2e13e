import type { BuildContext, ScratchContext } from '../base/context.ts';
import { mapConcurrently } from '../base/process.ts';
import type { CompileRequest } from '../bridge/pool.ts';
import type { CompiledKernel } from '../bridge/protocol.ts';
import { compileVariants } from '../compile/compile.ts';
import { reuseByFunction, storeAliases } from '../compile/reuse-by-function.ts';
import { computeExpected } from '../expected/compute.ts';
import type { ExpectedJob } from '../expected/jobs.ts';
import { readPacked } from '../expected/pack-cases.ts';
import type { Variant } from '../plan/variants.ts';
import type { History } from '../store/history.ts';
import type { RemoteSync } from '../store/remote.ts';
import type { Store, StoreSection } from '../store/store.ts';
import type { ExpectedOutputs } from '../testdata/packing.ts';
import { manifestToolchain } from '../toolchain/toolchain.ts';
import { type BuildRequest, namesOf, type PlannedWork } from './request.ts';

/** Finds or installs Triton and gives the Python that has it; undefined where nothing is to be run. */
export async function toolchainFor(
  { variants, jobs }: MissingResults,
  { preparation }: PlannedWork,
  request: BuildRequest,
  context: BuildContext,
): Promise<string | undefined> {
  if (variants.length + jobs.length === 0) return undefined;
  const { manifest } = preparation;
  const { python } = await context.log.group(`Install Triton ${manifest.triton}`, () =>
    manifestToolchain(manifest, request.python, context),
  );
  return python;
}

/** Kernels that are missing only since something else in their file has changed. Gives them by hash. */
export async function findUnchanged(
  missing: readonly Variant[],
  history: History,
  store: Store,
  exchange: RemoteSync,
  { python }: Pick<CompileRequest, 'python'>,
  context: ScratchContext,
): Promise<ReadonlyMap<string, CompiledKernel>> {
  // Without an earlier build there is nothing to find.
  if (missing.length === 0 || history.size === 0) return new Map();
  const { log } = context;
  return log.group('Look for kernels whose functions have not changed', async () => {
    const { found } = await reuseByFunction(
      missing,
      store,
      { python, pull: (names) => exchange.pull(names) },
      context,
    );
    log.info(`${found.size} of ${missing.length} variants are as they were`);
    return found;
  });
}

/** Compiles and stores. @throws {Failure} `compile` with what does not compile, after everything else has. */
export async function compileMissing(
  missing: readonly Variant[],
  store: Store,
  request: CompileRequest,
  context: BuildContext,
): Promise<ReadonlyMap<string, CompiledKernel>> {
  if (missing.length === 0) return new Map();
  const { log } = context;
  return log.group(`Compile ${missing.length} variants`, async () => {
    const start = context.now();
    const compiled = await compileVariants(missing, store.kernels, request, context);
    const { kernels, digests, cpuSeconds } = compiled;
    await storeAliases(missing, digests, store);
    const seconds = (context.now() - start) / 1000;
    log.info(
      `${cpuSeconds.toFixed(1)} s of compiling in ${seconds.toFixed(1)} s on ${request.jobs} workers`,
    );
    return kernels;
  });
}

/** Computes and stores. @throws {Failure} `compile` with what could not be computed. */
export async function computeMissing(
  missing: readonly ExpectedJob[],
  { preparation, cases }: PlannedWork,
  store: Store,
  request: CompileRequest,
  context: ScratchContext,
): Promise<ReadonlyMap<string, ExpectedOutputs>> {
  if (missing.length === 0) return new Map();
  const { document } = preparation.manifest;
  return context.log.group(`Compute expected outputs of ${missing.length} cases`, () =>
    computeExpected(missing, store.expected, document, request, context, readPacked(cases)),
  );
}

/** Results by kernel hash, and by the key of a case. */
export interface StoredResults {
  readonly kernels: ReadonlyMap<string, CompiledKernel>;
  readonly outputs: ReadonlyMap<string, ExpectedOutputs>;
}

/** What of some work has no result yet. */
export interface MissingResults {
  readonly variants: readonly Variant[];
  readonly jobs: readonly ExpectedJob[];
}

/** The results that the store has, or can get from elsewhere. Only what it lacks is looked for there. */
export async function loadStored(
  work: PlannedWork,
  store: Store,
  exchange: RemoteSync,
): Promise<StoredResults> {
  const { variants } = work.preparation;
  const local = await load({ variants, jobs: work.jobs }, store);
  const missing = missingOf(work, local);
  const pulled = await exchange.pull(namesOf(missing.variants, missing.jobs));
  return pulled.size === 0 ? local : mergeResults(local, await load(missing, store));
}

export function missingOf(
  { preparation, jobs }: PlannedWork,
  { kernels, outputs }: StoredResults,
): MissingResults {
  return {
    variants: preparation.variants.filter(({ hash }) => !kernels.has(hash)),
    jobs: jobs.filter(({ key }) => !outputs.has(key)),
  };
}

function mergeResults(a: StoredResults, b: StoredResults): StoredResults {
  return {
    kernels: new Map([...a.kernels, ...b.kernels]),
    outputs: new Map([...a.outputs, ...b.outputs]),
  };
}

/** Entries that are read at once: more than the threads that Node reads files with gains nothing. */
const READS = 8;

async function load({ variants, jobs }: MissingResults, store: Store): Promise<StoredResults> {
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
  shelf: StoreSection<T>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, T>> {
  const found = new Map<string, T>();
  await mapConcurrently([...new Set(hashes)], READS, async (hash) => {
    const value = await shelf.get(hash);
    if (value !== undefined) found.set(hash, value);
  });
  return found;
}
