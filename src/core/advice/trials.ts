import type { Log, ScratchContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import type { CompileRequest } from '../bridge/pool.ts';
import type { CompiledKernel } from '../bridge/protocol.ts';
import { compileVariants } from '../compile/compile.ts';
import type { Kernel, Specialisation } from '../model/kernel.ts';
import type { Preparation } from '../plan/prepare.ts';
import type { Variant } from '../plan/variants.ts';
import { entryName, type EntryName } from '../store/entry.ts';
import type { Store } from '../store/store.ts';
import { COMPARED_CONFIG, type Hints } from './assumed-hints.ts';

/**
 * Returns the code of variants by kernel hash, without those that do not compile or cannot be
 * compiled now.
 */
export type CompileTrials = (
  variants: readonly Variant[],
) => Promise<ReadonlyMap<string, CompiledKernel>>;

/** Where the code of trials comes from. */
export interface TrialSources {
  /** What the run has already, by kernel hash. */
  readonly known: ReadonlyMap<string, CompiledKernel>;
  readonly store: Pick<Store, 'kernels' | 'failures'>;
  /** Restores entries to the store, if they are kept elsewhere. */
  readonly pull: (names: readonly EntryName[]) => Promise<unknown>;
  /** Returns a Python with Triton; undefined if nothing is to be compiled. */
  readonly python: () => Promise<string | undefined>;
}

/** A variant that is compiled only to look at its code: a kernel with hints of our choice. */
export function trialOf(
  kernel: Kernel,
  hints: Hints,
  { heuristics }: Specialisation,
  plan: Preparation['plan'],
): Variant | undefined {
  const [trial] = plan({
    ...kernel,
    configs: kernel.configs.slice(COMPARED_CONFIG, COMPARED_CONFIG + 1),
    targets: kernel.targets.slice(0, 1),
    specialisations: [{ hints, heuristics }],
    // A compile error is a result, not an error of the manifest.
    mayDropConfigs: true,
  });
  return trial;
}

/**
 * Returns a function that finds the code of trials, and compiles and stores what is missing. It
 * asks for each trial once.
 */
export function trialCompiler(
  sources: TrialSources,
  request: Omit<CompileRequest, 'python'>,
  context: ScratchContext,
): CompileTrials {
  const kernels = new Map(sources.known);
  const asked = new Set(kernels.keys());
  return async (variants) => {
    const wanted = new Map(variants.map((variant) => [variant.hash, variant]));
    const fresh = [...wanted.values()].filter(({ hash }) => !asked.has(hash));
    for (const { hash } of fresh) asked.add(hash);
    const failed = await loadTrials(fresh, sources, kernels);
    const missing = fresh.filter(({ hash }) => !kernels.has(hash) && !failed.has(hash));
    const compiled = await compileTrials(missing, sources, request, context);
    for (const [hash, kernel] of compiled) kernels.set(hash, kernel);
    return new Map([...kernels].filter(([hash]) => wanted.has(hash)));
  };
}

/** Adds stored results to `kernels`. Returns the hashes of trials that do not compile. */
async function loadTrials(
  trials: readonly Variant[],
  { store, pull }: TrialSources,
  kernels: Map<string, CompiledKernel>,
): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  const load = async (hashes: readonly string[]): Promise<readonly string[]> => {
    const missing: string[] = [];
    for (const hash of hashes) {
      const kernel = await store.kernels.get(hash);
      if (kernel !== undefined) kernels.set(hash, kernel);
      else if ((await store.failures.get(hash)) !== undefined) failed.add(hash);
      else missing.push(hash);
    }
    return missing;
  };
  const missing = await load(trials.map(({ hash }) => hash));
  if (missing.length === 0) return failed;
  await pull(missing.flatMap((hash) => [entryName('kernel', hash), entryName('failure', hash)]));
  await load(missing);
  return failed;
}

async function compileTrials(
  missing: readonly Variant[],
  sources: TrialSources,
  request: Omit<CompileRequest, 'python'>,
  context: ScratchContext,
): Promise<ReadonlyMap<string, CompiledKernel>> {
  const python = missing.length === 0 ? undefined : await sources.python();
  if (python === undefined) return new Map();
  const { log } = context;
  return log.group(`Compile ${plural(missing.length, 'variant')} to compare with`, () =>
    tolerantly(log, async () => {
      const settings = { ...request, python };
      const { kernels } = await compileVariants(missing, sources.store, settings, context);
      return kernels;
    }),
  );
}

/** Without its trials a kernel is not compared, which is no reason to end a build. */
async function tolerantly(
  log: Log,
  compile: () => Promise<ReadonlyMap<string, CompiledKernel>>,
): Promise<ReadonlyMap<string, CompiledKernel>> {
  try {
    return await compile();
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'compile') throw error;
    log.info(`not compared: ${error.message}`);
    return new Map();
  }
}
