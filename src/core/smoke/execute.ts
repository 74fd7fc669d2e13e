import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../base/process.ts';
import { PROBLEM_KINDS, type SmokeProblem } from './result.ts';
import { describeEnding, lastLines, type ProcessEnding, runTestProcess } from './run-process.ts';
import { isSanitizerLine, SANITIZER_STATUS, sanitizerProblem } from './sanitizer.ts';
import { checkKey, runKey, type TestTask } from './selection.ts';

/** How the test program is started. */
interface TaskResults {
  /** The program, with compute-sanitizer before it where that is asked for. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** The folder of the plan file. */
  readonly folder: string;
  /** Milliseconds a task may take. */
  readonly limit: number;
  /** The plan for the tasks that are left. */
  readonly plan: (tasks: readonly TestTask[]) => string;
  readonly onOutcome?: (task: TestTask, outcome: TestOutcome) => void;
}

/** A kernel that has hung this often hangs: its other tasks are not waited for. */
const MAX_TIMEOUTS = 3;

/**
 * Does the tasks in as few processes as it takes: where one crashes, hangs or gives up, the next one does what is
 * left. No task is begun twice, so that this ends whatever the kernel does.
 */
export async function executeTasks(
  tasks: readonly TestTask[],
  execution: TaskResults,
): Promise<ReadonlyMap<TestTask, TestOutcome>> {
  const outcomes = new Map<TestTask, TestOutcome>();
  const settle = (task: TestTask, outcome: TestOutcome): void => {
    outcomes.set(task, outcome);
    execution.onOutcome?.(task, outcome);
  };
  let timeouts = 0;
  for (;;) {
    const left = tasks.filter((task) => !outcomes.has(task));
    if (left.length === 0) return outcomes;
    const before = outcomes.size;
    const { failed, problem } = await attempt(left, execution, settle);
    if (failed !== undefined) settle(failed, failure(problem));
    if (problem.kind === 'timeout') timeouts += 1;
    const isHopeless = outcomes.size === before || timeouts >= MAX_TIMEOUTS;
    if (!isHopeless) continue;
    const why =
      timeouts >= MAX_TIMEOUTS
        ? { kind: problem.kind, message: `not run, since ${timeouts} others of the kernel hung` }
        : problem;
    for (const task of left) if (!outcomes.has(task)) settle(task, failure(why));
  }
}

interface Attempt {
  /** The task during which the process ended. */
  readonly failed: TestTask | undefined;
  /** Why not everything was done. */
  readonly problem: SmokeProblem;
}

async function attempt(
  tasks: readonly TestTask[],
  execution: TaskResults,
  settle: (task: TestTask, outcome: TestOutcome) => void,
): Promise<Attempt> {
  const file = join(execution.folder, 'plan.txt');
  await writeFile(file, execution.plan(tasks));
  const waiting = new Map(tasks.map((task) => [task.key, task]));
  let current: TestTask | undefined;
  let last: { readonly task: TestTask; readonly outcome: TestOutcome } | undefined;
  let fatal: string | undefined;
  let report: string[] = [];
  // A result counts once the next event shows that all the sanitizer had to say of it has come.
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
    if (event.event === 'fatal') fatal = event.message;
    const task = event.event === 'done' ? waiting.get(event.key) : undefined;
    if (event.event === 'done' && task !== undefined) {
      waiting.delete(event.key);
      last = { task, outcome: event.outcome };
      current = undefined;
    }
    return undefined;
  };
  const { env, signal, limit } = execution;
  const argv = [...execution.argv, file];
  const ending = await runTestProcess(argv, { env, signal, limit, onLine });
  if (last !== undefined && ending.code === SANITIZER_STATUS && report.length === 0) {
    report.push(`ended with status ${SANITIZER_STATUS}${lastLines(ending.printed)}`);
  }
  flush();
  const problem = explain(ending, fatal, limit);
  const found = sanitizerProblem(report);
  const isSanitized = problem.kind === 'crash' && found !== undefined;
  return { failed: current, problem: isSanitized ? found : problem };
}

function withReport(outcome: TestOutcome, report: readonly string[]): TestOutcome {
  const found = sanitizerProblem(report);
  return found === undefined ? outcome : { ...outcome, problems: [...outcome.problems, found] };
}

function explain(ending: ProcessEnding, fatal: string | undefined, limit: number): SmokeProblem {
  const said = lastLines(ending.printed);
  if (ending.isLate) {
    const message = `no answer for ${limit / 1000} s: the kernel hangs, or needs more time (--timeout)${said}`;
    return { kind: 'timeout', message };
  }
  if (fatal !== undefined) return { kind: 'crash', message: fatal };
  return { kind: 'crash', message: `the test program ${describeEnding(ending)}${said}` };
}

function failure(problem: SmokeProblem): TestOutcome {
  return { problems: [problem], outputs: [], microseconds: undefined };
}

const problemsSchema = z.array(z.object({ kind: z.enum(PROBLEM_KINDS), message: z.string() }));
/** JSON has no NaN or infinity: such an error is null. */
const errorSchema = z
  .number()
  .nullish()
  .transform((value) => value ?? undefined);
const idSchema = z.union([z.number(), z.string()]).transform(Number);

const outcomeFields = {
  problems: problemsSchema,
  outputs: z.array(z.object({ name: z.string(), norm: errorSchema, max: errorSchema })).default([]),
  microseconds: z
    .number()
    .nullish()
    .transform((value) => value ?? undefined),
  note: z.string().optional(),
};

const eventSchema = z.union([
  z.object({ event: z.literal('device') }),
  z.object({ event: z.literal('end') }),
  z.object({ event: z.literal('fatal'), message: z.string() }),
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

/** What the test program tells, one line each. */
type TestEvent = z.infer<typeof eventSchema>;

/** What came of a task. */
export type TestOutcome = Extract<TestEvent, { event: 'done' }>['outcome'];

/**
 * Reads a line of the test program's output. A kernel that prints may have left the line open: what stands before
 * the event is `printed`, and all of a line that is none.
 */
function parseTestEvent(line: string): {
  readonly event: TestEvent | undefined;
  readonly printed: string;
} {
  const at = line.indexOf('{"event":');
  const event = at < 0 ? undefined : parse(line.slice(at));
  return { event, printed: event === undefined ? line : line.slice(0, at) };
}

function done<T>(key: string, outcome: T): { event: 'done'; key: string; outcome: T } {
  return { event: 'done', key, outcome };
}

function parse(text: string): TestEvent | undefined {
  try {
    return eventSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
