import { plural } from '../base/text.ts';
import { describeCapability } from '../manifest/terms/target.ts';
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
import type { Report, ReportKernel } from './report.ts';
import { isFailed } from './verdict.ts';

// The sections of the page about runs on a GPU: smoke test, tuning and benchmark.

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

type ReportTuned = ReportKernel['tuned'][number];
type ReportScore = ReportTuned['sizes'][number];

/** At this multiple of the best time, a cell of the heat map has no colour any more. */
const COLD = 2;

/** Returns a heat map for each kernel and GPU: sizes × algos, as tables that need no script. */
export function tuningSection({ kernels }: Report): Html {
  return markup`<p>
      The time of each algo ÷ that of the best, for the sizes of a call. The stronger the colour,
      the faster; from ${COLD.toFixed(2)} on, there is none. ✓ marks the algo that the package
      chooses.
    </p>
    <div class="heat-maps">
      ${kernels.flatMap((kernel, number) => kernel.tuned.map((measured) => heatMap(kernel, number, measured)))}
    </div>
`;
}

function heatMap(
  { name, algos }: ReportKernel,
  number: number,
  { device, capability, unmeasured, sizes }: ReportTuned,
): Html {
  const names = [...new Set(sizes.flatMap(({ values }) => Object.keys(values)))];
  const caption = `Times of the algos of ${name} on ${device}, relative to the best`;
  return markup`<div data-kernel="${name}">
    <h3>
      <a href="#kernel-${number}">${name}</a>
      <span class="note">on ${device}, ${describeCapability(capability)}</span>
    </h3>
    ${unmeasured.map((text) => markup`<p class="note">Not measured: ${text}. Its algo is the one that spills least, and then the one with the highest occupancy.</p>`)}
    <div class="scroll" role="region" aria-label="${caption}" tabindex="0">
      <table class="heat">
        <caption class="unseen">${caption}</caption>
        <thead>
          <tr>
            ${names.map((size) => markup`<th scope="col" class="n">${size}</th>`)}
            <th scope="col" class="n">Best <small>µs</small></th>
            ${algos.map((constants, algo) => markup`<th scope="col" class="n" title="${constants}">Algo ${algo}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${sizes.map((size) => heatRow(names, algos.length, size))}
        </tbody>
      </table>
    </div>
  </div>
`;
}

function heatRow(
  names: readonly string[],
  algos: number,
  { values, times, chosen }: ReportScore,
): Html {
  const best = times.reduce<number>((least, time) => Math.min(least, time ?? Infinity), Infinity);
  return markup`<tr>${names.map((name) => markup`<th scope="row" class="n">${values[name] ?? UNKNOWN}</th>`)}<td class="n">${Number.isFinite(best) ? threeDigits(best) : UNKNOWN}</td>${Array.from({ length: algos }, (_, algo) => heatCell(times[algo], best, algo === chosen))}</tr>
`;
}

function heatCell(time: number | null | undefined, best: number, isChosen: boolean): Html {
  const mark = isChosen
    ? markup`<span class="mark" aria-hidden="true">✓ </span><span class="unseen">chosen: </span>`
    : '';
  if (time === null || time === undefined)
    return markup`<td class="n${isChosen ? ' chosen' : ''}">${mark}${UNKNOWN}</td>`;
  const ratio = time / best;
  // Differences near the best matter most, so the scale is logarithmic.
  const warmth = Math.max(0, 1 - Math.log(ratio) / Math.log(COLD));
  return markup`<td class="n heat-cell${isChosen ? ' chosen' : ''}" style="--v:${Math.round(100 * warmth)}%">${mark}${ratio.toFixed(2)}</td>`;
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
