import { describe, expect, it } from '@jest/globals';
import { shardsOf } from '../../../src/core/plan/shards.ts';
import { fakeVariants } from '../../support/fake-build.ts';

const entry = (name: string, configs: number, warps = 4): string =>
  `  ${name}: { source: "k.py:k", signature: "*fp32, 64", grid: 1, configs: [${Array.from(
    { length: configs },
    (_, index) => `{ num_warps: ${warps}, num_stages: ${index + 1} }`,
  ).join(', ')}] }\n`;
const HEAD = 'package: demo\ntriton: 3.8.0\ntargets: [sm_80]\nkernels:\n';
const variants = fakeVariants(
  `${HEAD}${entry('big', 6)}${entry('a', 2)}${entry('b', 2)}${entry('c', 2)}`,
  { k: ['x', 'N'] },
);

describe('shards', () => {
  it('have about the same cost, and never split a kernel', () => {
    expect(shardsOf(variants, new Set(), 2)).toEqual([
      { only: ['big'], variants: 6 },
      { only: ['a', 'b', 'c'], variants: 6 },
    ]);
  });

  it('contain every kernel once, in the order of the plan', () => {
    expect(shardsOf(variants, new Set(), 1)).toEqual([
      { only: ['big', 'a', 'b', 'c'], variants: 12 },
    ]);
  });

  it('are never more than the kernels', () => {
    expect(shardsOf(variants, new Set(), 100).map(({ only }) => only)).toEqual([
      ['big'],
      ['a'],
      ['b'],
      ['c'],
    ]);
  });

  it('count almost only the variants that are not stored', () => {
    const stored = new Set(variants.filter(({ kernel }) => kernel.name === 'big'));
    const shards = shardsOf(variants, stored, 3);
    expect(shards.map(({ only }) => only.filter((name) => name !== 'big'))).toEqual([
      ['a'],
      ['b'],
      ['c'],
    ]);
  });

  it('are even if everything is stored', () => {
    expect(shardsOf(variants, new Set(variants), 2).map((shard) => shard.variants)).toEqual([6, 6]);
  });

  it('count more warps and stages as more work', () => {
    const uneven = fakeVariants(`${HEAD}${entry('a', 2)}${entry('b', 2)}${entry('wide', 2, 16)}`, {
      k: ['x', 'N'],
    });
    expect(shardsOf(uneven, new Set(), 2).map(({ only }) => only)).toEqual([['wide'], ['a', 'b']]);
  });
});
