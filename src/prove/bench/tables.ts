import { threeDigits } from '../../base/text.ts';
import type { BenchResult, BenchRun, Comparison } from './result.ts';

/** A table of text. Unknown values are empty. */
interface BenchTable {
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

const HEADINGS = [
  'case',
  'algo',
  'time',
  'rate',
  '÷ JIT',
  '÷ torch',
  'first call',
  'JIT first call',
];

function rowOf(run: BenchRun): readonly string[] {
  const { case: name, algo, microseconds, jit, torch, first, faults } = run;
  return [
    name,
    String(algo),
    microseconds === undefined ? 'failed' : timeText(microseconds),
    [
      ...(run.teraflops === undefined ? [] : [`${threeDigits(run.teraflops)} TFLOP/s`]),
      ...(run.gigabytesPerSecond === undefined
        ? []
        : [`${threeDigits(run.gigabytesPerSecond)} GB/s`]),
    ].join(', '),
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
  if (microseconds < 1000) return `${threeDigits(microseconds)} µs`;
  return microseconds < 1e6
    ? `${threeDigits(microseconds / 1e3)} ms`
    : `${threeDigits(microseconds / 1e6)} s`;
}
