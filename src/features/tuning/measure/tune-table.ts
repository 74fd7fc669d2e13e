import { rateText, timeText } from '../../../prove/smoke/tables.ts';
import type { Score } from '../file.ts';
import type { TuneResult, TuneSizeResult } from './tune-kernel.ts';

/** The scores of a kernel, for a table. */
export interface TuneTable {
  readonly kernel: string;
  /** The number of measured algos. */
  readonly algos: number;
  /** The numbers of new scores, and of those that the file had. */
  readonly measured: number;
  readonly kept: number;
  readonly rows: readonly TuneRow[];
}

/** The scores of a size, as text. Unknown values are empty. */
interface TuneRow {
  readonly size: string;
  /** The number of the fastest algo, its time and its rate. */
  readonly best: string;
  readonly time: string;
  readonly rate: string;
  /** The time of algo 0 as a multiple of the best. */
  readonly first: string;
  /** The time of the slowest algo as a multiple of the best. */
  readonly slowest: string;
  /** The number of algos without a time. */
  readonly faults: string;
}

/** Returns a table for each measured kernel. */
export function tuneTables({ kernels }: Pick<TuneResult, 'kernels'>): readonly TuneTable[] {
  return kernels.map(({ kernel, sizes, measured, kept }) => ({
    kernel,
    algos: new Set(sizes.flatMap(({ scores }) => scores.map(({ algo }) => algo))).size,
    measured,
    kept,
    rows: sizes.map(rowOf),
  }));
}

function rowOf({ case: size, scores, bytes, flops }: TuneSizeResult): TuneRow {
  const times = scores.flatMap(({ algo, microseconds }) =>
    microseconds === undefined ? [] : [{ algo, microseconds }],
  );
  const faults = scores.length - times.length;
  const failed = faults === 0 ? '' : String(faults);
  const [best, ...others] = times.toSorted((a, b) => a.microseconds - b.microseconds);
  if (best === undefined)
    return { size, best: '', time: '', rate: '', first: '', slowest: '', faults: failed };
  const { microseconds } = best;
  const first = times.find(({ algo }) => algo === 0);
  return {
    size,
    best: String(best.algo),
    time: timeText([microseconds]),
    rate: [
      // 1 TFLOP/s = 1e6 operations per microsecond, 1 GB/s = 1e3 bytes per microsecond.
      ...rateText(flops === undefined ? [] : [flops / microseconds / 1e6], 'TFLOP/s'),
      ...rateText(bytes === undefined ? [] : [bytes / microseconds / 1e3], 'GB/s'),
    ].join(', '),
    first: ratioText(first?.microseconds, microseconds),
    slowest: ratioText(others.at(-1)?.microseconds, microseconds),
    faults: failed,
  };
}

function ratioText(time: Score['microseconds'], best: number): string {
  return time === undefined ? '' : `${(time / best).toFixed(2)} ×`;
}
