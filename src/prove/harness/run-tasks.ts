import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { runForeignProgram, type ForeignExit } from '../../base/foreign-program.ts';
import { describeExit, type Environment } from '../../base/process.ts';
import { tryParseJson } from '../../base/text.ts';
import {
  type Fault,
  faultSchema,
  type HarnessProblem,
  lastLines,
  problemKindSchema,
  problemOf,
} from './problem.ts';
import { isSanitizerLine, SANITIZER_STATUS, sanitizerProblem } from './sanitizer.ts';

/** A step of a plan. Its key identifies it in the plan and in the events. */
export interface HarnessTask {
  readonly key: string;
}

export function runKey(id: number): string {
  return `run ${id}`;
}

export function checkKey(name: string): string {
  return `check ${name}`;
}

/** Settings of a run of the harness. */
interface TaskSettings<Task extends HarnessTask> {
  /** The harness, after compute-sanitizer if requested. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** The folder for the plan file. */
  readonly folder: string;
  /** Milliseconds a task may take. */
  readonly limit: number;
  /** The number of timeouts after which the remaining tasks are not run. */
  readonly maxTimeouts: number;
  /** Returns the text of a plan file for the tasks. */
  readonly plan: (tasks: readonly Task[]) => string;
  readonly onOutcome?: (task: Task, outcome: TaskOutcome) => void;
}

/**
 * Runs the tasks in as few processes as possible. If a process crashes, hangs or gives up, the
 * remaining tasks run in a new process. No task is started twice, so this terminates whatever the
 * kernel does.
 * @throws {Failure} `environment` if the emulator cannot start.
 */
export async function runTasks<Task extends HarnessTask>(
  tasks: readonly Task[],
  settings: TaskSettings<Task>,
): Promise<ReadonlyMap<Task, TaskOutcome>> {
  const outcomes = new Map<Task, TaskOutcome>();
  const settle = (task: Task, outcome: TaskOutcome): void => {
    outcomes.set(task, outcome);
    settings.onOutcome?.(task, outcome);
  };
  let timeouts = 0;
  for (;;) {
    const remaining = tasks.filter((task) => !outcomes.has(task));
    if (remaining.length === 0) return outcomes;
    const before = outcomes.size;
    const { failed, problem } = await runInOneProcess(remaining, settings, settle);
    if (failed !== undefined) settle(failed, failure(problem));
    if (problem.kind === 'timeout') timeouts += 1;
    const isHung = timeouts >= settings.maxTimeouts;
    const isHopeless = outcomes.size === before || isHung;
    if (!isHopeless) continue;
    const hung = `not run: the kernel already hung${timeouts === 1 ? '' : ` ${timeouts} times`}`;
    const why = isHung ? { kind: problem.kind, message: hung } : problem;
    for (const task of remaining) if (!outcomes.has(task)) settle(task, failure(why));
  }
}

interface Attempt<Task> {
  /** The task that was running when the process ended. */
  readonly failed: Task | undefined;
  /** The reason that tasks remain. */
  readonly problem: HarnessProblem;
}

async function runInOneProcess<Task extends HarnessTask>(
  tasks: readonly Task[],
  settings: TaskSettings<Task>,
  settle: (task: Task, outcome: TaskOutcome) => void,
): Promise<Attempt<Task>> {
  const file = join(settings.folder, 'plan.txt');
  await writeFile(file, settings.plan(tasks));
  const waiting = new Map(tasks.map((task) => [task.key, task]));
  let current: Task | undefined;
  let last: { readonly task: Task; readonly outcome: TaskOutcome } | undefined;
  let fatal: Fatal | undefined;
  let report: string[] = [];
  // An outcome is complete when the next event arrives: until then the sanitizer may report more.
  const flush = (): void => {
    if (last !== undefined) settle(last.task, withReport(last.outcome, report));
    if (last !== undefined) report = [];
    last = undefined;
  };
  const onLine = (line: string): string | undefined => {
    if (isSanitizerLine(line)) {
      report.push(line);
      return line;
    }
    const { event, printed } = parseTestEvent(line);
    if (event === undefined) return printed;
    flush();
    if (event.event === 'start') current = waiting.get(event.key);
    if (event.event === 'fatal') fatal = event;
    const task = event.event === 'done' ? waiting.get(event.key) : undefined;
    if (event.event === 'done' && task !== undefined) {
      waiting.delete(event.key);
      last = { task, outcome: event.outcome };
      current = undefined;
    }
    return undefined;
  };
  const { env, signal, limit } = settings;
  const exit = await runForeignProgram([...settings.argv, file], { env, signal, limit, onLine });
  if (last !== undefined && exit.code === SANITIZER_STATUS && report.length === 0) {
    report.push(`exited with status ${SANITIZER_STATUS}${lastLines(exit.printed)}`);
  }
  flush();
  if (fatal?.environment === true) throw new Failure('environment', { message: fatal.message });
  const problem = exitProblem(exit, fatal?.message, limit);
  const found = sanitizerProblem(report);
  const isSanitized = problem.kind === 'crash' && found !== undefined;
  return { failed: current, problem: isSanitized ? found : problem };
}

function withReport(outcome: TaskOutcome, report: readonly string[]): TaskOutcome {
  const found = sanitizerProblem(report);
  return found === undefined ? outcome : { ...outcome, problems: [...outcome.problems, found] };
}

function exitProblem(exit: ForeignExit, fatal: string | undefined, limit: number): HarnessProblem {
  const output = lastLines(exit.printed);
  if (exit.isTimeout) {
    const message = `no result after ${limit / 1000} s: the kernel hangs, or needs a longer --timeout${output}`;
    return { kind: 'timeout', message };
  }
  if (fatal !== undefined) return { kind: 'crash', message: fatal };
  return { kind: 'crash', message: `the test program ${describeExit(exit)}${output}` };
}

function failure(problem: HarnessProblem): TaskOutcome {
  return { problems: [problem], outputs: [], microseconds: undefined, range: undefined };
}

/** A problem: what the harness found, or what the emulator says. `call` names one of several calls. */
const problemSchema = z.union([
  z
    .object({ fault: faultSchema, call: z.string().optional() })
    .transform(({ fault, call }): FoundProblem => ({ ...problemOf(fault, call), fault })),
  z
    .object({
      kind: problemKindSchema,
      message: z.string(),
      about: z.string().optional(),
      call: z.string().optional(),
    })
    .transform(({ kind, message, about, call }): FoundProblem => ({
      kind,
      message: call === undefined ? message : `${call}: ${message}`,
      ...(about !== undefined && { about }),
    })),
]);

/** A problem with what the emulator says of it. */
interface FoundProblem extends HarnessProblem {
  readonly fault?: Fault;
}
/** JSON has no NaN or infinity: the test program writes null. */
const numberSchema = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined);
const idSchema = z.union([z.number(), z.string()]).transform(Number);

const outcomeFields = {
  problems: z.array(problemSchema),
  outputs: z
    .array(z.object({ name: z.string(), norm: numberSchema, max: numberSchema }))
    .default([]),
  microseconds: numberSchema,
  /** Of steps that are only timed: the interquartile range in microseconds, the number of calls, and the SM clock. */
  range: numberSchema,
  calls: z.number().optional(),
  clocks: z.object({ from: z.number(), to: z.number() }).optional(),
  /** Of steps that ask for it: the algo that is chosen for the call. */
  chosen: z.number().optional(),
  /** The first call of an algo, in microseconds from the call to its end on the GPU. */
  first: z.number().optional(),
  note: z.string().optional(),
  /** The lines where which of several threads wins decides the last bits of a result. */
  varies: z.array(z.string()).optional(),
  /** Why the emulator has not watched all races in device memory. */
  unwatched: z.string().optional(),
  /** The decision by an approximate result that a GPU takes otherwise: the outputs are those of the GPU. */
  otherwise: z.string().optional(),
  /** How many of the blocks ran, such as `10 of 4096 blocks`, if the case chooses some. */
  partial: z.string().optional(),
};

const eventSchema = z.union([
  z.object({ event: z.literal('device') }),
  z.object({ event: z.literal('end') }),
  z.object({
    event: z.literal('fatal'),
    message: z.string(),
    /** True if no kernel is to blame. */
    environment: z.boolean().default(false),
  }),
  z
    .object({ event: z.literal('start'), run: idSchema })
    .transform(({ event, run }) => ({ event, key: runKey(run) })),
  z
    .object({ event: z.literal('start'), check: z.string() })
    .transform(({ event, check }) => ({ event, key: checkKey(check) })),
  z
    .object({ event: z.literal('run'), run: idSchema, ...outcomeFields })
    .transform(({ event: _event, run, ...outcome }) => done(runKey(run), outcome)),
  z
    .object({ event: z.literal('check'), check: z.string(), ...outcomeFields })
    .transform(({ event: _event, check, ...outcome }) => done(checkKey(check), outcome)),
]);

function done<T>(key: string, outcome: T): { event: 'done'; key: string; outcome: T } {
  return { event: 'done', key, outcome };
}

/** An event of the test program: one line of JSON. */
type TestEvent = z.infer<typeof eventSchema>;

type Fatal = Extract<TestEvent, { event: 'fatal' }>;

/** The result of a task. */
export type TaskOutcome = Extract<TestEvent, { event: 'done' }>['outcome'];

/**
 * Parses a line of the test program's output. A kernel that prints may leave a line open: text
 * before the event is `printed`. A line without an event is `printed` as a whole.
 */
function parseTestEvent(line: string): {
  readonly event: TestEvent | undefined;
  readonly printed: string;
} {
  const at = line.indexOf('{"event":');
  const event = at < 0 ? undefined : eventSchema.safeParse(tryParseJson(line.slice(at))).data;
  return { event, printed: event === undefined ? line : line.slice(0, at) };
}
