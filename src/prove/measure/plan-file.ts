import type { HarnessTask } from '../harness/run-tasks.ts';
import type { TimingSettings } from './timing.ts';

/** What to time: a call on the GPU, or on the CPU beside the driver's own launch. */
export type TimedStep = 'time' | 'launch';

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
  step: TimedStep = 'time',
): string {
  return planOf(
    [`kernel ${kernel}`, `timing ${milliseconds} ${precision} ${flush ? 1 : 0}`],
    tasks,
    (task) => [step, task.id, algo, ...task.misaligned].join(' '),
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

/** Returns the plan of a process that times a copy of as many bytes within the GPU's memory. */
export function copyPlanText(kernel: string, id: number, bytes: number): string {
  return `kernel ${kernel}\ncase 0\ncopy ${id} ${bytes}\nend\n`;
}
