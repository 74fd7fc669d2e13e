import type { ScratchContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { compileAll, type CompileRequest, withWorkerContext } from '../bridge/pool.ts';
import type { CompiledKernel } from '../bridge/protocol.ts';
import { type Variant, variantName } from '../plan/variants.ts';
import type { StoreSection } from '../store/store.ts';
import { type FailedVariant, problemsOf } from './failures.ts';

interface Compilation {
  /** By kernel hash. */
  readonly kernels: ReadonlyMap<string, CompiledKernel>;
  /** CPU time of all compiles together, in seconds. */
  readonly cpuSeconds: number;
}

/**
 * Compiles variants and stores each result at once, so that a later run has it even if this one
 * fails.
 * @throws {Failure} `compile` with one problem per cause, after all variants have been tried.
 */
export async function compileVariants(
  variants: readonly Variant[],
  store: StoreSection<CompiledKernel>,
  request: CompileRequest,
  context: ScratchContext,
): Promise<Compilation> {
  const distinct = largestFirst([
    ...new Map(variants.map((variant) => [variant.hash, variant])).values(),
  ]);
  const kernels = new Map<string, CompiledKernel>();
  const failures: FailedVariant[] = [];
  const stored: Promise<void>[] = [];
  let done = 0;
  const outcomes = await withWorkerContext(request, context, (pool) =>
    compileAll(
      distinct.map(({ job }, id) => ({ id, ...job })),
      pool,
      ({ id }, outcome) => {
        const variant = distinct[id];
        if (variant === undefined) return;
        done += 1;
        context.log.progress(done, distinct.length, variantName(variant));
        if (outcome.ok) {
          kernels.set(variant.hash, outcome.kernel);
          stored.push(store.put(variant.hash, outcome.kernel));
        } else failures.push({ variant, failure: outcome.failure });
      },
    ),
  );
  await Promise.all(stored);
  if (failures.length > 0) throw new Failure('compile', problemsOf(failures, request.manifest));
  const cpuSeconds = outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0);
  return { kernels, cpuSeconds };
}

/**
 * Sorts variants by expected compile time, the longest first, so that no worker is idle at the end.
 * The time grows with the tile size, which the product of the integer constants estimates.
 */
function largestFirst(variants: readonly Variant[]): Variant[] {
  const weights = new Map(variants.map((variant) => [variant, weightOf(variant)]));
  return variants.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0));
}

function weightOf({ job }: Variant): number {
  return Object.values(job.constants)
    .filter(([kind, text]) => kind === 'int' && Number(text) > 1)
    .reduce((product, [, text]) => product * Number(text), 1);
}
