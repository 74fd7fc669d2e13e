import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import type { Log, ScratchContext } from '../base/context.ts';
import { describeExit } from '../base/process.ts';
import { bridgeEnvironment } from '../toolchain/environment.ts';
import {
  type CompileFailure,
  type CompileJob,
  type CompileOutcome,
  type DescribeJob,
  type DescribeOutcome,
  type KernelSource,
  parseCompiled,
  parseDescribed,
  parseDigested,
} from './protocol.ts';
import { type WorkerContext, WorkerProcess, type WorkerReply } from './worker.ts';

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
interface WorkerJob {
  readonly id: number;
  readonly source: KernelSource;
}

/** One kind of request: how it is written, how its answer is read, and how a worker's end is told. */
interface WorkerProtocol<J extends WorkerJob, Outcome> {
  readonly message: (job: J) => WorkerJob;
  readonly parse: (answer: unknown, printed: string) => Outcome;
  readonly failed: (failure: CompileFailure) => Outcome;
}

/**
 * Has every job answered, and gives the outcomes in the order of the jobs; see `compileAll`.
 */
export async function answerAll<J extends WorkerJob, Outcome>(
  jobs: readonly J[],
  context: PoolContext,
  protocol: WorkerProtocol<J, Outcome>,
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
async function serveQueue<J extends WorkerJob, Outcome>(
  queue: Iterator<J>,
  context: PoolContext,
  protocol: WorkerProtocol<J, Outcome>,
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
      const failure = workerFailure(reply, job.source, context);
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

/** Characters of a dead worker's output a message shows. */
const SHOWN = 1500;

/** What is reported for the job a worker was busy with when it died or took too long. */
function workerFailure(
  reply: Exclude<WorkerReply, { kind: 'answer' }>,
  source: KernelSource,
  { timeoutMs, role = 'compiler' }: Pick<WorkerContext, 'role'> & { readonly timeoutMs: number },
): CompileFailure {
  const printed = reply.printed.trim().slice(-SHOWN);
  const said = printed === '' ? '' : `:\n${printed}`;
  if (reply.kind === 'timeout') {
    const limit = `took longer than ${timeoutMs / 1000} seconds (raise the limit with --timeout)`;
    return { reason: 'timeout', message: `${limit}${said}`, file: source.file };
  }
  const message = `the ${role} process ${describeExit(reply)}${said}`;
  return { reason: 'crash', message, file: source.file };
}

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

/** Gives the workers a scratch folder of their own and an environment without secrets. */
export async function withWorkerContext<T>(
  request: Omit<CompileRequest, 'manifest'>,
  context: ScratchContext,
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
