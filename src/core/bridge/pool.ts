import { rm } from 'node:fs/promises';
import { BRIDGE_FOLDER } from '../base/assets.ts';
import type { Log, ScratchContext } from '../base/context.ts';
import { makeScratch } from '../base/leftovers.ts';
import { describeExit } from '../base/process.ts';
import { bridgeEnvironment } from '../toolchain/environment.ts';
import {
  type CompileFailure,
  type CompileJob,
  type CompileOutcome,
  type ConfigsOutcome,
  type DescribeJob,
  type DescribeOutcome,
  type HintJob,
  type HintsOutcome,
  type KernelSource,
  parseCompiled,
  parseConfigs,
  parseDescribed,
  parseHints,
} from './protocol.ts';
import { type WorkerContext, WorkerProcess, type WorkerReply } from './worker.ts';

export interface PoolContext extends WorkerContext {
  /** The maximum number of workers. */
  readonly workers: number;
  /** How long one job may take. */
  readonly timeoutMs: number;
  readonly log?: Log;
}

export interface CompileRequest {
  /** The manifest's path, for messages about sources. */
  readonly manifest: string;
  readonly python: string;
  /** How many compiles run at once. */
  readonly jobs: number;
  /** The time limit of a compile in seconds. */
  readonly timeout: number;
}

/** The default time limit of a compile in seconds. The largest kernels take well under a minute. */
export const DEFAULT_TIMEOUT = 600;

/** Runs `body` with a new scratch folder for workers, and an environment without secrets. */
export async function withWorkerContext<T>(
  request: Omit<CompileRequest, 'manifest'>,
  context: ScratchContext,
  body: (pool: PoolContext) => Promise<T>,
): Promise<T> {
  const scratch = await makeScratch(context.scratch, 'work');
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

/**
 * Compiles every job in a few Python processes, and returns the outcomes in the order of the jobs.
 * A job that fails, exceeds the time limit or crashes its process has a failed outcome. Calls
 * `onDone` with each outcome as soon as it is known.
 * @throws {Failure} `environment` if a worker cannot start; the abort reason if the run is aborted.
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

/** Runs the files of functions and describes the functions. Throws like `compileAll`. */
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

/** Computes the configs of @triton.autotune. Throws like `compileAll`. */
export async function configsAll(
  jobs: readonly DescribeJob[],
  context: PoolContext,
): Promise<ConfigsOutcome[]> {
  return answerAll(jobs, context, {
    message: (job: DescribeJob) => ({ kind: 'configs', ...job }),
    parse: parseConfigs,
    failed: (failure: CompileFailure): ConfigsOutcome => ({ ok: false, failure }),
  });
}

/** Finds the hints of kernels. Throws like `compileAll`. */
export async function hintsAll(
  jobs: readonly HintJob[],
  context: PoolContext,
): Promise<HintsOutcome[]> {
  return answerAll(jobs, context, {
    message: (job: HintJob) => ({ kind: 'hints', ...job }),
    parse: parseHints,
    failed: (failure: CompileFailure): HintsOutcome => ({ ok: false, failure, cpuSeconds: 0 }),
  });
}

interface WorkerJob {
  readonly id: number;
  readonly source: KernelSource;
}

/** One kind of job. */
interface WorkerProtocol<J extends WorkerJob, Outcome> {
  /** Returns the request for a job. */
  readonly message: (job: J) => WorkerJob;
  readonly parse: (answer: unknown, printed: string) => Outcome;
  /** Returns the outcome of a job whose worker crashed or exceeded the time limit. */
  readonly failed: (failure: CompileFailure) => Outcome;
}

/** Answers every job in a few Python processes; see `compileAll`. */
export async function answerAll<J extends WorkerJob, Outcome>(
  jobs: readonly J[],
  context: PoolContext,
  protocol: WorkerProtocol<J, Outcome>,
  onDone?: (job: J, outcome: Outcome) => void,
): Promise<Outcome[]> {
  context.signal.throwIfAborted();
  const outcomes = new Map<J, Outcome>();
  // A worker that cannot start ends all others.
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
  // Throws the first error only after every worker has ended and cleaned up.
  await Promise.allSettled(Array.from({ length: count }, serve));
  signal.throwIfAborted();
  return jobs.map((job) => outcomes.get(job) as Outcome);
}

/**
 * The number of jobs after which a worker is replaced, since libtriton keeps up to 0.3 MB of each
 * (measured with 3.6.0 to 3.9.0).
 */
const MAX_JOBS = 500;

/** Answers jobs of the shared queue, and replaces the process if it ends. */
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
      if (answered === MAX_JOBS) {
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
      context.log?.info(`${failure.message}; starting a new ${context.role ?? 'compiler'} process`);
      await worker.close();
      worker = undefined;
      onDone(job, protocol.failed(failure));
    }
  } finally {
    await worker?.close();
  }
}

/** The maximum length of a crashed worker's output in a message. */
const SHOWN = 1500;

/** Returns the failure of a job whose worker crashed or exceeded the time limit. */
function workerFailure(
  reply: Exclude<WorkerReply, { kind: 'answer' }>,
  source: KernelSource,
  { timeoutMs, role = 'compiler' }: Pick<WorkerContext, 'role'> & { readonly timeoutMs: number },
): CompileFailure {
  const printed = reply.printed.trim().slice(-SHOWN);
  const output = printed === '' ? '' : `:\n${printed}`;
  if (reply.kind === 'timeout') {
    const limit = `took longer than ${timeoutMs / 1000} seconds (raise the limit with --timeout)`;
    return { reason: 'timeout', message: `${limit}${output}`, file: source.file };
  }
  const message = `the ${role} process ${describeExit(reply)}${output}`;
  return { reason: 'crash', message, file: source.file };
}
