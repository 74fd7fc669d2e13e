import { describe, expect, it } from '#jest';
import { compare, median } from '../../../src/prove/bench/runs.ts';

describe('the comparison of two that took turns', () => {
  it('is the median of the ratios of the rounds, so that slow rounds of both do not count', () => {
    const compared = compare([10, 20, 40, 11], [20, 40, 80, 11]);
    expect(compared).toEqual({ microseconds: 30, ratio: 0.5, from: 0.5, to: 1 });
  });

  it('leaves out a tenth of the rounds on either side of the range', () => {
    const own = [100, 9, 1, ...Array.from({ length: 12 }, () => 10), 11, 10];
    const other = own.map(() => 10);
    expect(compare(own.slice(0, 9), other)).toMatchObject({ from: 0.1, to: 10 });
    expect(compare(own, other)).toMatchObject({ ratio: 1, from: 0.9, to: 1.1 });
  });

  it('takes as many rounds as both have, and is missing without rounds', () => {
    expect(compare([1, 2, 9], [1, 2])?.ratio).toBe(1);
    expect(compare([], [1])).toBeUndefined();
    expect(compare([1], [])).toBeUndefined();
    expect(compare(undefined, [1])).toBeUndefined();
    expect(compare([1], undefined)).toBeUndefined();
  });
});

it('the median of an even count is the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([7])).toBe(7);
});
