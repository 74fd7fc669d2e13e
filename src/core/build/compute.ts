import type { BuildContext, Count } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { stepCounter } from '../base/progress.ts';
import { plural } from '../base/text.ts';
import { memoryNote } from '../base/workers.ts';
import type { CompileRequest } from '../bridge/pool.ts';
import { compileVariants } from '../compile/compile.ts';
import type { VariantFailure } from '../compile/drop-configs.ts';
import { launchFailures } from '../compile/limits.ts';
import { computeExpected } from '../expected/compute.ts';
import { readPacked } from '../expected/pack-cases.ts';
import type { Variant } from '../plan/variants.ts';
import type { Store } from '../store/store.ts';
import type { MissingResults, StoredResults } from './results.ts';
import type { BuildWork } from './work.ts';

interface ComputeRequest extends CompileRequest {
  /** Whether outputs are computed even if a variant does not compile. Default: no more then. */
  readonly triesAll?: boolean;
}

/**
 * Computes expected outputs while variants compile, with `jobs` workers in all, and stores each result
 * at once. Returns why variants that may be dropped do not compile, or cannot be launched.
 * @throws {Failure} `compile` with everything that failed, after all variants have been tried.
 */
export async function computeMissing(
  missing: MissingResults,
  { preparation, cases }: BuildWork,
  store: Store,
  { triesAll = false, ...request }: ComputeRequest,
  context: BuildContext,
): Promise<StoredResults> {
  const { variants, jobs } = missing;
  const compiles = new Set(variants.map(({ hash }) => hash)).size;
  const outputs = new Set(jobs.map(({ key }) => key)).size;
  if (compiles + outputs === 0)
    return { kernels: new Map(), failures: new Map(), outputs: new Map() };
  const onStep = stepCounter(compiles + outputs, context.log);
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  // Outputs take little time, so that one worker at first, and any that no variant needs, are enough.
  const spare = Math.max(request.jobs - compiles, Math.min(outputs, 1));
  const [compiled, computed] = [gate(), gate()];

  const compile = async (): Promise<Omit<StoredResults, 'outputs'>> => {
    const mayStart = (worker: number): Promise<void> | undefined =>
      worker < request.jobs - spare ? undefined : computed.isOpen;
    try {
      return await compileMissing(variants, store, { ...request, onStep, mayStart }, context);
    } catch (error) {
      if (!triesAll) stop.abort(error);
      throw error;
    } finally {
      compiled.open();
    }
  };
  const compute = async (): Promise<StoredResults['outputs']> => {
    if (jobs.length === 0) return new Map();
    const mayStart = (worker: number): Promise<void> | undefined =>
      worker < spare ? undefined : compiled.isOpen;
    const settings = { ...request, onStep, mayStart, onIdle: computed.open };
    const { document } = preparation.manifest;
    const data = readPacked(cases);
    return computeExpected(jobs, store.expected, document, settings, { ...context, signal }, data);
  };
  return context.log.group(
    titleOf(variants.length, jobs.length),
    async () => {
      const ends = await Promise.allSettled([compile(), compute().finally(computed.open)]);
      const [kernels, results] = ends;
      if (kernels.status === 'fulfilled' && results.status === 'fulfilled')
        return { ...kernels.value, outputs: results.value };
      throw joinErrors(
        ends.flatMap((end): unknown[] => (end.status === 'rejected' ? [end.reason] : [])),
      );
    },
    () => countOf(variants.length, jobs.length),
  );
}

interface Gate {
  readonly isOpen: Promise<void>;
  readonly open: () => void;
}

/** What others wait for. */
function gate(): Gate {
  let open = (): void => undefined;
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open };
}

async function compileMissing(
  variants: readonly Variant[],
  store: Store,
  request: CompileRequest,
  { log, now, ...context }: BuildContext,
): Promise<Omit<StoredResults, 'outputs'>> {
  if (variants.length === 0) return { kernels: new Map(), failures: new Map() };
  const note = variants.length > request.jobs ? memoryNote(request.jobs) : undefined;
  if (note !== undefined) log.info(note);
  const start = now();
  const compiled = await compileVariants(variants, store, request, { log, ...context });
  const { kernels, failures, cpuSeconds } = compiled;
  const seconds = (now() - start) / 1000;
  log.info(
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

function countOf(variants: number, cases: number): Count {
  if (variants === 0) return [cases, 'case'];
  return cases === 0 ? [variants, 'variant'] : [variants + cases, 'result'];
}
