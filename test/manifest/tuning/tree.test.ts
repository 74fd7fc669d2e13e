import { describe, expect, it } from '@jest/globals';
import { type Point, ratioOf } from '../../../src/manifest/tuning/points.ts';
import {
  algosOf,
  decide,
  type DecisionTree,
  fitTree,
  MAX_COMPARISONS,
} from '../../../src/manifest/tuning/tree.ts';
import { randomNumbers, shuffled } from '../../support/random.ts';

const ALGOS = [0, 1, 2];

/** A point at which only these algos are fast. */
function pointAt(values: readonly (bigint | number)[], ...fast: readonly number[]): Point {
  const ratios = ALGOS.map((algo) => [algo, fast.includes(algo) ? 1 : 2] as const);
  return { values: values.map(BigInt), ratios: new Map(ratios) };
}

function depthOf(tree: DecisionTree): number {
  return 'algo' in tree ? 0 : 1 + Math.max(depthOf(tree.small), depthOf(tree.large));
}

function chosenAt(tree: DecisionTree, names: readonly string[], { values }: Point): number {
  return decide(tree, (name) => values[names.indexOf(name)] ?? 0n);
}

/** The thresholds of a tree by parameter. */
function thresholdsOf(tree: DecisionTree): readonly (readonly [string, bigint])[] {
  if ('algo' in tree) return [];
  const { value, atMost, small, large } = tree;
  return [[value, atMost], ...thresholdsOf(small), ...thresholdsOf(large)];
}

const leaf = (algo: number): DecisionTree => ({ algo });

describe('the tree of comparisons', () => {
  it('is one algo if that is fast enough everywhere', () => {
    const points = [pointAt([1], 0, 1), pointAt([2], 1, 2), pointAt([3], 1)];
    expect(fitTree(points, ['n'], ALGOS, 1.1)).toEqual({ tree: leaf(1), worst: 1 });
  });

  it.each([
    [64, 4096, 512n],
    [512, 1024, 724n],
    [0, 1024, 31n],
    [7, 8, 7n],
    [-8, 8, 0n],
    [-9, -2, -6n],
    [-(2n ** 63n), -(2n ** 63n) + 1n, -(2n ** 63n)],
    [2n ** 62n, 2n ** 64n - 1n, 2n ** 63n - 1n],
    [2n ** 64n - 2n, 2n ** 64n - 1n, 2n ** 64n - 2n],
  ])('separates %p and %p at %p, the geometric middle', (low, high, atMost) => {
    const points = [pointAt([low], 0), pointAt([high], 1)];
    const tree = { value: 'n', atMost, small: leaf(0), large: leaf(1) };
    expect(fitTree(points, ['n'], ALGOS, 1.1)).toEqual({ tree, worst: 1 });
  });

  it('compares the parameter that decides', () => {
    const points = [16, 64, 256].flatMap((m) =>
      [32, 512, 2048].map((n) => pointAt([m, n], n <= 32 ? 0 : 1)),
    );
    const { tree } = fitTree(points, ['m', 'n'], ALGOS, 1.1);
    expect(tree).toEqual({ value: 'n', atMost: 128n, small: leaf(0), large: leaf(1) });
  });

  it('compares the size rather than a stride that is computed from several sizes', () => {
    const points = [128, 1024, 4096].flatMap((n) =>
      [64, 128].map((d) => pointAt([n * d, n, d], n < 1000 ? 0 : 1)),
    );
    const { tree } = fitTree(points, ['stride', 'n', 'd'], ALGOS, 1.1);
    expect(thresholdsOf(tree)).toEqual([['n', 362n]]);
  });

  it('separates sizes that only two parameters together tell apart', () => {
    const points = [pointAt([1, 1], 0), pointAt([9, 9], 0), pointAt([1, 9], 1), pointAt([9, 1], 1)];
    const { tree, worst } = fitTree(points, ['m', 'n'], ALGOS, 1.1);
    expect(worst).toBe(1);
    expect(depthOf(tree)).toBe(2);
  });

  it('takes times that differ by less than measurements vary as equal', () => {
    const points = [1, 2, 3, 4].map((n) => ({
      values: [BigInt(n)],
      ratios: new Map(
        n % 2 === 0
          ? [
              [0, 1],
              [1, 1.02],
            ]
          : [
              [0, 1.02],
              [1, 1],
            ],
      ),
    }));
    expect(fitTree(points, ['n'], [0, 1], 1.1)).toEqual({ tree: leaf(0), worst: 1.02 });
  });

  it('comes as close to the best as the algos allow', () => {
    const points = [
      {
        values: [1n],
        ratios: new Map([
          [0, 1.4],
          [1, 1.6],
        ]),
      },
      {
        values: [2n],
        ratios: new Map([
          [0, 1.2],
          [1, 1],
        ]),
      },
    ];
    const { tree, worst } = fitTree(points, ['n'], [0, 1], 1.1);
    expect(worst).toBe(1.4);
    expect(tree).toEqual({ value: 'n', atMost: 1n, small: leaf(0), large: leaf(1) });
  });

  it('gives every measured size a fast algo with few comparisons, in any order of the sizes', () => {
    const random = randomNumbers(3);
    for (let round = 0; round < 60; round += 1) {
      const names = ['m', 'n', 'k'].slice(0, 1 + Math.floor(random() * 3));
      const count = 1 + Math.floor(random() * 60);
      const points = new Map<string, Point>();
      for (let each = 0; each < count; each += 1) {
        const values = names.map(() => 2 ** Math.floor(random() * 14));
        points.set(values.join(), pointAt(values, Math.floor(random() * ALGOS.length)));
      }
      const sizes = [...points.values()];
      const { tree, worst } = fitTree(sizes, names, ALGOS, 1.1);
      expect(depthOf(tree)).toBeLessThanOrEqual(MAX_COMPARISONS);
      expect(worst).toBe(1);
      for (const size of sizes) expect(ratioOf(size, chosenAt(tree, names, size))).toBe(1);
      expect(fitTree(shuffled(sizes, random), names, shuffled(ALGOS, random), 1.1).tree).toEqual(
        tree,
      );
      // A threshold is at or above one measured value and below another.
      for (const [name, atMost] of thresholdsOf(tree)) {
        const values = sizes.map((size) => size.values[names.indexOf(name)] ?? 0n);
        expect(values.some((value) => value <= atMost)).toBe(true);
        expect(values.some((value) => value > atMost)).toBe(true);
      }
    }
  });

  it('has at most eight comparisons on a path if more would be needed, and says how bad it is', () => {
    const points = Array.from({ length: 600 }, (_each, n) => pointAt([n], n % 2));
    const { tree, worst } = fitTree(points, ['n'], ALGOS, 1.1);
    expect(depthOf(tree)).toBe(MAX_COMPARISONS);
    expect(worst).toBe(2);
  });

  it('separates as many sizes as eight comparisons can', () => {
    const points = Array.from({ length: 256 }, (_each, n) => pointAt([n], n % 3));
    const { tree, worst } = fitTree(points, ['n'], ALGOS, 1.1);
    expect(worst).toBe(1);
    expect(depthOf(tree)).toBe(MAX_COMPARISONS);
    expect(algosOf(tree)).toEqual(ALGOS);
  });
});
