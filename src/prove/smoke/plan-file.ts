import { join } from 'node:path';
import { makeFolder } from '../../base/files.ts';
import { caseBytes } from '../harness/needs.ts';
import { describeComparedCase, describePartialCase } from '../harness/case-data.ts';
import { isWholeCase, type PackagedCase } from '../../manifest/cases/packaged.ts';
import type { ReadData } from '../../manifest/values/packing.ts';
import {
  CHECK_THREADS,
  type KernelTest,
  type PlannedRun,
  smallestCase,
  type TestTask,
} from './selection.ts';

/** The lines of a plan file that describe each case. The data is in other files. */
type CaseLines = ReadonlyMap<PackagedCase, readonly string[]>;

/**
 * Writes the inputs and expected outputs of all cases that the tasks use to `folder`, which is
 * created.
 */
export async function writeCaseData(
  test: KernelTest,
  tasks: readonly TestTask[],
  folder: string,
  readData: ReadData,
): Promise<CaseLines> {
  await makeFolder(folder);
  const lines = new Map<PackagedCase, readonly string[]>();
  for (const [item] of casesOf(test, tasks)) {
    const prefix = join(folder, `case${test.cases.cases.indexOf(item)}`);
    const { blocks } = item;
    lines.set(
      item,
      blocks === undefined
        ? await describeComparedCase(item, prefix, readData)
        : await describePartialCase(item, blocks, prefix, readData),
    );
  }
  return lines;
}

/** How a plan's runs are measured, and where their outputs are kept. */
export interface PlanSettings {
  /** Milliseconds. */
  readonly timing: number;
  /** True to begin with the smallest case, and the checks. */
  readonly smallestFirst?: boolean;
  /** Returns the beginning of the paths of a run's output files; undefined: they are not kept. */
  readonly keep?: ((run: PlannedRun) => string) | undefined;
}

/**
 * Returns the plan for one process. The checks use the smallest case, because one of them calls the
 * kernel from many threads, and they come last, because they may crash the process.
 */
export function testPlanText(
  test: KernelTest,
  tasks: readonly TestTask[],
  lines: CaseLines,
  { timing, smallestFirst = false, keep }: PlanSettings,
): string {
  const { kernel, cases } = test;
  const [algo = 0] = cases.algos;
  const groups = [...casesOf(test, tasks)];
  if (smallestFirst) groups.sort(([a], [b]) => caseBytes(a) - caseBytes(b));
  const described = groups.flatMap(([item, own]) => [
    `case ${cases.cases.indexOf(item)}`,
    ...(lines.get(item) ?? []),
    ...own.flatMap((task) =>
      task.kind === 'run'
        ? [
            ['run', task.id, task.run.algo, ...Object.entries(task.run.offsets).flat()].join(' '),
            ...(keep === undefined || !isWholeCase(item) ? [] : [`keep ${keep(task.run)}`]),
          ]
        : [`check ${task.check} ${CHECK_THREADS} ${algo}`],
    ),
  ]);
  return `${[
    `kernel ${kernel.name}`,
    `deterministic ${cases.deterministic ? 1 : 0}`,
    `timing ${timing}`,
    ...described,
    'end',
  ].join('\n')}\n`;
}

/** Groups tasks by case. The smallest case, which has the checks, comes last. */
function casesOf(
  { cases }: KernelTest,
  tasks: readonly TestTask[],
): ReadonlyMap<PackagedCase, readonly TestTask[]> {
  const found = new Map<PackagedCase, TestTask[]>();
  const smallest = smallestCase(cases.cases);
  const isLast = (task: TestTask): boolean => task.kind === 'check' || task.run.case === smallest;
  const ordered = [...tasks.filter((task) => !isLast(task)), ...tasks.filter(isLast)];
  for (const task of ordered) {
    const item = task.kind === 'run' ? task.run.case : smallest;
    if (item !== undefined) found.set(item, [...(found.get(item) ?? []), task]);
  }
  return found;
}
