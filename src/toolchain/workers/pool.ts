import { once, setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { BRIDGE_FOLDER } from '../../base/assets.ts';
import type { Log, RunContext } from '../../base/context.ts';
import { describeExit } from '../../base/process.ts';
import { plural } from '../../base/text.ts';
import { bridgeEnvironment } from '../environment.ts';
import { withWholeToolchain } from '../own-environment.ts';
import type { KeptWorkers } from './kept-workers.ts';
import {
  type CompileFailure,
  type CompileOutcome,
  type FailedAnswer,
  parseCompiled,
  parseConfigs,
  parseDescribed,
  parseHints,
} from './answers.ts';
import type { CompileJob, DescribeJob, HintJob, JobKind } from './protocol.ts';
import { closureOf, type KernelSource } from '../wire/source.ts';
import { type CompileSettings, slowCompile, warnIfSlow } from './slow-compile.ts';
import { type WorkerContext, WorkerProcess, type WorkerReply } from './worker.ts';

export interface PoolContext extends WorkerContext {
  /** The maximum number of workers. */
  readonly workers: number;
  /** The time limit of one job. */
  readonly timeoutMs: number;
  /** Workers that wait for jobs. Default: each call starts its own and ends them. */
  readonly kept?: KeptWorkers | undefined;
  /** True if jobs usually take less time than the start of a worker. */
  readonly areJobsShort?: boolean;
  /** How long other workers then wait for the first, in milliseconds. Default: 300. */
  readonly headStartMs?: number;
  /** Returns what a worker, numbered from 0, waits for before its first job. Default: none waits. */
  readonly mayStart?: ((worker: number) => Promise<unknown>) | undefined;
  /** The milliseconds after which a job is worth a warning. Default: a minute. */
  readonly slowMs?: number;
  readonly log?: Log;
}

/** The limits of workers that answer jobs. */
export interface WorkerLimits {
  /** The number of jobs that run at once. */
  readonly jobs: number;
  /** The time limit of a job in seconds. */
  readonly timeout: number;
  /** Returns what workers wait for, if there are jobs of other kinds. */
  readonly mayStart?: PoolContext['mayStart'];
  /** Aborted when the jobs must end. Default: they end with the run. */
  readonly signal?: AbortSignal | undefined;
}

/** The default time limit of a compile in seconds. The largest kernels take well under a minute. */
export const DEFAULT_TIMEOUT = 600;

/** Keeps workers in the namespaces of this process if it is 0: their files then are not read-only. */
const NAMESPACES_VARIABLE = 'TRITON_AOT_NAMESPACES';

/**
 * Runs `body` with the settings of workers: a scratch folder, and an environment without secrets.
 * @throws {Failure} `environment` if a worker cannot start, or the failure of `body`.
 */
export async function withWorkers<T>(
  python: string,
  { jobs, timeout, mayStart, signal }: WorkerLimits,
  kept: KeptWorkers,
  context: RunContext,
  body: (pool: PoolContext) => Promise<T>,
): Promise<T> {
  const pool: PoolContext = {
    python,
    bridge: BRIDGE_FOLDER,
    env: bridgeEnvironment(context.env),
    namespaces: context.env[NAMESPACES_VARIABLE] !== '0',
    scratch: await kept.scratch(),
    workers: jobs,
    timeoutMs: timeout * 1000,
    kept,
    mayStart,
    log: context.log,
    signal: signal ?? context.signal,
  };
  return withWholeToolchain(python, { ...context, signal: pool.signal }, () => body(pool));
}

/**
 * Compiles every job in a few Python processes, and returns the outcomes in the order of the jobs.
 * A job that fails, exceeds the time limit or crashes its process has a failed outcome. Calls
 * `onDone` with each outcome as soon as it is known.
 * @throws {Failure} `environment` if a worker cannot start; the abort reason if the run is aborted.
 */
export function compileAll(
  jobs: readonly CompileJob[],
  context: PoolContext,
  onDone?: (job: CompileJob, outcome: CompileOutcome) => void,
): Promise<CompileOutcome[]> {
  const protocol = {
    message: (job: CompileJob) => ({ kind: 'compile' as const, ...job }),
    parse: parseCompiled,
    settings: (job: CompileJob) => job,
  };
  return answerAll(jobs, context, protocol, onDone);
}

/** Runs the files of functions and describes the functions. Throws like `compileAll`. */
export function describeAll(jobs: readonly DescribeJob[], context: PoolContext) {
  return answerAll(jobs, context, {
    message: (job: DescribeJob) => ({ kind: 'describe' as const, ...job }),
    parse: parseDescribed,
  });
}

/** Computes the configs of @triton.autotune. Throws like `compileAll`. */
export function configsAll(jobs: readonly DescribeJob[], context: PoolContext) {
  return answerAll(jobs, context, {
    message: (job: DescribeJob) => ({ kind: 'configs' as const, ...job }),
    parse: parseConfigs,
  });
}

/** Finds the hints of kernels. Throws like `compileAll`. */
export function hintsAll(jobs: readonly HintJob[], context: PoolContext) {
  return answerAll(jobs, context, {
    message: (job: HintJob) => ({ kind: 'hints' as const, ...job }),
    parse: parseHints,
    settings: ({ configs: [first] }: HintJob) => first,
  });
}

interface WorkerJob {
  readonly id: number;
  readonly source: KernelSource;
}

/** One kind of job. */
interface WorkerProtocol<J extends WorkerJob, Outcome> {
  /** Returns the request for a job. The worker can write files to `scratch` only. */
  readonly message: (job: J, scratch: string) => WorkerJob & { readonly kind: JobKind };
  readonly parse: (answer: unknown, printed: string) => Outcome | FailedAnswer;
  /** Returns what the compiler gets, of jobs that compile. */
  readonly settings?: (job: J) => CompileSettings | undefined;
}

/** Answers every job in a few Python processes; see `compileAll`. */
export async function answerAll<J extends WorkerJob, Outcome>(
  jobs: readonly J[],
  context: PoolContext,
  protocol: WorkerProtocol<J, Outcome>,
  onDone?: (job: J, outcome: Outcome | FailedAnswer) => void,
): Promise<(Outcome | FailedAnswer)[]> {
  context.signal.throwIfAborted();
  const outcomes = new Map<J, Outcome | FailedAnswer>();
  // A worker that cannot start ends all others.
  const stop = new AbortController();
  const signal = AbortSignal.any([context.signal, stop.signal]);
  // Every worker adds a listener.
  setMaxListeners(0, signal);
  const take = byClosure(jobs);
  const count = Math.min(Math.max(context.workers, 1), jobs.length);
  const kept = Array.from({ length: count }, () => context.kept?.take(context));
  // Nothing waits any more when all is done, or the run is aborted.
  const finished = new AbortController();
  const isOver = once(AbortSignal.any([signal, finished.signal]), 'abort');
  const isFirstAhead = context.areJobsShort === true || kept[0] !== undefined;
  const headStart = context.headStartMs ?? HEAD_START;
  const serve = async (started: WorkerProcess | undefined, index: number): Promise<void> => {
    try {
      await Promise.race([context.mayStart?.(index), isOver]);
      const worker = started?.isAlive === true ? started : undefined;
      if (index > 0 && started === undefined && isFirstAhead)
        await Promise.race([setTimeout(headStart, undefined, { ref: false }), isOver]);
      await serveQueue(take, worker, { ...context, signal }, protocol, (job, outcome) => {
        outcomes.set(job, outcome);
        onDone?.(job, outcome);
        if (outcomes.size === jobs.length) finished.abort();
      });
    } catch (error) {
      stop.abort(error);
      throw error;
    }
  };
  // Throws the first error only after every worker has ended and cleaned up.
  await Promise.allSettled(kept.map(serve));
  signal.throwIfAborted();
  return jobs.map((job) => outcomes.get(job) as Outcome | FailedAnswer);
}

/** Milliseconds in which the first worker can finish the jobs, before others are started. */
const HEAD_START = 300;

/**
 * The number of jobs after which a worker is replaced, since libtriton keeps up to 0.3 MB of each
 * (measured with 3.6.0 to 3.9.0).
 */
const MAX_JOBS = 500;

/** Takes a waiting job, of the given closure if there is one. */
type TakeJob<J> = (closure?: string) => { readonly job: J; readonly closure: string } | undefined;

/**
 * Hands out each job once. A worker that stays with a closure has to run its code once only. Other
 * workers get the closure whose next job comes first.
 */
function byClosure<J extends WorkerJob>(jobs: readonly J[]): TakeJob<J> {
  const waiting = new Map<string, number[]>();
  for (const [index, { source }] of jobs.entries()) {
    const closure = closureOf(source);
    const own = waiting.get(closure);
    if (own === undefined) waiting.set(closure, [index]);
    else own.push(index);
  }
  for (const own of waiting.values()) own.reverse();
  return (last) => {
    let closure = last;
    if (closure === undefined || !waiting.has(closure)) {
      closure = undefined;
      let first = jobs.length;
      for (const [name, own] of waiting) {
        const next = own.at(-1) ?? first;
        if (next < first) [closure, first] = [name, next];
      }
    }
    const own = closure === undefined ? undefined : waiting.get(closure);
    const job = jobs[own?.pop() ?? -1];
    if (closure === undefined || job === undefined) return undefined;
    if (own?.length === 0) waiting.delete(closure);
    return { job, closure };
  };
}

/** Answers jobs, and replaces the process if it ends. */
async function serveQueue<J extends WorkerJob, Outcome>(
  take: TakeJob<J>,
  kept: WorkerProcess | undefined,
  context: PoolContext,
  protocol: WorkerProtocol<J, Outcome>,
  onDone: (job: J, outcome: Outcome | FailedAnswer) => void,
): Promise<void> {
  let worker = kept;
  let isDone = false;
  try {
    for (let next = take(); next !== undefined; next = take(next.closure)) {
      const { job, closure } = next;
      if (worker?.answered === MAX_JOBS) {
        await worker.close();
        worker = undefined;
      }
      if (worker === undefined) {
        worker = await WorkerProcess.start(context);
        reportIsolation(worker, context);
      }
      const message = { ...protocol.message(job, worker.scratch), closure };
      const reply = await warnIfSlow(
        () => slowCompile(job.source, protocol.settings?.(job), context),
        context,
        worker.request(message, context.timeoutMs, context.signal),
      );
      context.signal.throwIfAborted();
      if (reply.kind === 'answer') {
        onDone(job, protocol.parse(reply.answer, reply.printed));
        continue;
      }
      const failure = workerFailure(reply, job.source, context);
      context.log?.info(`${failure.message}; starting a new ${context.kind ?? 'compiler'} process`);
      await worker.close();
      worker = undefined;
      onDone(job, { ok: false, failure, cpuSeconds: 0 });
    }
    isDone = true;
  } finally {
    if (isDone && worker !== undefined && context.kept !== undefined)
      context.kept.keep(context, worker);
    else await worker?.close();
  }
}

/** The logs that say that workers are not isolated. */
const informed = new WeakSet<Log>();

function reportIsolation(
  { isolation, hasLandlock }: WorkerProcess,
  { log, namespaces = true }: WorkerContext & { readonly log?: Log | undefined },
): void {
  if (isolation === 'namespaces' || log === undefined || informed.has(log)) return;
  informed.add(log);
  const isReadOnly = hasLandlock && namespaces;
  log.info(
    `kernel code is not fully isolated on this machine: it can read ${isReadOnly ? 'your files, but not change them' : 'and change your files'} (${isolation})`,
  );
}

/** The maximum length of a crashed worker's output in a message. */
const SHOWN = 1500;

/** Returns the failure of a job whose worker crashed or exceeded the time limit. */
function workerFailure(
  reply: Exclude<WorkerReply, { kind: 'answer' }>,
  source: KernelSource,
  { timeoutMs, kind = 'compiler' }: Pick<WorkerContext, 'kind'> & { readonly timeoutMs: number },
): CompileFailure {
  const printed = reply.printed.trim().slice(-SHOWN);
  const output = printed === '' ? '' : `:\n${printed}`;
  if (reply.kind === 'timeout') {
    const limit = `took longer than ${plural(timeoutMs / 1000, 'second')} (raise the limit with --timeout)`;
    return { reason: 'timeout', message: `${limit}${output}`, file: source.file };
  }
  const message = `the ${kind} process ${describeExit(reply)}${output}`;
  return { reason: 'crash', message, file: source.file };
}
