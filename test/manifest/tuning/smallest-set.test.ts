import { describe, expect, it } from '@jest/globals';
import {
  acceptable,
  lowestRatio,
  type Point,
  UNMEASURED,
} from '../../../src/manifest/tuning/points.ts';
import { smallestSet } from '../../../src/manifest/tuning/smallest-set.ts';
import { randomNumbers, shuffled } from '../../support/random.ts';

/** A point with the ratios of algo 0, 1, … */
const pointOf = (...ratios: readonly number[]): Point => ({
  values: [],
  ratios: new Map(ratios.map((ratio, algo) => [algo, ratio])),
});

function randomPoints(random: () => number, count: number, algos: number): readonly Point[] {
  return Array.from({ length: count }, () => {
    const times = Array.from({ length: algos }, () => 1 + random() ** 2);
    const best = Math.min(...times);
    return pointOf(
      ...times.map((time) => (time > best && random() < 0.1 ? UNMEASURED : time / best)),
    );
  });
}

describe('the smallest set of algos', () => {
  it('is one algo if it is fast enough for all sizes, though never the fastest', () => {
    const points = [pointOf(1, 1.09, 2), pointOf(2, 1.08, 1)];
    expect(smallestSet(points, [0, 1, 2], 1.1)).toEqual([1]);
    expect(smallestSet(points, [0, 1, 2], 1.05)).toEqual([0, 2]);
  });

  it('is the one with the lowest worst ratio among equally small ones', () => {
    const points = [pointOf(1, 1.04, 1.09), pointOf(1.09, 1.04, 1)];
    expect(smallestSet(points, [2, 1, 0], 1.1)).toEqual([1]);
  });

  it('avoids algos without a time for some size', () => {
    const points = [pointOf(1, 1.05), pointOf(UNMEASURED, 1), pointOf(1, 1.05)];
    expect(smallestSet(points, [0, 1], 1.1)).toEqual([1]);
    expect(smallestSet(points, [0, 1], 1.02)).toEqual([0, 1]);
  });

  it('takes the fastest algo of a size for which none is fast enough', () => {
    const conflict = pointOf(1.5, 1.3, 1.6);
    expect(smallestSet([conflict, pointOf(1, 3, 1.09)], [0, 1, 2], 1.1)).toEqual([0, 1]);
  });

  it('is as small as the smallest of all subsets, for any order of sizes and algos', () => {
    const random = randomNumbers(1);
    for (let round = 0; round < 100; round += 1) {
      const algos = 2 + Math.floor(random() * 6);
      const points = randomPoints(random, 1 + Math.floor(random() * 12), algos);
      const all = Array.from({ length: algos }, (_each, algo) => algo);
      const fast = points.map((point) => acceptable(point, all, 1.1));
      const covers = (set: readonly number[]): boolean =>
        fast.every((own) => own.some((algo) => set.includes(algo)));
      const subsets = Array.from({ length: 2 ** algos }, (_each, bits) =>
        all.filter((algo) => (bits & (1 << algo)) !== 0),
      );
      const least = Math.min(...subsets.filter(covers).map((set) => set.length));
      const found = smallestSet(shuffled(points, random), shuffled(all, random), 1.1);
      expect(found).toEqual(smallestSet(points, all, 1.1));
      expect(covers(found)).toBe(true);
      expect(found).toHaveLength(least);
    }
  });

  it('covers all sizes where there are too many sets to try', () => {
    const random = randomNumbers(2);
    const algos = Array.from({ length: 120 }, (_each, algo) => algo);
    const points = randomPoints(random, 400, algos.length).map(({ ratios, values }) => ({
      values,
      // Few algos are fast, so that many are needed.
      ratios: new Map([...ratios].map(([algo, ratio]) => [algo, ratio ** 12])),
    }));
    const found = smallestSet(points, algos, 1.1);
    expect(found.length).toBeGreaterThan(4);
    expect(found.length).toBeLessThan(60);
    expect(Math.max(...points.map((point) => lowestRatio(point, found)))).toBeLessThanOrEqual(1.1);
    expect(smallestSet(shuffled(points, random), shuffled(algos, random), 1.1)).toEqual(found);
  });
});
