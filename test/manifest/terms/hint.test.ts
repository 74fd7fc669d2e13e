import { describe, expect, it } from '#jest';
import {
  ALL_HINTS,
  type Hint,
  hintConditions,
  hintProblem,
  meets,
  parseFact,
  strengthOf,
  strongest,
} from '../../../src/manifest/terms/hint.ts';
import { parseArgumentType } from '../../../src/manifest/terms/types.ts';

const met = (value: bigint): readonly Hint[] => ALL_HINTS.filter((hint) => meets(value, hint));

describe('a hint', () => {
  it.each<[bigint, readonly Hint[]]>([
    [0n, [0, 2, 4, 8, 16]],
    [1n, [0, 1]],
    [2n, [0, 2]],
    [12n, [0, 2, 4]],
    [-8n, [0, 2, 4, 8]],
    [48n, [0, 2, 4, 8, 16]],
    [-1n, [0]],
    [2n ** 63n - 1n, [0]],
    [-(2n ** 63n), [0, 2, 4, 8, 16]],
  ])('is met by %i if it divides it, or if both are 1', (value, expected) => {
    expect(met(value)).toEqual(expected);
  });

  it('is stronger the more a compiler can do with it, and 1 is the strongest', () => {
    expect(strongest([2, 16, 8])).toBe(16);
    expect(strongest([16, 1, 4])).toBe(1);
    expect(strongest([0, 2])).toBe(2);
    expect(strongest([])).toBe(0);
    const sorted = ([1, 16, 0, 8, 2, 4] as const).toSorted((a, b) => strengthOf(a) - strengthOf(b));
    expect(sorted).toEqual([0, 2, 4, 8, 16, 1]);
    expect(strengthOf(0)).toBe(0);
  });

  it('is a condition in Python and C', () => {
    expect(hintConditions('n', 8)).toEqual(['n % 8 == 0']);
    expect(hintConditions('a->n', 1)).toEqual(['a->n == 1']);
    expect([hintConditions('n', 0), hintConditions('n')]).toEqual([[], []]);
  });

  it('is read from its number, and from nothing else', () => {
    expect(['1', '2', '4', '8', '16'].map(parseFact)).toEqual([1, 2, 4, 8, 16]);
    for (const text of ['0', '3', '32', '08', ' 8', '8 ', '-8', '', 'd'])
      expect(parseFact(text)).toBeUndefined();
  });

  it.each<[string, Hint, boolean]>([
    ['i32', 1, true],
    ['i64', 2, true],
    ['*fp16', 8, true],
    ['*fp16', 1, false],
    ['fp32', 16, false],
    ['i1', 2, false],
    ['u1', 1, false],
  ])('of %s can be %i: %s', (type, hint, can) => {
    const parsed = parseArgumentType(type);
    if (parsed === undefined) throw new Error(type);
    expect(hintProblem(parsed, hint) === undefined).toBe(can);
  });
});
