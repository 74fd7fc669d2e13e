import type { CompiledKernel } from '../toolchain/workers/protocol.ts';
import type { Failures, VariantFailure } from './drop-configs.ts';
import { launchFailures } from './limits.ts';
import type { ExpectedJob } from './expected/jobs.ts';
import type { Variant } from '../plan/variants.ts';
import { loadEntries, type Store } from './store/store.ts';
import { areOutputsOf, type ExpectedOutputs } from '../manifest/values/packing.ts';
import { type BuildWork, type RemainingWork, withoutFailing } from './work.ts';

/** Compiled kernels, by kernel hash. */
type Kernels = ReadonlyMap<string, CompiledKernel>;

/** Expected outputs, by the key of a case. */
type Outputs = ReadonlyMap<string, ExpectedOutputs>;

export interface StoredResults {
  readonly kernels: Kernels;
  /** Only of variants whose config may be dropped. */
  readonly failures: Failures;
  readonly outputs: Outputs;
}

/** The part of a build's work without a stored result. */
export interface MissingResults {
  readonly variants: readonly Variant[];
  readonly jobs: readonly ExpectedJob[];
}

/** What the store has of a build's results, and what has to be computed. */
export interface Standing {
  readonly stored: StoredResults;
  /** The work without the configs that are known to fail. */
  readonly known: RemainingWork;
  readonly missing: MissingResults;
}

/** Finds out what has to be computed. */
export async function readStanding(
  work: BuildWork,
  store: Store,
  manifestFile: string,
): Promise<Standing> {
  const { variants } = work.preparation;
  const stored = await load({ variants, jobs: work.jobs }, store);
  const known = await withoutFailing(work, stored.failures, manifestFile);
  const outputs = await loadOutputs(known.jobs, work.jobs, stored.outputs, store);
  const complete = { ...stored, outputs };
  return {
    stored: complete,
    known,
    missing: {
      variants: missingResults(work, stored).variants,
      jobs: missingResults(known, complete).jobs,
    },
  };
}

/** The hashes of variants whose config may be dropped: for these, a compile error is a result. */
function droppable(variants: readonly Variant[]): readonly string[] {
  return variants.flatMap(({ kernel, hash }) => (kernel.mayDropConfigs ? [hash] : []));
}

function missingResults(
  { preparation, jobs }: BuildWork,
  { kernels, failures, outputs }: StoredResults,
): MissingResults {
  return {
    variants: preparation.variants.filter(
      ({ kernel, hash }) => !kernels.has(hash) && !(kernel.mayDropConfigs && failures.has(hash)),
    ),
    jobs: jobs.filter(({ key }) => !outputs.has(key)),
  };
}

/** Loads the expected outputs of jobs that were not among those `asked` for before. */
export async function loadOutputs(
  jobs: readonly ExpectedJob[],
  asked: readonly ExpectedJob[],
  outputs: Outputs,
  store: Store,
): Promise<Outputs> {
  const before = new Set(asked.map(({ key }) => key));
  const added = jobs.filter(({ key }) => !before.has(key));
  if (added.length === 0) return outputs;
  return new Map([...outputs, ...(await loadExpected(store, added))]);
}

async function load({ variants, jobs }: MissingResults, store: Store): Promise<StoredResults> {
  const hashes = variants.map(({ hash }) => hash);
  const kernels = await loadEntries(store.kernels, hashes);
  const unknown = droppable(variants).filter((hash) => !kernels.has(hash));
  const compileErrors = await loadEntries(store.failures, unknown);
  return {
    kernels,
    failures: new Map<string, VariantFailure>([
      ...compileErrors,
      ...launchFailures(variants, kernels),
    ]),
    outputs: await loadExpected(store, jobs),
  };
}

function loadExpected(store: Store, jobs: readonly ExpectedJob[]): Promise<Outputs> {
  const cases = new Map(jobs.map(({ key, packaged }) => [key, packaged]));
  return loadEntries(store.expected, [...cases.keys()], (key, outputs) =>
    areOutputsOf(cases.get(key)?.buffers ?? {}, outputs),
  );
}
