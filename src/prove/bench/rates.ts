import type { PackagedCase } from '../../manifest/values/document.ts';
import { bytesOf, elementType } from '../../manifest/values/elements.ts';
import type { Comparison, Peaks, Share } from './result.ts';

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

/** The range of numbers without the lowest and the highest tenth. */
function commonRange(values: readonly number[]): { readonly from: number; readonly to: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const outside = Math.floor(values.length / 10);
  const [from = NaN, to = NaN] = [sorted[outside], sorted[sorted.length - 1 - outside]];
  return { from, to };
}

/** The median of numbers, of which there is at least one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

/**
 * The share of the GPU's peak that a call reaches: the time that the bytes and operations of the
 * case need at least ÷ the time that it takes. The larger of the two limits it. Undefined if the
 * manifest gives neither, or the peaks are unknown.
 */
export function shareOfPeak(
  microseconds: number,
  item: Pick<PackagedCase, 'buffers' | 'bytes' | 'flops'>,
  peaks: Peaks,
): Share | undefined {
  const seconds = microseconds / 1e6;
  const element = matrixElement(item);
  const rate = element === undefined ? undefined : peaks.matrix[element];
  const shares: Share[] = [
    ...(item.bytes === undefined
      ? []
      : [{ of: 'memory' as const, value: item.bytes / peaks.bandwidth / seconds }]),
    ...(item.flops === undefined || rate === undefined
      ? []
      : [{ of: 'matrix' as const, value: item.flops / rate / seconds }]),
  ];
  return shares.toSorted((a, b) => b.value - a.value)[0];
}

/**
 * The element type whose matrix throughput limits a case with operations: that of the largest input
 * of floats. Undefined if the case has no such input, or no operations.
 */
export function matrixElement({
  buffers,
  flops,
}: Pick<PackagedCase, 'buffers' | 'flops'>): string | undefined {
  if (flops === undefined) return undefined;
  const inputs = Object.values(buffers)
    .filter((buffer) => buffer !== null)
    .filter(({ role, element }) => role !== 'out' && /^(?:fp|bf|f)\d/.test(element))
    .toSorted((a, b) => sizeOfBuffer(b) - sizeOfBuffer(a));
  return inputs[0]?.element;
}

function sizeOfBuffer({ length, element }: { length: number; element: string }): number {
  return length * bytesOf(elementType(element));
}
