/** A size for which an algo is chosen. */
export interface Point {
  /** The values that the choice may depend on, in the order of the parameters. */
  readonly values: readonly bigint[];
  /** The time of each algo, divided by that of the fastest. `UNMEASURED` where it has none. */
  readonly ratios: ReadonlyMap<number, number>;
}

/** The value `specialisation()`: the index of the specialisation that a call reaches. */
export const SPECIALISATION = 'specialisation()';

/** The value `blocks(ALGO)`: how many blocks an algo launches. */
export function blocksValue(algo: number): string {
  return `blocks(${algo})`;
}

/** Returns the algo of `blocks(ALGO)`; undefined for another value. */
export function algoOfBlocks(value: string): number | undefined {
  const algo = /^blocks\((\d+)\)$/.exec(value)?.[1];
  return algo === undefined ? undefined : Number(algo);
}

/** The ratio of an algo without a time. It is finite, so that sums can be compared. */
export const UNMEASURED = 1e6;

/** The time of an algo, divided by that of the fastest. */
export function ratioOf({ ratios }: Point, algo: number): number {
  return ratios.get(algo) ?? UNMEASURED;
}

/** The ratio of the fastest of some algos. */
export function lowestRatio(point: Point, algos: readonly number[]): number {
  return Math.min(...algos.map((algo) => ratioOf(point, algo)));
}

/**
 * The algos that are fast enough for a point: not slower than `within` × the best or, if none of
 * them is that fast, the fastest.
 */
export function acceptable(
  point: Point,
  algos: readonly number[],
  within: number,
): readonly number[] {
  const limit = Math.max(within, lowestRatio(point, algos));
  return algos.filter((algo) => ratioOf(point, algo) <= limit);
}

/** Ranks a choice: the first numbers that differ decide, and lower is better. */
export type Cost = readonly number[];

/** True if one cost is lower than another. */
export function isLower(one: Cost, other: Cost): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** The sum of numbers, which does not depend on their order. */
export function sumOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b).reduce((sum, number) => sum + number, 0);
}
