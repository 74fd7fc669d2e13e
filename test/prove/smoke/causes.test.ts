import { describe, expect, it } from 'vitest';
import { groupByCause, type Failed } from '../../../src/prove/smoke/causes.ts';

const failed = (kernel: string, ...messages: string[]): Failed => ({ kernel, messages });
const sizes = (all: readonly Failed[]): readonly number[] =>
  groupByCause(all, (each) => each).map((group) => group.length);

describe('the causes of failures', () => {
  it('are one for a line of a Python file, also in other kernels', () => {
    expect(
      sizes([
        failed('add', 'reads element 1000 of x (add.py:9)'),
        failed('add_fp16', 'reads element 50 of y (add.py:9)'),
        failed('add', 'reads element 1000 of x (add.py:10)'),
      ]),
    ).toEqual([2, 1]);
  });

  it('are one for the same problems of a kernel with other numbers', () => {
    expect(
      sizes([
        failed('add', 'out[3, 4]: 1.5e-3 instead of -0.5; 7 of 1000 elements'),
        failed('add', 'out[0, 9]: nan instead of 2; 31 of 65537 elements'),
        failed('add', 'thread 1 of 8: out[0, 9]: inf instead of 2; 31 of 65537 elements'),
        failed('mul', 'out[0, 9]: nan instead of 2; 31 of 65537 elements'),
        failed('add', 'out was not written: 7 of 1000 elements'),
        failed('add', 'out[3, 4]: 1 instead of 2; 7 of 10 elements', 'the driver reports an error'),
      ]),
    ).toEqual([3, 1, 1, 1]);
  });
});
