import { plural, threeDigits } from '../../base/text.ts';
import { COMPARED_WITH } from '../../package/evidence.ts';
import type { RunResult, SmokeResult } from './result.ts';

/** The results of one kernel, for a table. */
export interface KernelTable {
  readonly kernel: string;
  readonly runs: number;
  readonly checks: number;
  /** Says how the outputs were checked, such as `compared with the reference`. */
  readonly comparison: string;
  readonly cases: readonly CaseRow[];
  /** The number of failed checks. */
  readonly failedChecks: number;
}

/** The results of a case over all algos and specialisations, as text. Unknown values are empty. */
interface CaseRow {
  readonly name: string;
  readonly runs: string;
  /** The largest ‖out − ref‖ / ‖ref‖, and the largest |out − ref|. */
  readonly norm: string;
  readonly max: string;
  /** The range of the medians. */
  readonly time: string;
  /** The highest rates. */
  readonly rate: string;
}

/** Says what was executed in place of cubins on a GPU, and what that cannot show. Empty: nothing. */
export function emulationText(target: string): string {
  if (target === '') return 'none of its PTX can be executed on the CPU';
  return `the PTX of ${target} was executed on the CPU; the cubins, ptxas, the driver and the timing were not tested`;
}

/** Returns a table for each tested kernel, in the order of the results. */
export function kernelTables({ runs, checks }: SmokeResult): readonly KernelTable[] {
  const names = new Set([...runs, ...checks].map(({ kernel }) => kernel));
  return [...names].map((kernel) => {
    const own = runs.filter((run) => run.kernel === kernel);
    const ownChecks = checks.filter((check) => check.kernel === kernel);
    const cases = new Set(own.map((run) => run.case));
    return {
      kernel,
      runs: own.length,
      checks: ownChecks.length,
      comparison: comparisonOf(own),
      cases: [...cases].map((name) =>
        caseRow(
          name,
          own.filter((run) => run.case === name),
        ),
      ),
      failedChecks: ownChecks.filter(({ problems }) => problems.length > 0).length,
    };
  });
}

/** Says what the outputs were compared with, and how many runs were compared with nothing. */
function comparisonOf(runs: readonly RunResult[]): string {
  const [first] = runs;
  if (first === undefined) return '';
  const compared = runs.find(({ expected }) => expected !== 'none');
  if (compared === undefined) return COMPARED_WITH[first.expected];
  const count = runs.filter(({ expected }) => expected === 'none').length;
  const others = count === 0 ? '' : `, ${plural(count, 'run')} ${COMPARED_WITH.none}`;
  return `${COMPARED_WITH[compared.expected]}${others}`;
}

function caseRow(name: string, runs: readonly RunResult[]): CaseRow {
  const outputs = runs.flatMap((run) => run.outputs);
  const failed = runs.filter(({ problems }) => problems.length > 0).length;
  const accepted = runs.filter((run) => run.accepted !== undefined).length;
  return {
    name,
    runs: [
      String(runs.length),
      ...(failed === 0 ? [] : [`${failed} failed`]),
      ...(accepted === 0 ? [] : [`${accepted} accepted`]),
    ].join(', '),
    norm: errorText(defined(outputs.map(({ norm }) => norm))),
    max: errorText(defined(outputs.map(({ max }) => max))),
    time: timeText(defined(runs.map(({ microseconds }) => microseconds))),
    rate: [
      ...rateText(defined(runs.map(({ teraflops }) => teraflops)), 'TFLOP/s'),
      ...rateText(defined(runs.map(({ gigabytesPerSecond }) => gigabytesPerSecond)), 'GB/s'),
    ].join(', '),
  };
}

function errorText(values: readonly number[]): string {
  return values.length === 0 ? '' : Math.max(...values).toExponential(1);
}

function defined(values: readonly (number | undefined)[]): readonly number[] {
  return values.filter((value) => value !== undefined);
}

/** Formats times in one unit, with three significant digits: `12.3 µs` or `12.3 to 45.6 µs`. */
export function timeText(microseconds: readonly number[]): string {
  if (microseconds.length === 0) return '';
  const slowest = Math.max(...microseconds);
  const [scale, unit] = slowest < 1000 ? [1, 'µs'] : [1000, 'ms'];
  const from = threeDigits(Math.min(...microseconds) / scale);
  const to = threeDigits(slowest / scale);
  return from === to ? `${to} ${unit}` : `${from} to ${to} ${unit}`;
}

/** Formats the highest of some rates; nothing if there are none. */
export function rateText(values: readonly number[], unit: string): string[] {
  return values.length === 0 ? [] : [`${threeDigits(Math.max(...values))} ${unit}`];
}
