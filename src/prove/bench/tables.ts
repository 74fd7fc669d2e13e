import type { BenchMeasured, BenchResult, BenchRun, Comparison } from './result.ts';

/** A table of text. Unknown values are empty. */
export interface BenchTable {
  readonly title: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Returns a table for each kernel. */
export function benchTables({ runs }: BenchResult): readonly BenchTable[] {
  const kernels = [...new Set(runs.map(({ kernel }) => kernel))];
  return kernels.map((kernel) => ({
    title: kernel,
    headings: HEADINGS,
    rows: runs.filter((run) => run.kernel === kernel).map(rowOf),
  }));
}

/** Returns the published peaks of the GPU in one line. */
export function peaksText({ device, peaks }: Pick<BenchMeasured, 'device' | 'peaks'>): string {
  if (peaks === undefined) return `published peaks: unknown GPU ${device.name}`;
  const rates = Object.entries(peaks.matrix).map(
    ([element, rate]) => `matrix units with ${element} ${digits(rate / 1e12)} TFLOP/s`,
  );
  const parts = [`memory ${digits(peaks.bandwidth / 1e9)} GB/s`, ...rates];
  return `published peaks: ${parts.join(', ')} (${peaks.source})`;
}

const HEADINGS = [
  'case',
  'algo',
  'time',
  'rate',
  'of peak',
  '÷ JIT',
  '÷ torch',
  'first call',
  'JIT first call',
];

function rowOf(run: BenchRun): readonly string[] {
  const { case: name, algo, microseconds, share, jit, torch, first, faults } = run;
  return [
    name,
    String(algo),
    microseconds === undefined ? 'failed' : timeText(microseconds),
    [
      ...(run.teraflops === undefined ? [] : [`${digits(run.teraflops)} TFLOP/s`]),
      ...(run.gigabytesPerSecond === undefined ? [] : [`${digits(run.gigabytesPerSecond)} GB/s`]),
    ].join(', '),
    share === undefined ? '' : `${Math.round(100 * share.value)} % ${share.of}`,
    faults.jit === undefined ? ratioText(jit) : 'failed',
    faults.torch === undefined ? ratioText(torch) : 'failed',
    timeOrNothing(first.package),
    timeOrNothing(first.jit),
  ];
}

function timeOrNothing(microseconds: number | undefined): string {
  return microseconds === undefined ? '' : timeText(microseconds);
}

/** Package ÷ other, and the range over the rounds if it is wide. */
function ratioText(comparison: Comparison | undefined): string {
  if (comparison === undefined) return '';
  const { ratio, from, to } = comparison;
  const isWide = to - from > 0.1 * ratio;
  return isWide ? `${ratio.toFixed(2)} (${from.toFixed(2)} to ${to.toFixed(2)})` : ratio.toFixed(2);
}

function timeText(microseconds: number): string {
  if (microseconds < 1000) return `${digits(microseconds)} µs`;
  return microseconds < 1e6
    ? `${digits(microseconds / 1e3)} ms`
    : `${digits(microseconds / 1e6)} s`;
}

/** Three significant digits, without an exponent. */
function digits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
