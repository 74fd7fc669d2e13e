import type { PackagedCase } from '../../manifest/cases/packaged.ts';
import type { BenchRun, Comparison } from './result.ts';
import type { BenchOutcome } from './wire.ts';
import type { BenchTask } from './tasks.ts';

/** Returns the result of a task from what was measured. */
export function runOf(
  { kernel, case: item, algo }: BenchTask,
  { rounds, first, faults }: BenchOutcome,
): BenchRun {
  const own = rounds['package'];
  const microseconds = own === undefined || own.length === 0 ? undefined : median(own);
  return {
    kernel: kernel.name,
    case: item.name,
    algo,
    microseconds,
    ...ratesOf(item, microseconds),
    jit: compare(own, rounds['jit']),
    torch: compare(own, rounds['torch']),
    first,
    faults,
  };
}

function ratesOf(
  { bytes, flops }: Pick<PackagedCase, 'bytes' | 'flops'>,
  microseconds: number | undefined,
): Pick<BenchRun, 'gigabytesPerSecond' | 'teraflops'> {
  const per = (amount: number | undefined, unit: number): number | undefined =>
    amount === undefined || microseconds === undefined ? undefined : amount / microseconds / unit;
  // 1 GB/s = 1e3 bytes per microsecond, 1 TFLOP/s = 1e6 operations per microsecond.
  return { gigabytesPerSecond: per(bytes, 1e3), teraflops: per(flops, 1e6) };
}

/**
 * Compares two contenders that took turns, in microseconds: the median of the ratios of their rounds, so that a
 * change of the clocks between rounds does not count. Returns undefined without rounds.
 */
export function compare(
  own: readonly number[] | undefined,
  other: readonly number[] | undefined,
): Comparison | undefined {
  if (own === undefined || other === undefined) return undefined;
  const ratios = own.slice(0, other.length).map((time, round) => time / (other[round] ?? time));
  if (ratios.length === 0) return undefined;
  return {
    microseconds: median(other),
    ratio: median(ratios),
    ...commonRange(ratios),
  };
}

/** Returns the range of numbers without the lowest and the highest tenth. */
function commonRange(values: readonly number[]): { readonly from: number; readonly to: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const outside = Math.floor(values.length / 10);
  const [from = NaN, to = NaN] = [sorted[outside], sorted[sorted.length - 1 - outside]];
  return { from, to };
}

/** Returns the median of one or more numbers. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

interface Measured {
  readonly task: BenchTask;
  readonly outcome: BenchOutcome;
}

const NAMES: Readonly<Record<string, string>> = { jit: 'the JIT', torch: 'PyTorch' };

/**
 * Says where the outputs of others are not those of the package: then the times cannot be compared.
 * Both may be off by the tolerance of the smoke test.
 */
export function differenceNotes(measured: readonly Measured[]): readonly string[] {
  return measured.flatMap(({ task: { kernel, algo, case: item }, outcome }) =>
    Object.entries(outcome.differences).flatMap(([who, outputs]) =>
      Object.entries(outputs).flatMap(([name, norm]) => {
        const tolerance = 2 * (item.buffers[name]?.tolerance.norm ?? 0);
        if (norm !== null && norm <= tolerance) return [];
        const how =
          norm === null ? 'one of them is not a number' : `relative error ${norm.toPrecision(2)}`;
        return [
          `${kernel.name} [algo ${algo}, ${item.name}]: ${name} of ${NAMES[who] ?? who} differs from the package's (${how})`,
        ];
      }),
    ),
  );
}
