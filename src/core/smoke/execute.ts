import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../process.ts';
import { readEvent, type Outcome } from './event.ts';
import type { SmokeProblem } from './result.ts';
import { isSanitizerLine, sanitizerProblem, SANITIZER_STATUS } from './sanitizer.ts';
import type { Task } from './task.ts';
import { endingInWords, lastLines, runTest, type Ending } from './test-process.ts';

/** How the test program is started. */
export interface Execution {
  /** The program, with compute-sanitizer before it where that is asked for. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly signal: AbortSignal;
  /** The folder of the plan file. */
  readonly folder: string;
  /** Milliseconds a task may take. */
  readonly limit: number;
  /** The plan for the tasks that are left. */
  readonly plan: (tasks: readonly Task[]) => string;
  readonly onOutcome?: (task: Task, outcome: Outcome) => void;
}

/** A kernel that has hung this often hangs: its other tasks are not waited for. */
const MOST_TIMEOUTS = 3;

/**
 * Does the tasks in as few processes as it takes: where one crashes, hangs or gives up, the next one does what is
 * left. No task is begun twice, so that this ends whatever the kernel does.
 */
export async function execute(
  tasks: readonly Task[],
  execution: Execution,
): Promise<ReadonlyMap<Task, Outcome>> {
  const outcomes = new Map<Task, Outcome>();
  const settle = (task: Task, outcome: Outcome): void => {
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
    const isHopeless = outcomes.size === before || timeouts >= MOST_TIMEOUTS;
    if (!isHopeless) continue;
    const why =
      timeouts >= MOST_TIMEOUTS
        ? { kind: problem.kind, message: `not run, since ${timeouts} others of the kernel hung` }
        : problem;
    for (const task of left) if (!outcomes.has(task)) settle(task, failure(why));
  }
}

interface Attempt {
  /** The task during which the process ended. */
  readonly failed: Task | undefined;
  /** Why not everything was done. */
  readonly problem: SmokeProblem;
}

async function attempt(
  tasks: readonly Task[],
  execution: Execution,
  settle: (task: Task, outcome: Outcome) => void,
): Promise<Attempt> {
  const file = join(execution.folder, 'plan.txt');
  await writeFile(file, execution.plan(tasks));
  const waiting = new Map(tasks.map((task) => [task.key, task]));
  let current: Task | undefined;
  let last: { readonly task: Task; readonly outcome: Outcome } | undefined;
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
    const { event, printed } = readEvent(line);
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
  const ending = await runTest(argv, { env, signal, limit, onLine });
  if (last !== undefined && ending.code === SANITIZER_STATUS && report.length === 0) {
    report.push(`ended with status ${SANITIZER_STATUS}${lastLines(ending.printed)}`);
  }
  flush();
  const problem = explain(ending, fatal, limit);
  const found = sanitizerProblem(report);
  const isSanitized = problem.kind === 'crash' && found !== undefined;
  return { failed: current, problem: isSanitized ? found : problem };
}

function withReport(outcome: Outcome, report: readonly string[]): Outcome {
  const found = sanitizerProblem(report);
  return found === undefined ? outcome : { ...outcome, problems: [...outcome.problems, found] };
}

function explain(ending: Ending, fatal: string | undefined, limit: number): SmokeProblem {
  const said = lastLines(ending.printed);
  if (ending.isLate) {
    const message = `no answer for ${limit / 1000} s: the kernel hangs, or needs more time (--timeout)${said}`;
    return { kind: 'timeout', message };
  }
  if (fatal !== undefined) return { kind: 'crash', message: fatal };
  return { kind: 'crash', message: `the test program ${endingInWords(ending)}${said}` };
}

function failure(problem: SmokeProblem): Outcome {
  return { problems: [problem], outputs: [], microseconds: undefined };
}
