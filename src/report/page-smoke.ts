import { plural } from '../base/text.ts';
import {
  chartOf,
  deviceHeading,
  type Html,
  type HtmlColumn,
  type HtmlRow,
  htmlTable,
  markup,
} from './html.ts';
import { durationText, errorSizeText, threeDigits } from './cells.ts';
import type { Report } from './report.ts';

type ReportSmoke = Report['smoke'][number];
type ReportRun = ReportSmoke['runs'][number];

/** If there are more runs, the page has the worst of each kernel, case and algo. */
const MOST_ROWS = 5000;

/** Returns charts and a table of the runs on each GPU, and what failed. */
export function smokeSection({ smoke }: Report): Html {
  if (smoke.length === 0)
    return markup`<p class="empty">
      The kernels were not run. On a machine with a GPU,
      <code>triton-aot smoke --package aot</code> tests them and adds errors and times to this
      report.
    </p>
`;
  return markup`${smoke.map(deviceOf)}`;
}

function deviceOf({ device, passed, failed, seconds, runs }: ReportSmoke, index: number): Html {
  const isTooLong = runs.length > MOST_ROWS;
  const rows = isTooLong ? worstRuns(runs) : runs;
  const table = `smoke-${index}`;
  const title = isTooLong
    ? `The worst of ${plural(runs.length, 'run')} for each kernel, case and algo`
    : `All ${plural(runs.length, 'run')}`;
  return markup`${deviceHeading(device)}
    <p>
      ${passed} passed,
      ${failed === 0 ? '0 failed' : markup`<strong class="bad">${failed} failed</strong>`}, in
      ${durationText(seconds)}.
    </p>
    ${runs.filter(({ problems }) => problems.length > 0).map(failureOf)}${chartOf('errors', table, 'Relative error of the outputs, by case')}${chartOf('times', table, 'Time of a call on the GPU, by case')}
    <details>
      <summary>${title}</summary>
      ${htmlTable(table, `Runs on ${device.name}`, RUN_COLUMNS, rows.map(rowOf))}
    </details>
`;
}

function failureOf({ kernel, case: name, algo, specialisation, problems }: ReportRun): Html {
  return markup`<div class="failure">
    <p>
      <strong>Failed:</strong> ${kernel}, ${name}, algo ${algo}, specialisation ${specialisation}
    </p>
    <ul>
      ${problems.map((problem) => markup`<li>${problem}</li>`)}
    </ul>
  </div>
`;
}

const RUN_COLUMNS: readonly HtmlColumn[] = [
  { key: 'kernel', title: 'Kernel', kind: 'text' },
  { key: 'case', title: 'Case', kind: 'text' },
  { key: 'algo', title: 'Algo', kind: 'number' },
  { key: 'specialisation', title: 'Specialisation', kind: 'number' },
  { key: 'result', title: 'Result', kind: 'text' },
  { key: 'error', title: 'Relative error', unit: '‖out − ref‖ ÷ ‖ref‖', kind: 'number' },
  { key: 'largest', title: 'Largest error', unit: 'of one element', kind: 'number' },
  { key: 'time', title: 'Time', unit: 'µs', kind: 'number' },
  { key: 'bandwidth', title: 'Memory', unit: 'GB/s', kind: 'number' },
  { key: 'rate', title: 'Compute', unit: 'TFLOP/s', kind: 'number' },
  { key: 'outputs', title: 'Relative error of each output', kind: 'text' },
];

function rowOf(run: ReportRun): HtmlRow {
  const isFailed = run.problems.length > 0;
  return [
    { content: run.kernel },
    { content: run.case },
    { content: run.algo },
    { content: run.specialisation },
    { content: isFailed ? 'failed' : 'passed', isBad: isFailed },
    { content: errorSizeText(largestOf(run.outputs.map(({ norm }) => norm))) },
    { content: errorSizeText(largestOf(run.outputs.map(({ max }) => max))) },
    { content: threeDigits(run.microseconds) },
    { content: threeDigits(run.gigabytesPerSecond) },
    { content: threeDigits(run.teraflops) },
    { content: run.outputs.map(({ name, norm }) => `${name} ${errorSizeText(norm)}`).join(', ') },
  ];
}

/** The run with the most problems, then with the largest error, of each kernel, case and algo. */
function worstRuns(runs: readonly ReportRun[]): readonly ReportRun[] {
  const rank = (run: ReportRun): number =>
    run.problems.length > 0 ? Infinity : (largestOf(run.outputs.map(({ norm }) => norm)) ?? -1);
  const worst = new Map<string, ReportRun>();
  for (const run of runs) {
    const key = JSON.stringify([run.kernel, run.case, run.algo]);
    const known = worst.get(key);
    if (known === undefined || rank(run) > rank(known)) worst.set(key, run);
  }
  return [...worst.values()];
}

/** Undefined if no value is known. */
function largestOf(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}
