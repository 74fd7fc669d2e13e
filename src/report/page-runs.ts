import { plural, threeDigits } from '../base/text.ts';
import { COMPARED_WITH } from '../package/evidence.ts';
import { emulationText } from '../prove/smoke/tables.ts';
import { durationText } from './cells.ts';
import { deviceHeading, type Html, htmlTable, markup } from './html.ts';
import type { Report } from './report.ts';
import { badIf, type Spans, code, lowIf, type Sheet } from './spans.ts';
import { isFailed } from './verdict.ts';

// The sections of the page about runs on a GPU: smoke test and benchmark.

type ReportSmoke = Report['smoke'][number];
type ReportRun = ReportSmoke['runs'][number];

/** The most runs of a device on the page. */
const MOST_RUNS = 5000;

/** Returns a table of the runs on each GPU. Those that failed come first. */
export function smokeSection(smoke: Report['smoke']): Html {
  return markup`${smoke.map(smokeDevice)}`;
}

function smokeDevice(smoke: ReportSmoke): Html {
  const { device, emulated, passed, failed, seconds, runs, notes } = smoke;
  const shown = runs
    .toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)))
    .slice(0, MOST_RUNS);
  const left = runs.length - shown.length;
  return markup`${emulated === undefined ? deviceHeading(device) : markup`<h3>PTX of ${emulated}</h3>`}
    <p>${passed} passed, ${failed} failed, in ${durationText(seconds)}.</p>
    ${emulated === undefined ? '' : markup`<p>Note: ${emulationText(emulated)}.</p>`}
    ${notes.map((note) => markup`<p>Note: ${note}</p>`)}
    <details>
      <summary>${plural(runs.length, 'run')}</summary>
      ${htmlTable(`Runs on ${device.name}`, runsSheet(shown))}
      ${left > 0 ? markup`<p>… and ${left} more in <code>report.json</code>.</p>` : ''}
    </details>
`;
}

function runsSheet(runs: readonly ReportRun[]): Sheet {
  const headings = [
    'Kernel',
    'Case',
    'Algo',
    'Specialisation',
    'Result',
    'Relative error',
    'Largest error',
    'Time, µs',
    'Memory, GB/s',
    'Compute, TFLOP/s',
    'Outputs',
    'Problems',
  ];
  const texts = ['Kernel', 'Case', 'Result', 'Outputs', 'Problems'];
  return { headings, rows: runs.map(runCells), texts };
}

function runCells(run: ReportRun): readonly Spans[] {
  const { kernel, algo, specialisation, expected, problems } = run;
  return [
    code(kernel),
    run.case,
    String(algo),
    String(specialisation),
    badIf(isFailed(run), resultText(run)),
    largestError(run, 'norm'),
    largestError(run, 'max'),
    ...rateCells(run),
    COMPARED_WITH[expected],
    problems.join('; '),
  ];
}

/** A run that the emulator cannot judge has not passed either. */
function resultText(run: ReportRun): string {
  if (run.problems.length === 0) return 'passed';
  return isFailed(run) ? 'failed' : 'unknown';
}

/** Returns the largest error of the outputs, such as `2.3e-4`. */
function largestError({ outputs }: ReportRun, error: 'norm' | 'max'): string {
  const known = outputs.flatMap((output) => output[error] ?? []);
  return known.length === 0 ? '' : Math.max(...known).toExponential(1);
}

type BenchRun = Report['bench'][number]['runs'][number];

function rateCells({
  microseconds,
  gigabytesPerSecond,
  teraflops,
}: ReportRun | BenchRun): readonly string[] {
  return [microseconds, gigabytesPerSecond, teraflops].map((rate) =>
    rate === undefined ? '' : threeDigits(rate),
  );
}

/** Above this time ÷ that of another, the package is worth a look. */
const SLOWER = 1.1;

/** Returns a table of the runs on each GPU. */
export function benchSection(bench: Report['bench']): Html {
  return markup`<p>
      ÷ JIT and ÷ PyTorch are the time of the package ÷ that of the other. Below 1, the package is
      faster.
    </p>
    ${bench.map(({ device, runs }) => markup`${deviceHeading(device)}${htmlTable(`Times on ${device.name}`, benchSheet(runs))}`)}`;
}

function benchSheet(runs: readonly BenchRun[]): Sheet {
  const headings = [
    'Kernel',
    'Case',
    'Algo',
    'Time, µs',
    'Memory, GB/s',
    'Compute, TFLOP/s',
    '÷ JIT',
    '÷ PyTorch',
  ];
  const rows = runs.map((run) => {
    const { kernel, algo, microseconds, jit, torch } = run;
    const [time = '', ...rates] = rateCells(run);
    const ratios = [jit, torch].map((ratio = 0) =>
      ratio === 0 ? '' : lowIf(ratio > SLOWER, ratio.toFixed(2)),
    );
    const isMeasured = microseconds !== undefined;
    const shown = badIf(!isMeasured, isMeasured ? time : 'failed');
    return [code(kernel), run.case, String(algo), shown, ...rates, ...ratios];
  });
  return { headings, rows, texts: ['Kernel', 'Case'] };
}
