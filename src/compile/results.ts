import type { CompiledKernel } from '../toolchain/wire/compiled-kernel.ts';
import type { Failures, VariantFailure } from './drop-configs.ts';
import { launchFailures } from './limits.ts';
import type { ExpectedJob } from './expected/jobs.ts';
import type { Variant } from '../plan/variants.ts';
import type { Store } from './store/store.ts';
import { areOutputsOf, type ExpectedOutputs } from '../manifest/values/packing.ts';
import { type Work, type RemainingWork, withoutFailing } from './work.ts';

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

/** The results of a build that are known, and the work that they leave. */
export interface Progress {
  readonly results: StoredResults;
  /** The work without the configs that fail. */
  readonly remaining: RemainingWork;
  /** The variants and jobs without a result. */
  readonly missing: MissingResults;
}

/** Reads the results that the store has. */
export async function readProgress(work: Work, store: Store): Promise<Progress> {
  const { variants } = work.plan;
  const stored = await load({ variants, jobs: work.jobs }, store);
  return dropFailing(work, stored, work.jobs, store);
}

/** Drops configs that fail. Loads the outputs of cases that were not among those `asked` for before. */
export async function dropFailing(
  work: Work,
  results: StoredResults,
  asked: readonly ExpectedJob[],
  store: Store,
): Promise<Progress> {
  const remaining = await withoutFailing(work, results.failures);
  const outputs = await loadOutputs(remaining.jobs, asked, results.outputs, store);
  const complete = { ...results, outputs };
  const { variants } = missingResults(work, complete);
  const { jobs } = missingResults(remaining, complete);
  return { results: complete, remaining, missing: { variants, jobs } };
}

/** The hashes of variants whose config may be dropped: for these, a compile error is a result. */
function droppable(variants: readonly Variant[]): readonly string[] {
  return variants.flatMap(({ kernel, hash }) => (kernel.mayDropConfigs ? [hash] : []));
}

function missingResults(
  { plan, jobs }: Work,
  { kernels, failures, outputs }: StoredResults,
): MissingResults {
  return {
    variants: plan.variants.filter(
      ({ kernel, hash }) => !kernels.has(hash) && !(kernel.mayDropConfigs && failures.has(hash)),
    ),
    jobs: jobs.filter(({ key }) => !outputs.has(key)),
  };
}

/** Loads the expected outputs of jobs that were not among those `asked` for before. */
async function loadOutputs(
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
  const kernels = await store.kernels.load(hashes);
  const unknown = droppable(variants).filter((hash) => !kernels.has(hash));
  const compileErrors = await store.failures.load(unknown);
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
  return store.expected.load([...cases.keys()], (key, outputs) =>
    areOutputsOf(cases.get(key)?.buffers ?? {}, outputs),
  );
}
