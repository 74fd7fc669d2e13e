import type { Log } from '../log.ts';
import { parseCompiled, parseDescribed, parseDigested, type DescribeOutcome } from './answer.ts';
import { endingFailure } from './ending.ts';
import type {
  CompileFailure,
  CompileJob,
  CompileOutcome,
  DescribeJob,
  KernelSource,
} from './job.ts';
import { WorkerProcess, type WorkerContext } from './worker.ts';

export interface PoolContext extends WorkerContext {
  /** The most workers at a time. */
  readonly workers: number;
  /** How long one job may take. */
  readonly timeoutMs: number;
  readonly log?: Log;
}

/** Jobs after which a worker is replaced: libtriton keeps up to 0.3 MB of each (measured, 3.6.0 to 3.9.0). */
const RETIREMENT = 500;

/**
 * Compiles every job, each in one of a few Python processes, and gives the outcomes in the order of the jobs.
 * A job that fails, takes too long or takes its process down is one failed outcome. `onDone` sees each
 * outcome as it comes. Throws Failure `environment` when a worker cannot start, and the abort reason.
 */
export async function compileAll(
  jobs: readonly CompileJob[],
  context: PoolContext,
  onDone?: (job: CompileJob, outcome: CompileOutcome) => void,
): Promise<CompileOutcome[]> {
  const protocol = {
    message: (job: CompileJob) => ({ kind: 'compile', ...job }),
    parse: parseCompiled,
    failed: (failure: CompileFailure): CompileOutcome => ({ ok: false, failure, cpuSeconds: 0 }),
  };
  return answerAll(jobs, context, protocol, onDone);
}

/** Asks Triton for the functions that reading alone cannot tell; their files are run. Throws as `compileAll`. */
export async function describeAll(
  jobs: readonly DescribeJob[],
  context: PoolContext,
): Promise<DescribeOutcome[]> {
  return answerAll(jobs, context, {
    message: (job: DescribeJob) => ({ kind: 'describe', ...job }),
    parse: parseDescribed,
    failed: (failure: CompileFailure): DescribeOutcome => ({ ok: false, failure }),
  });
}

/** Asks Triton for the digests of functions, undefined for those without; their files are run. Throws as `compileAll`. */
export async function digestAll(
  jobs: readonly DescribeJob[],
  context: PoolContext,
): Promise<(string | undefined)[]> {
  return answerAll(jobs, context, {
    message: (job: DescribeJob) => ({ kind: 'digest', ...job }),
    parse: parseDigested,
    failed: () => undefined,
  });
}

/** What every request has. */
export interface Job {
  readonly id: number;
  readonly source: KernelSource;
}

/** One kind of request: how it is written, how its answer is read, and how a worker's end is told. */
export interface Protocol<J extends Job, Outcome> {
  readonly message: (job: J) => Job;
  readonly parse: (answer: unknown, printed: string) => Outcome;
  readonly failed: (failure: CompileFailure) => Outcome;
}

/**
 * Has every job answered, and gives the outcomes in the order of the jobs; see `compileAll`.
 */
export async function answerAll<J extends Job, Outcome>(
  jobs: readonly J[],
  context: PoolContext,
  protocol: Protocol<J, Outcome>,
  onDone?: (job: J, outcome: Outcome) => void,
): Promise<Outcome[]> {
  context.signal.throwIfAborted();
  const outcomes = new Map<J, Outcome>();
  // One worker that cannot start ends all others.
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  const queue = jobs.values();
  const serve = async (): Promise<void> => {
    try {
      await serveQueue(queue, { ...context, signal }, protocol, (job, outcome) => {
        outcomes.set(job, outcome);
        onDone?.(job, outcome);
      });
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  };
  const count = Math.min(Math.max(context.workers, 1), jobs.length);
  // Every worker has ended and cleaned up before the first error is told.
  await Promise.allSettled(Array.from({ length: count }, serve));
  signal.throwIfAborted();
  return jobs.map((job) => outcomes.get(job) as Outcome);
}

/** Works through the queue that all workers share, with a new process where one has ended. */
async function serveQueue<J extends Job, Outcome>(
  queue: Iterator<J>,
  context: PoolContext,
  protocol: Protocol<J, Outcome>,
  onDone: (job: J, outcome: Outcome) => void,
): Promise<void> {
  let worker: WorkerProcess | undefined;
  let answered = 0;
  try {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const job = next.value;
      if (answered === RETIREMENT) {
        await worker?.close();
        worker = undefined;
      }
      if (worker === undefined) {
        worker = await WorkerProcess.start(context);
        answered = 0;
      }
      const reply = await worker.request(protocol.message(job), context.timeoutMs);
      context.signal.throwIfAborted();
      if (reply.kind === 'answer') {
        answered += 1;
        onDone(job, protocol.parse(reply.answer, reply.printed));
        continue;
      }
      const failure = endingFailure(reply, job.source, context);
      context.log?.info(
        `${failure.message}; going on with a new ${context.role ?? 'compiler'} process`,
      );
      await worker.close();
      worker = undefined;
      onDone(job, protocol.failed(failure));
    }
  } finally {
    await worker?.close();
  }
}
