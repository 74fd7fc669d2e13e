import { describe, expect, it } from '@jest/globals';
import type { Hint } from '../../../src/core/model/kernel.ts';
import type { DraftCall } from '../../../src/core/record/drafts.ts';
import { reachedBy } from '../../../src/core/record/reached.ts';

/** A call with these integers and one buffer `x`. */
function call(values: Readonly<Record<string, number>>): DraftCall {
  const scalars = Object.entries(values).map(
    ([name, value]) => [name, { kind: 'int' as const, value: BigInt(value) }] as const,
  );
  const buffers = new Map([['x', { shape: [1], strides: [1] }]]);
  return { scalars: new Map(scalars), buffers } as unknown as DraftCall;
}

const BOTH: readonly Hint[] = ['divisible-by-16', 'none'];

describe('reachedBy', () => {
  it('numbers specialisations from the most specific on', () => {
    const hints = new Map([
      ['m', BOTH],
      ['n', BOTH],
    ]);
    expect(reachedBy([call({ m: 16, n: 32 })], hints)).toEqual({ all: 4, reached: [0] });
    expect(reachedBy([call({ m: 16, n: 5 })], hints).reached).toEqual([1]);
    expect(reachedBy([call({ m: 5, n: 16 }), call({ m: 1, n: 1 })], hints).reached).toEqual([2, 3]);
  });

  it('tries `:1` before `:16`', () => {
    const hints = new Map([['n', ['equal-to-1', 'divisible-by-16', 'none'] as const]]);
    expect(reachedBy([call({ n: 1 }), call({ n: 48 })], hints)).toEqual({
      all: 3,
      reached: [0, 1],
    });
  });

  it('reaches the specialisation for unaligned pointers in every case', () => {
    const hints = new Map([
      ['x', BOTH],
      ['n', BOTH],
    ]);
    expect(reachedBy([call({ n: 16 })], hints).reached).toEqual([0, 2]);
  });
});
