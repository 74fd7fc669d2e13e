import { join } from 'node:path';
import type { z } from 'zod';
import { runForeignProgram, type ForeignExit } from '../../base/foreign-program.ts';
import { BENCH_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { describeExit, type Environment } from '../../base/process.ts';
import { tryParseJson } from '../../base/text.ts';
import { lastLines } from '../harness/problem.ts';
import { type JobSettings, writeJob } from './job.ts';
import type { Versions } from './result.ts';
import { type BenchTask, taskLabel } from './tasks.ts';
import { type BenchOutcome, eventSchema } from './wire.ts';

/** The measurements of Python. */
export interface WorkerResults {
  readonly versions: Versions | undefined;
  readonly outcomes: ReadonlyMap<BenchTask, BenchOutcome>;
}

interface WorkerSettings extends JobSettings {
  readonly python: string;
  readonly env: Environment;
  /** Milliseconds a task may take. */
  readonly limit: number;
}

/**
 * Measures the tasks in as few Python processes as possible. A task that crashes its process or
 * hangs is set aside, and the others run in a new one.
 * @throws {Failure} `environment` if Python cannot measure anything, such as without PyTorch.
 */
export async function runWorker(
  tasks: readonly BenchTask[],
  settings: WorkerSettings,
  context: Pick<RunContext, 'log' | 'signal'>,
): Promise<WorkerResults> {
  const outcomes = new Map<BenchTask, BenchOutcome>();
  let versions: Versions | undefined;
  const settle = (task: BenchTask, outcome: BenchOutcome): void => {
    outcomes.set(task, outcome);
    context.log.progress(outcomes.size, tasks.length, taskLabel(task));
  };
  for (;;) {
    const remaining = tasks.filter((task) => !outcomes.has(task));
    if (remaining.length === 0) return { versions, outcomes };
    const before = outcomes.size;
    const job = await writeJob(remaining, settings);
    const ended = await runInPython(job, remaining, settings, context, settle);
    versions = ended.versions ?? versions;
    if (ended.failed !== undefined)
      settle(ended.failed, { ...NOTHING_MEASURED, faults: { package: ended.problem } });
    if (outcomes.size === before) throw unusable(settings.python, ended.problem);
  }
}

interface EndedWorker extends Pick<WorkerResults, 'versions'> {
  /** The task that was running when the process ended. */
  readonly failed: BenchTask | undefined;
  /** The reason if tasks are left. */
  readonly problem: string;
}

async function runInPython(
  job: string,
  tasks: readonly BenchTask[],
  { python, env, limit }: WorkerSettings,
  { signal }: Pick<RunContext, 'signal'>,
  settle: (task: BenchTask, outcome: BenchOutcome) => void,
): Promise<EndedWorker> {
  let versions: Versions | undefined;
  let failed: BenchTask | undefined;
  let fatal: string | undefined;
  const onLine = (line: string): string | undefined => {
    const { event, printed } = parseEvent(line);
    if (event === undefined) return line;
    const task = 'task' in event ? tasks.find(({ id }) => id === event.task) : undefined;
    if (event.event === 'versions') versions = withoutTag(event);
    if (event.event === 'fatal') fatal = event.message;
    if (event.event === 'start') failed = task;
    if (event.event === 'done' && task !== undefined) {
      settle(task, event);
      failed = undefined;
    }
    return printed === '' ? undefined : printed;
  };
  const argv = [python, '-u', join(BENCH_FOLDER, 'bench_worker.py'), job];
  const exit = await runForeignProgram(argv, { env, signal, limit, onLine });
  return { versions, failed, problem: fatal ?? problemOf(exit, limit) };
}

function problemOf(exit: ForeignExit, limit: number): string {
  const output = lastLines(exit.printed);
  return exit.isTimeout
    ? `no result after ${limit / 1000} s: a kernel hangs, or it needs a longer --timeout${output}`
    : `Python ${describeExit(exit)}${output}`;
}

function unusable(python: string, problem: string): Failure {
  return new Failure('environment', {
    message: `cannot measure with ${python}: ${problem}`,
    hint: 'Name a Python with PyTorch and Triton in --python, or leave out --jit.',
  });
}

/** An outcome without any times. */
export const NOTHING_MEASURED: BenchOutcome = {
  rounds: {},
  first: {},
  differences: {},
  faults: {},
};

/** Parses a line of the worker. A kernel that prints may leave a line open before the event. */
function parseEvent(line: string): {
  readonly event: z.infer<typeof eventSchema> | undefined;
  readonly printed: string;
} {
  const at = line.indexOf('{"event":');
  const event = at < 0 ? undefined : eventSchema.safeParse(tryParseJson(line.slice(at))).data;
  return { event, printed: event === undefined ? line : line.slice(0, at) };
}

function withoutTag<T extends { readonly event: string }>({ event: _event, ...rest }: T) {
  return rest;
}
