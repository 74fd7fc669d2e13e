import type { CheckName } from './result.ts';
import { smallestCase } from './needs.ts';
import type { KernelTest, PlannedRun } from './selection.ts';

/** A check that the test program makes; users' own tests are programs of their own. */
export type InterfaceCheck = Exclude<CheckName, 'cubin' | 'own-test'>;

/** One thing a test program is asked to do; its key is what the program answers with. */
export type Task =
  | { readonly kind: 'run'; readonly key: string; readonly id: number; readonly run: PlannedRun }
  | { readonly kind: 'check'; readonly key: string; readonly check: InterfaceCheck };

/** What is to be done for a kernel, given how many GPUs there are for it. */
export function tasksOf({ runs, cases, isWhole }: KernelTest, devices: number): readonly Task[] {
  const tasks = runs.map((run, id): Task => ({ kind: 'run', key: runKey(id), id, run }));
  const smallest = smallestCase(cases.cases);
  if (!isWhole || smallest === undefined) return tasks;
  const checks: readonly InterfaceCheck[] = [
    'bad-algo',
    ...(smallest.empty === undefined ? [] : (['empty-grid'] as const)),
    'threads',
    ...(devices < 2 ? [] : (['second-device'] as const)),
    'memory',
  ];
  return [
    ...tasks,
    ...checks.map((check): Task => ({ kind: 'check', key: checkKey(check), check })),
  ];
}

export function runKey(id: number): string {
  return `run ${id}`;
}

export function checkKey(name: string): string {
  return `check ${name}`;
}
