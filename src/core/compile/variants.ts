import { mkdtemp, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { BRIDGE_FOLDER } from '../assets.ts';
import type { BuildContext } from '../context.ts';
import { Failure, type Problem } from '../errors.ts';
import { variantName, type Variant } from '../plan.ts';
import type { Shelf } from '../store/store.ts';
import { bridgeEnvironment } from '../toolchain/environment.ts';
import type { CompiledKernel, CompileFailure } from './job.ts';
import { compileAll, type PoolContext } from './pool.ts';

/** Seconds after which a compile is given up; the largest kernels take well under a minute. */
export const DEFAULT_TIMEOUT = 600;

export interface CompileRequest {
  /** The manifest's path, which messages about sources start from. */
  readonly manifest: string;
  readonly python: string;
  /** How many compiles run at once. */
  readonly jobs: number;
  /** After how many seconds a compile is given up. */
  readonly timeout: number;
}

/** The compiled kernels by hash, and how busy the workers were. */
export interface Compilation {
  readonly kernels: ReadonlyMap<string, CompiledKernel>;
  /** The digests of the kernels' functions, by hash too, for those that have one. */
  readonly digests: ReadonlyMap<string, string>;
  /** Processor time of all compiles together, in seconds. */
  readonly cpuSeconds: number;
}

/**
 * Compiles every variant and stores each result as it comes, so that a later run has it even if this one fails.
 * @throws {Failure} `compile` with one problem for each cause, after all others have finished.
 */
export async function compileVariants(
  variants: readonly Variant[],
  store: Shelf<CompiledKernel>,
  request: CompileRequest,
  context: BuildContext,
): Promise<Compilation> {
  const distinct = largestFirst([
    ...new Map(variants.map((variant) => [variant.hash, variant])).values(),
  ]);
  const kernels = new Map<string, CompiledKernel>();
  const digests = new Map<string, string>();
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
          if (outcome.digest !== undefined) digests.set(variant.hash, outcome.digest);
          stored.push(store.put(variant.hash, outcome.kernel));
        } else failures.push({ variant, failure: outcome.failure });
      },
    ),
  );
  await Promise.all(stored);
  if (failures.length > 0) throw new Failure('compile', problemsOf(failures, request.manifest));
  const cpuSeconds = outcomes.reduce((sum, outcome) => sum + outcome.cpuSeconds, 0);
  return { kernels, digests, cpuSeconds };
}

/** Gives the workers a scratch folder of their own and an environment without secrets. */
export async function withWorkerContext<T>(
  request: Omit<CompileRequest, 'manifest'>,
  context: BuildContext,
  body: (pool: PoolContext) => Promise<T>,
): Promise<T> {
  const scratch = await mkdtemp(join(context.scratch, 'triton-aot-'));
  try {
    return await body({
      python: request.python,
      bridge: BRIDGE_FOLDER,
      env: bridgeEnvironment(context.env),
      scratch,
      workers: request.jobs,
      timeoutMs: request.timeout * 1000,
      log: context.log,
      signal: context.signal,
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

export interface FailedVariant {
  readonly variant: Variant;
  readonly failure: CompileFailure;
}

/**
 * A compile's time grows with its tile, so the product of the sizes among the constants tells which one to start
 * first: the end of the run then has small ones to fill every worker with.
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

/** One problem for each cause in a kernel, however many variants it hit. */
export function problemsOf(failures: readonly FailedVariant[], manifest: string): Problem[] {
  const causes = new Map<string, FailedVariant[]>();
  for (const failed of failures) {
    const { kernel } = failed.variant;
    const cause = JSON.stringify([kernel.source, failed.failure]);
    causes.set(cause, [...(causes.get(cause) ?? []), failed]);
  }
  return [...causes.values()].flatMap((group) => {
    const [first, ...others] = group;
    return first === undefined ? [] : [problemOf(first, others.length, manifest)];
  });
}

function problemOf({ variant, failure }: FailedVariant, others: number, manifest: string): Problem {
  const { source } = variant.kernel;
  const more = others === 0 ? '' : ` and ${others} more variant${others === 1 ? '' : 's'}`;
  const file = failure.file ?? join(dirname(manifest), source.file);
  return {
    message: `${variantName(variant)}${more}: ${failure.message}`,
    place: { file: shownPath(file, manifest), line: failure.line ?? source.line },
    hint: hintFor(failure),
  };
}

/** A file below the manifest's folder as the manifest's own path would name it. */
export function shownPath(file: string, manifest: string): string {
  const folder = dirname(manifest);
  const inside = relative(resolve(folder), resolve(file));
  return inside.startsWith('..') || isAbsolute(inside) ? file : join(folder, inside);
}

function hintFor({ reason, missingModule }: CompileFailure): string | undefined {
  if (reason === 'import' && missingModule !== undefined) {
    return `Add \`${missingModule}\` to \`requirements:\` in the manifest, or put the module beside the kernel file.`;
  }
  return undefined;
}
