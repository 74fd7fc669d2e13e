import { describe, expect, it } from '@jest/globals';
import {
  type CodeSummary,
  shortfallsOf,
  summariseCode,
} from '../../../src/compile/advice/code-summary.ts';
import type { MemoryAccess } from '../../../src/toolchain/workers/protocol.ts';
import { fakeCompiled, fakeVariants } from '../../support/fake-build.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  add: { source: "k.py:add", arguments: { x: "*fp32" }, num_warps: 4, grid: 1 }
`;

/** Accesses as `kind bytes loops count`. */
function summaryOf(texts: readonly string[]): CodeSummary {
  const accesses = texts.map((text): MemoryAccess => {
    const [kind = '', ...numbers] = text.split(' ');
    const [bytes = 0, loops = 0, count = 0] = numbers.map(Number);
    return { kind: kind as MemoryAccess['kind'], bytes, loops, count };
  });
  const [variant] = fakeVariants(MANIFEST, { add: ['x'] });
  if (variant === undefined) throw new Error('no variant');
  return summariseCode(fakeCompiled(variant, {}, { accesses }));
}

// What the PTX of Triton 3.6.0 has for a matmul of fp16 on sm_90, with 128 × 128 × 64 tiles.
const UNHINTED = ['load 2 1 64', 'load 2 0 32', 'store 2 0 64'];
const UNHINTED_EPILOGUE = [
  'async-copy 16 0 16',
  'async-copy 16 1 8',
  'load 2 0 32',
  'store 2 0 64',
];
const HINTED = ['async-copy 16 0 16', 'async-copy 16 1 8', 'load 4 0 16', 'store 16 0 8'];

describe('the summary of code', () => {
  it('takes the widths of the accesses that run most often', () => {
    expect(summaryOf(['load 4 0 20', 'load 16 1 1', 'store 2 0 1'])).toMatchObject({
      loads: 16,
      stores: 2,
      asyncCopies: undefined,
      hasAsyncLoop: false,
    });
    expect(summaryOf(HINTED)).toMatchObject({ loads: 4, asyncCopies: 16, hasAsyncLoop: true });
  });

  it('does not depend on how often a loop is unrolled', () => {
    const once = summaryOf(['load 2 1 8', 'store 2 1 4']);
    const fourTimes = summaryOf(['load 2 1 32', 'store 2 1 16']);
    expect(fourTimes.meanWidth).toBe(once.meanWidth);
  });

  it('leaves out tensor copies, whose width no hint changes', () => {
    expect(summaryOf(['tensor-copy 0 1 2', 'store 4 0 1']).meanWidth).toBe(4);
    expect(summaryOf(['tensor-copy 0 1 2']).meanWidth).toBeUndefined();
  });
});

describe('code is much worse', () => {
  const hinted = summaryOf(HINTED);

  it('if the loads in its loop are narrow and no longer asynchronous', () => {
    expect(shortfallsOf(summaryOf(UNHINTED), hinted)).toEqual(['narrow', 'synchronous']);
  });

  it('not if only accesses outside of loops are narrow', () => {
    expect(shortfallsOf(summaryOf(UNHINTED_EPILOGUE), hinted)).toEqual([]);
  });

  it.each([
    { made: 2, other: 16, expected: ['narrow'] },
    { made: 4, other: 16, expected: ['narrow'] },
    { made: 8, other: 16, expected: [] },
    { made: 16, other: 16, expected: [] },
    { made: 16, other: 4, expected: [] },
  ])('if accesses have $made bytes instead of $other: $expected', ({ made, other, expected }) => {
    const code = (width: number) => summaryOf([`load ${width} 0 4`, `store ${width} 0 2`]);
    expect(shortfallsOf(code(made), code(other))).toEqual(expected);
  });

  it('not without any access', () => {
    expect(shortfallsOf(summaryOf([]), summaryOf([]))).toEqual([]);
  });

  it.each([
    { made: 512, other: 0, expected: ['spills'] },
    { made: 64, other: 0, expected: [] },
    { made: 3216, other: 1600, expected: [] },
  ])('if its stack has $made bytes instead of $other: $expected', ({ made, other, expected }) => {
    expect(shortfallsOf({ ...hinted, stackBytes: made }, { ...hinted, stackBytes: other })).toEqual(
      expected,
    );
  });

  it.each([
    { made: 255, other: 124, expected: ['registers'] },
    { made: 255, other: 128, expected: ['registers'] },
    { made: 255, other: 168, expected: [] },
    { made: 80, other: 32, expected: [] },
  ])('if it takes $made registers instead of $other: $expected', ({ made, other, expected }) => {
    expect(shortfallsOf({ ...hinted, registers: made }, { ...hinted, registers: other })).toEqual(
      expected,
    );
  });
});
