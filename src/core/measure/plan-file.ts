import type { HarnessTask } from '../harness/run-tasks.ts';
import type { TimingSettings } from './timing.ts';

/** A case to time with an algo. */
export interface TimingTask extends HarnessTask {
  readonly id: number;
  /** The lines of the plan file that describe the case. */
  readonly lines: readonly string[];
  readonly misaligned: readonly string[];
}

/** Returns the plan of a process that times cases with one algo. */
export function timingPlanText(
  kernel: string,
  algo: number,
  tasks: readonly TimingTask[],
  { milliseconds, precision, flush }: TimingSettings,
): string {
  return planOf(
    [`kernel ${kernel}`, `timing ${milliseconds} ${precision} ${flush ? 1 : 0}`],
    tasks,
    (task) => ['time', task.id, algo, ...task.misaligned].join(' '),
  );
}

/** Returns the plan of a process that asks which algo is chosen for cases. */
export function choicePlanText(kernel: string, tasks: readonly TimingTask[]): string {
  return planOf([`kernel ${kernel}`], tasks, ({ id }) => `choose ${id}`);
}

function planOf(
  head: readonly string[],
  tasks: readonly TimingTask[],
  step: (task: TimingTask) => string,
): string {
  const lines = [
    ...head,
    ...tasks.flatMap((task) => [`case ${task.id}`, ...task.lines, step(task)]),
    'end',
  ];
  return `${lines.join('\n')}\n`;
}
