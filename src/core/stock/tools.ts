import { z } from 'zod';
import { failedSchema, withDiagnostics } from '../compile/answer.ts';
import type { CompileFailure, JobTarget, KernelSource } from '../compile/job.ts';
import { answerAll, type PoolContext } from '../compile/pool.ts';
import type { Invocation } from './invocation.ts';

/** One run of Triton's compile.py, as the bridge reads it (one JSON line). */
export interface StockCompileJob {
  readonly id: number;
  readonly source: KernelSource;
  readonly target: JobTarget;
  readonly arguments: Invocation;
}

/** One run of Triton's link.py over what compile.py wrote for an entry point. */
export interface StockLinkJob {
  readonly id: number;
  /** Where messages place a failure. */
  readonly source: KernelSource;
  readonly name: string;
  /** The headers' texts by file name, in the order in which link.py is told of them. */
  readonly headers: Readonly<Record<string, string>>;
}

/** What a tool wrote: texts by file name. */
export type ToolFiles = Readonly<Record<string, string>>;

/** What compile.py wrote, and what it knew of the kernel and left out. */
export interface StockCompiled {
  readonly files: ToolFiles;
  /** The kernel's name inside the cubin. */
  readonly symbol: string;
  /** Warps of one block, warp specialisation included. */
  readonly numWarps: number;
}

export type StockOutcome<T> =
  | { readonly ok: true; readonly result: T }
  | { readonly ok: false; readonly failure: CompileFailure };

const filesSchema = z.record(z.string(), z.string());

const compiledSchema = z.object({
  ok: z.literal(true),
  files: filesSchema,
  symbol: z.string(),
  numWarps: z.number(),
});

const linkedSchema = z.object({ ok: z.literal(true), files: filesSchema });

/** Runs compile.py for every job, several at once; outcomes come in the order of the jobs. Throws as `compileAll`. */
export async function runCompilePy(
  jobs: readonly StockCompileJob[],
  context: PoolContext,
  onDone: (job: StockCompileJob) => void,
): Promise<StockOutcome<StockCompiled>[]> {
  const protocol = {
    message: (job: StockCompileJob) => ({ kind: 'stock-compile', ...job }),
    parse: (answer: unknown, printed: string) => parse(compiledSchema, answer, printed),
    failed,
  };
  return answerAll(jobs, { ...context, program: 'stock_worker.py' }, protocol, onDone);
}

/** Runs link.py for every job. */
export async function runLinkPy(
  jobs: readonly StockLinkJob[],
  context: PoolContext,
): Promise<StockOutcome<{ readonly files: ToolFiles }>[]> {
  return answerAll(
    jobs,
    { ...context, program: 'stock_worker.py' },
    {
      message: (job: StockLinkJob) => ({ kind: 'stock-link', ...job }),
      parse: (answer: unknown, printed: string) => parse(linkedSchema, answer, printed),
      failed,
    },
  );
}

function failed(failure: CompileFailure): { readonly ok: false; readonly failure: CompileFailure } {
  return { ok: false, failure };
}

function parse<T>(schema: z.ZodType<T>, answer: unknown, printed: string): StockOutcome<T> {
  const outcome = z.union([failedSchema, schema]).parse(answer);
  return isFailed(outcome)
    ? failed(withDiagnostics(outcome.failure, printed))
    : { ok: true, result: outcome };
}

function isFailed(outcome: unknown): outcome is z.infer<typeof failedSchema> {
  return failedSchema.safeParse(outcome).success;
}
