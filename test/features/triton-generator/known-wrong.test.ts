import { describe, expect, it } from '#jest';
import type { CheckedVariant } from '../../../src/compile/cubin/check.ts';
import { knownFaults } from '../../../src/features/triton-generator/known-wrong.ts';

/** A variant of the function `f`, as far as the table reads it. */
function variantOf(name: string, numWarps: number): CheckedVariant {
  const variant = { kernel: { source: { function: 'f' } }, job: { options: { num_warps: 4 } } };
  return { variant, compiled: { name, numWarps } } as unknown as CheckedVariant;
}

const SOUND = { name: 'n', token: 'i32', before: [], linked: [], variant: variantOf('f', 4) };

type Given = Partial<Parameters<typeof knownFaults>[1]>;

describe('what the tools are known to do wrong', () => {
  it.each<[string, Given, Given]>([
    ['compile.py passes `n` (bf16) as a double', { token: 'bf16' }, { token: '*bf16:16' }],
    ['compile.py passes `n` (fp32) as a double', { token: 'fp32' }, { token: 'fp64' }],
    ['compile.py cuts `n` (u64:1) to 32 bits', { token: 'u64:1' }, { token: 'u64:16' }],
    ['part of a name', { token: '0.5' }, { token: '5' }],
    ['part of a name', { token: '-1' }, { token: '1' }],
    ['part of a name', { token: '1e5' }, { token: '16' }],
    ['another meaning for `stream`', { name: 'stream' }, { name: 'streams' }],
    ['another meaning for `int`', { name: 'int' }, { name: 'integer' }],
    [
      'link.py can check the hint of `n` (i32:16) on another argument, because of a constant',
      { token: 'i32:16', before: ['*fp32', '64'] },
      { token: 'i32:16', before: ['*fp32:16', 'i32:1'] },
    ],
    [
      'because of ten before it',
      { token: 'i32:16', before: Array.from({ length: 10 }, () => 'i32') },
      { token: 'i32:16', before: Array.from({ length: 9 }, () => 'i32') },
    ],
    [
      'separate algos of `n` (i32:1) and without `:1`',
      { token: 'i32:1', linked: ['i32:1', 'i32'] },
      { token: 'i32:1', linked: ['i32:1', 'i32:1'] },
    ],
    ['the name in the cubin', { variant: variantOf('g', 4) }, {}],
    ['fewer warps', { variant: variantOf('f', 12) }, {}],
  ])('has %s', (text, wrong, right) => {
    expect(knownFaults('3.9.0', { ...SOUND, ...wrong })).toEqual([expect.stringContaining(text)]);
    expect(knownFaults('3.9.0', { ...SOUND, ...right })).toEqual([]);
  });

  it('is of the releases that were looked at', () => {
    const tenth = { ...SOUND, token: 'i32:16', before: Array.from({ length: 10 }, () => 'i32') };
    expect(knownFaults('3.6.0', tenth)).toEqual([]);
    expect(knownFaults('3.8.0', tenth)).toHaveLength(1);
    expect(knownFaults('3.6.0', { ...SOUND, token: 'fp32' })).toHaveLength(1);
    expect(knownFaults('3.10.0', { ...SOUND, token: 'fp32' })).toEqual([]);
  });
});
