import type { AutotuneConfig } from '../toolchain/wire/kernel-function.ts';
import { type Constant, formatConstant } from '../manifest/terms/constant.ts';

/**
 * Returns the `count` configs that differ most, in their order. The first one is taken, then always the
 * one that is farthest from its nearest among those taken: sizes that are far apart cover more calls
 * than ones that are alike.
 */
export function mostDifferent(
  configs: readonly AutotuneConfig[],
  count: number,
): readonly AutotuneConfig[] {
  const points = pointsOf(configs);
  const [first] = points;
  if (first === undefined || count >= configs.length) return configs;
  const taken = new Set([0]);
  const nearest = points.map((point) => distance(point, first));
  while (taken.size < count) {
    const farthest = nearest.reduce(
      (best, each, index) => (!taken.has(index) && each > (nearest[best] ?? 0) ? index : best),
      0,
    );
    // The others are equal to some that are taken.
    if (taken.has(farthest)) break;
    taken.add(farthest);
    for (const [index, point] of points.entries())
      nearest[index] = Math.min(nearest[index] ?? 0, distance(point, points[farthest] ?? point));
  }
  return configs.filter((_config, index) => taken.has(index));
}

/** A place on each axis: from 0 to 1 for numbers, otherwise a text. */
type Point = readonly (number | string)[];

/** Places configs in a space with an axis for each constant and option that differs. */
function pointsOf(configs: readonly AutotuneConfig[]): readonly Point[] {
  const values = configs.map(({ constants, options }) => {
    const all = [...Object.entries(constants), ...Object.entries(options)];
    return new Map<string, Constant | number>(all);
  });
  const names = [...new Set(values.flatMap((each) => [...each.keys()]))];
  const axes = names.map((name) => axisOf(values.map((each) => each.get(name))));
  return configs.map((_config, index) => axes.map((axis) => axis[index] ?? 0));
}

/** Sizes count by their logarithm: 128 is as far from 64 as 64 from 32. */
function axisOf(values: readonly (Constant | number | undefined)[]): Point {
  const numbers = values.map((value) => {
    if (typeof value === 'number') return value;
    return value?.kind === 'int' || value?.kind === 'float' ? Number(value.value) : undefined;
  });
  const known = numbers.filter((each) => each !== undefined).map(logarithm);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return numbers.map((number, index) => {
    const value = values[index];
    if (number !== undefined) return high > low ? (logarithm(number) - low) / (high - low) : 0;
    return typeof value === 'object' ? formatConstant(value) : 'none';
  });
}

/** Continued to 0 and below, which some constants are. */
function logarithm(value: number): number {
  const size = Math.abs(value);
  return Math.sign(value) * (size < 1 ? size : 1 + Math.log2(size));
}

/** The squared distance. Values that are no numbers are one apart. */
function distance(a: Point, b: Point): number {
  return a.reduce<number>((sum, value, axis) => {
    const other = b[axis];
    if (typeof value === 'number' && typeof other === 'number') return sum + (value - other) ** 2;
    return sum + (value === other ? 0 : 1);
  }, 0);
}
