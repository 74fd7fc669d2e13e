import { dirname, isAbsolute, relative, resolve } from 'node:path';
import type { ScratchContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { stepCounter } from '../base/progress.ts';
import { plural } from '../base/text.ts';
import { largestFirst } from '../toolchain/job-order.ts';
import type { Toolchain } from '../toolchain/toolchain.ts';
import type { CompiledKernel } from '../toolchain/wire/compiled-kernel.ts';
import type { CompileFailure, CompileOutcome } from '../toolchain/workers/answers.ts';
import { compileAll, type WorkerLimits } from '../toolchain/workers/pool.ts';
import { type Variant, variantName } from '../plan/variants.ts';
import type { StoredFailure } from './store/kinds.ts';
import type { Store } from './store/store.ts';
import { type FailedVariant, problemsOf } from './failures.ts';

/** Says how variants are compiled, or expected outputs computed. */
export interface CompileRequest extends Pick<WorkerLimits, 'jobs' | 'timeout' | 'mayStart'> {
  /** The manifest's path, for messages about sources. */
  readonly manifest: string;
  readonly toolchain: Pick<Toolchain, 'withWorkers'>;
  /** Called with each compiled kernel, or why it did not compile, by its kernel hash. */
  readonly onCompiled?: ((hash: string, outcome: CompileOutcome) => void) | undefined;
  /**
   * Called with the name of each result, its key in the store and its CPU time. Default: the log shows
   * the progress of these jobs.
   */
  readonly onResult?: ((label: string, key: string, cpuSeconds: number) => void) | undefined;
}

interface Compilation {
  /** By kernel hash. */
  readonly kernels: ReadonlyMap<string, CompiledKernel>;
  /** The reasons for which variants of configs that may be dropped did not compile, by kernel hash. */
  readonly failures: ReadonlyMap<string, StoredFailure>;
  /** CPU time of all compiles together, in seconds. */
  readonly cpuSeconds: number;
}

/**
 * Compiles variants and stores each result at once, so that a later run has it even if this one
 * fails.
 * @throws {Failure} `compile` with one problem per cause, after all variants have been tried. Errors
 * in configs that may be dropped are part of the result.
 */
export async function compileVariants(
  variants: readonly Variant[],
  store: Pick<Store, 'kernels' | 'failures'>,
  request: CompileRequest,
  context: ScratchContext,
): Promise<Compilation> {
  const distinct = largestFirst(
    [...new Map(variants.map((variant) => [variant.hash, variant])).values()],
    ({ job }) => job.constants,
  );
  const kernels = new Map<string, CompiledKernel>();
  const failures: FailedVariant[] = [];
  const stored: Promise<void>[] = [];
  const onResult = request.onResult ?? stepCounter(distinct.length, context.log);
  const running = request.toolchain.withWorkers(request, (pool) =>
    compileAll(
      distinct.map(({ job }, id) => ({ id, ...job })),
      pool,
      ({ id }, outcome) => {
        const variant = distinct[id];
        if (variant === undefined) return;
        onResult(variantName(variant), variant.hash, outcome.cpuSeconds);
        request.onCompiled?.(variant.hash, outcome);
        if (outcome.ok) {
          kernels.set(variant.hash, outcome.kernel);
          stored.push(store.kernels.put(variant.hash, outcome.kernel));
        } else failures.push({ variant, failure: outcome.failure });
      },
    ),
  );
  let outcomes;
  try {
    outcomes = await running;
  } finally {
    await Promise.all(stored);
  }
  const demanded = new Map(
    variants.flatMap((variant) => (variant.kernel.mayDropConfigs ? [] : [[variant.hash, variant]])),
  );
  const [dropped, others] = [true, false].map((isDropped) =>
    failures.filter(
      ({ variant, failure }) =>
        isDropped === (!demanded.has(variant.hash) && isErrorOfKernel(failure)),
    ),
  );
  const droppable = new Map(
    (dropped ?? []).map(({ variant, failure }) => [
      variant.hash,
      withoutFolder(failure, request.manifest),
    ]),
  );
  stored.push(...[...droppable].map(([hash, failure]) => store.failures.put(hash, failure)));
  await Promise.all(stored);
  if (others !== undefined && others.length > 0) {
    const named = others.map((failed) => ({
      ...failed,
      variant: demanded.get(failed.variant.hash) ?? failed.variant,
    }));
    throw new Failure('compile', problemsOf(named, request.manifest), {
      summary: summaryOf(named, kernels.size),
    });
  }
  const cpuSeconds = outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0);
  return { kernels, failures: droppable, cpuSeconds };
}

/** Says how many variants failed, such as `4 variants of 2 kernels failed, 64 variants compiled`. */
function summaryOf(failed: readonly FailedVariant[], compiled: number): string {
  const names = new Set(failed.map(({ variant }) => variant.kernel.name));
  return `${plural(failed.length, 'variant')} of ${plural(names.size, 'kernel')} failed, ${plural(compiled, 'variant')} compiled`;
}

/** The compiler can also fail for reasons that are not in the kernel's code. */
const FAILURES_OF_MACHINE = /\bMemoryError\b|\[Errno \d+\]|error code -\d|raised SIG/;

/** Returns whether the config itself does not compile, so that compiling it again would fail again. */
function isErrorOfKernel({ reason, message }: CompileFailure): boolean {
  const isOwn = reason === 'compile' || reason === 'options';
  return isOwn && !FAILURES_OF_MACHINE.test(message);
}

/** A failure that is the same in every copy of the manifest's folder. */
function withoutFolder({ message, file, line }: CompileFailure, manifest: string): StoredFailure {
  const path = file === undefined ? '..' : relative(resolve(dirname(manifest)), resolve(file));
  if (path.startsWith('..') || isAbsolute(path)) return { message };
  return { message, file: path.replaceAll('\\', '/'), ...(line !== undefined && { line }) };
}
