import type { BuildContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { plural } from '../base/text.ts';
import { memoryNote } from '../base/workers.ts';
import { type CompileRequest, compileVariants } from './compile.ts';
import type { VariantFailure } from './drop-configs.ts';
import { workShare } from './estimate.ts';
import { launchFailures } from './limits.ts';
import { computeExpected } from './expected/compute.ts';
import { readPacked } from './expected/pack-cases.ts';
import type { Variant } from '../plan/variants.ts';
import { entryName } from './store/entry.ts';
import type { Times } from './store/times.ts';
import type { Store } from './store/store.ts';
import type { MissingResults, StoredResults } from './results.ts';
import type { Work } from './work.ts';

interface ComputeRequest extends Omit<CompileRequest, 'onResult'> {
  /** Called with the CPU time of each result, by its key in the store. */
  readonly onTime: (key: string, cpuSeconds: number) => void;
  /** The times of earlier builds, for the time left. */
  readonly times: Times;
  /** True if outputs are computed even if a variant does not compile. Default: no more then. */
  readonly triesAll?: boolean;
}

/**
 * Computes expected outputs while variants compile, with `jobs` workers in all, and stores each result
 * at once. Returns why variants that may be dropped do not compile, or cannot be launched.
 * @throws {Failure} `compile` with everything that failed, after all variants have been tried.
 */
export async function computeMissing(
  { variants, jobs }: MissingResults,
  { plan, cases }: Work,
  store: Store,
  { triesAll = false, onTime, times, ...request }: ComputeRequest,
  context: BuildContext,
): Promise<StoredResults> {
  const compiles = new Set(variants.map(({ hash }) => hash)).size;
  const outputs = new Set(jobs.map(({ key }) => key)).size;
  if (compiles + outputs === 0)
    return { kernels: new Map(), failures: new Map(), outputs: new Map() };
  const shareAfter = workShare(variants, jobs, times);
  let done = 0;
  const onResult =
    (kind: 'kernel' | 'expected') =>
    (label: string, key: string, cpuSeconds: number): void => {
      onTime(key, cpuSeconds);
      const share = shareAfter(entryName(kind, key), cpuSeconds);
      // Outputs are not what people ask for. They count if there is nothing else.
      if (kind === 'kernel' || compiles === 0) done += 1;
      context.log.progress(done, compiles || outputs, label, share);
    };
  const stop = new AbortController();
  // Outputs usually take little time: one worker begins with them, and any that variants do not need.
  const ahead = Math.max(request.jobs - compiles, Math.min(request.jobs - 1, outputs, 1));

  const compile = async (): Promise<Omit<StoredResults, 'outputs'>> => {
    const settings = {
      ...request,
      onResult: onResult('kernel'),
      mayStart: async (worker: number) =>
        worker < request.jobs - ahead || Promise.allSettled([computing]),
    };
    try {
      return await compileAndLog(variants, store, settings, context);
    } catch (error) {
      if (!triesAll) stop.abort(error);
      throw error;
    }
  };
  const compute = async (): Promise<StoredResults['outputs']> => {
    if (jobs.length === 0) return new Map();
    const settings = {
      ...request,
      onResult: onResult('expected'),
      mayStart: async (worker: number) => worker < ahead || Promise.allSettled([compiling]),
    };
    const { document } = plan.manifest;
    return computeExpected(
      jobs,
      store.expected,
      document,
      settings,
      { ...context, signal: AbortSignal.any([context.signal, stop.signal]) },
      readPacked(cases),
    );
  };
  let compiling: ReturnType<typeof compile>;
  let computing: ReturnType<typeof compute>;
  return context.log.group(titleOf(variants.length, jobs.length), async () => {
    [compiling, computing] = [compile(), compute()];
    const ends = await Promise.allSettled([compiling, computing]);
    const [kernels, results] = ends;
    if (kernels.status === 'fulfilled' && results.status === 'fulfilled')
      return { ...kernels.value, outputs: results.value };
    throw joinErrors(
      ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : [])),
    );
  });
}

/** Compiles variants, and logs how long that took. */
async function compileAndLog(
  variants: readonly Variant[],
  store: Store,
  request: CompileRequest,
  context: BuildContext,
): Promise<Omit<StoredResults, 'outputs'>> {
  if (variants.length === 0) return { kernels: new Map(), failures: new Map() };
  const { log, now } = context;
  const note = variants.length > request.jobs ? memoryNote(request.jobs) : undefined;
  if (note !== undefined) log.detail(note);
  const start = now();
  const compiled = await compileVariants(variants, store, request, context);
  const { kernels, failures, cpuSeconds } = compiled;
  const seconds = (now() - start) / 1000;
  log.detail(
    `${plural(variants.length, 'variant')}: ${cpuSeconds.toFixed(1)} s of CPU time in ${seconds.toFixed(1)} s, with ${plural(request.jobs, 'worker')}`,
  );
  const cannotLaunch = launchFailures(variants, kernels);
  return { kernels, failures: new Map<string, VariantFailure>([...failures, ...cannotLaunch]) };
}

/** Joins what did not compile and cases that failed, unless something else ends the build. */
function joinErrors(errors: readonly unknown[]): unknown {
  // A compile that fails ends the other with the same error.
  const failures = [...new Set(errors)].filter((error) => error instanceof Failure);
  const other = errors.find((error) => !(error instanceof Failure && error.kind === 'compile'));
  if (other !== undefined || failures.length === 1) return other ?? failures[0];
  return new Failure(
    'compile',
    failures.flatMap(({ problems }) => problems),
    { summary: failures.flatMap(({ summary }) => summary ?? []).join('; ') },
  );
}

function titleOf(variants: number, cases: number): string {
  const outputs = `the expected outputs of ${plural(cases, 'case')}`;
  if (variants === 0) return `Compute ${outputs}`;
  const compile = `Compile ${plural(variants, 'variant')}`;
  return cases === 0 ? compile : `${compile} and compute ${outputs}`;
}
