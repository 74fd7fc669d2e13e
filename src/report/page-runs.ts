import { plural } from '../base/text.ts';
import { COMPARED_WITH } from '../package/evidence.ts';
import { durationText, errorSizeText, threeDigits, UNKNOWN } from './cells.ts';
import {
  chartOf,
  type Column,
  deviceHeading,
  type Html,
  htmlTable,
  markup,
  numberColumn,
  textColumn,
} from './html.ts';
import { emulationText } from '../prove/smoke/tables.ts';
import type { Report } from './report.ts';
import { isFailed } from './verdict.ts';

// The sections of the page about runs on a GPU: smoke test and benchmark.

type ReportSmoke = Report['smoke'][number];
type ReportRun = ReportSmoke['runs'][number];

/** If there are more runs, the page has the worst of each kernel, case and algo. */
const MOST_ROWS = 5000;

/** Returns charts and a table of the runs on each GPU, and what failed. */
export function smokeSection({ smoke }: Report): Html {
  return markup`${smoke.map(deviceOf)}`;
}

function deviceOf(
  { device, emulated, passed, failed, seconds, runs, notes }: ReportSmoke,
  index: number,
): Html {
  const isTooLong = runs.length > MOST_ROWS;
  const rows = isTooLong ? worstRuns(runs) : runs;
  const table = `smoke-${index}`;
  const title = isTooLong
    ? `The worst of ${plural(runs.length, 'run')} for each kernel, case and algo`
    : `All ${plural(runs.length, 'run')}`;
  const heading =
    emulated === undefined
      ? deviceHeading(device)
      : markup`<h3>PTX of ${emulated}</h3>
    <p>${sentence(emulationText(emulated))}</p>`;
  return markup`${heading}
    <p>
      ${passed} passed,
      ${failed === 0 ? '0 failed' : markup`<a href="#verdict"><strong class="bad">${failed} failed</strong></a>`}, in
      ${durationText(seconds)}.
    </p>
    ${notes.map((note) => markup`<p>Note: ${note}</p>`)}${chartOf('errors', table, 'Relative error of the outputs, by case')}${chartOf('times', table, 'Time of a call on the GPU, by case')}
    <details>
      <summary>${title}</summary>
      ${htmlTable(table, `Runs on ${device.name}`, RUN_COLUMNS, rows)}
    </details>
`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const RUN_COLUMNS: readonly Column<ReportRun>[] = [
  textColumn('kernel', 'Kernel', ({ kernel }) => kernel),
  textColumn('case', 'Case', (run) => run.case),
  numberColumn('algo', 'Algo', ({ algo }) => algo),
  numberColumn('specialisation', 'Specialisation', ({ specialisation }) => specialisation),
  textColumn('result', 'Result', resultText, {
    mark: (run) => (isFailed(run) ? 'bad' : undefined),
  }),
  numberColumn('error', 'Relative error|‖out − ref‖ ÷ ‖ref‖', (run) =>
    errorSizeText(largestOf(run, 'norm')),
  ),
  numberColumn('largest', 'Largest error|of one element', (run) =>
    errorSizeText(largestOf(run, 'max')),
  ),
  numberColumn('time', 'Time|µs', ({ microseconds }) => threeDigits(microseconds)),
  numberColumn('bandwidth', 'Memory|GB/s', ({ gigabytesPerSecond }) =>
    threeDigits(gigabytesPerSecond),
  ),
  numberColumn('rate', 'Compute|TFLOP/s', ({ teraflops }) => threeDigits(teraflops)),
  textColumn('expected', 'Outputs', ({ expected }) =>
    expected === undefined ? UNKNOWN : COMPARED_WITH[expected],
  ),
  textColumn('outputs', 'Relative error of each output', ({ outputs }) =>
    outputs.map(({ name, norm }) => `${name} ${errorSizeText(norm)}`).join(', '),
  ),
  textColumn('problems', 'Problems', ({ problems }) => problems.join('; ') || undefined, {
    wraps: 'wide',
  }),
];

/** A run that the emulator cannot judge has not passed either. */
function resultText(run: ReportRun): string {
  if (run.problems.length === 0) return 'passed';
  return isFailed(run) ? 'failed' : 'unknown';
}

/** The run with the most problems, then with the largest error, of each kernel, case and algo. */
function worstRuns(runs: readonly ReportRun[]): readonly ReportRun[] {
  const rank = (run: ReportRun): number =>
    isFailed(run) ? Infinity : (largestOf(run, 'norm') ?? -1);
  const worst = new Map<string, ReportRun>();
  for (const run of runs) {
    const key = JSON.stringify([run.kernel, run.case, run.algo]);
    const known = worst.get(key);
    if (known === undefined || rank(run) > rank(known)) worst.set(key, run);
  }
  return [...worst.values()];
}

/** Returns the largest error of the outputs; undefined if none is known. */
function largestOf({ outputs }: ReportRun, error: 'norm' | 'max'): number | undefined {
  const known = outputs.flatMap((output) => output[error] ?? []);
  return known.length === 0 ? undefined : Math.max(...known);
}

type ReportBench = Report['bench'][number];

/** Returns a table of the runs on each GPU. */
export function benchSection({ bench }: Report): Html {
  return markup`${bench.map(benchDevice)}`;
}

const BENCH_COLUMNS: readonly Column<ReportBench['runs'][number]>[] = [
  textColumn('kernel', 'Kernel', ({ kernel }) => kernel),
  textColumn('case', 'Case', (run) => run.case),
  numberColumn('algo', 'Algo', ({ algo }) => algo),
  numberColumn('time', 'Time|µs', ({ microseconds }) =>
    microseconds === undefined ? 'failed' : threeDigits(microseconds),
  ),
  numberColumn('bandwidth', 'Memory|GB/s', ({ gigabytesPerSecond }) =>
    threeDigits(gigabytesPerSecond),
  ),
  numberColumn('rate', 'Compute|TFLOP/s', ({ teraflops }) => threeDigits(teraflops)),
  numberColumn('jit', '÷ JIT|time', ({ jit }) => jit?.toFixed(2)),
  numberColumn('torch', '÷ PyTorch|time', ({ torch }) => torch?.toFixed(2)),
];

function benchDevice({ device, runs }: ReportBench, index: number): Html {
  return markup`${deviceHeading(device)}
    <p>
      ÷ JIT and ÷ PyTorch are the time of the package ÷ that of the other. Below 1, the package is
      faster.
    </p>
    ${htmlTable(`bench-${index}`, `Times on ${device.name}`, BENCH_COLUMNS, runs)}`;
}
