import { describe, expect, it } from '#jest';
import { type HarnessProblem, problemOf } from '../../../src/prove/harness/problem.ts';
import { causeOf, groupByCause, type Failed } from '../../../src/prove/smoke/causes.ts';

const failed = (kernel: string, ...problems: HarnessProblem[]): Failed => ({ kernel, problems });
const sizes = (all: readonly Failed[]): readonly number[] =>
  groupByCause(all, causeOf).map((group) => group.length);

const outside = (line: number, index: number): HarnessProblem =>
  problemOf({
    kind: 'out-of-bounds',
    says: ['reads 4 bytes at element 9 of x', ''],
    at: { file: 'add.py', line },
    element: { index, buffer: 'x', count: 9 },
  });
const values = (message: string, about = 'out'): HarnessProblem => ({
  kind: 'values',
  message,
  about,
});

describe('the causes of failures', () => {
  it('are one for a line of a Python file, also in other kernels', () => {
    expect(
      sizes([
        failed('add', outside(9, 1000)),
        failed('add_fp16', outside(9, 50)),
        failed('add', outside(10, 1000)),
      ]),
    ).toEqual([2, 1]);
  });

  it('are one for problems of a kernel with the same kinds and buffers, whatever the numbers are', () => {
    expect(
      sizes([
        failed('add', values('out[3, 4]: 1.5e-3 instead of -0.5')),
        failed('add', values('thread 1 of 8: out[0, 9]: 5 instead of 2')),
        failed('mul', values('out[0, 9]: 5 instead of 2')),
        failed('add', values('sum[0]: 5 instead of 2', 'sum')),
        failed('add', { kind: 'unwritten', message: 'out was not written', about: 'out' }),
        failed('add', values('out[3, 4]: 1 instead of 2'), { kind: 'crash', message: 'ended' }),
      ]),
    ).toEqual([2, 1, 1, 1, 1]);
  });

  it('are several for checks and instructions with other texts', () => {
    const check = (message: string): Failed => failed('add', { kind: 'check', message });
    expect(sizes([check('a'), check('b'), check('a')])).toEqual([2, 1]);
  });
});

describe('what the emulator says of a kernel', () => {
  it('is a sentence with the line, and one without it for who shows it at the line', () => {
    const problem = problemOf(
      {
        kind: 'race',
        says: ['writes element 3 of y', ', in thread block (1, 0, 0); others'],
        at: { file: 'k.py', line: 7 },
        block: [1, 0, 0],
      },
      'thread 2 of 8',
    );
    expect(problem).toEqual({
      kind: 'race',
      message:
        'thread 2 of 8: the kernel writes element 3 of y (k.py:7), in thread block (1, 0, 0); others',
      unplaced:
        'thread 2 of 8: the kernel writes element 3 of y, in thread block (1, 0, 0); others',
      at: { file: 'k.py', line: 7 },
      block: [1, 0, 0],
    });
  });

  it('has no line to show it at if the source has changed since the compile', () => {
    const at = { file: 'k.py as it was compiled', line: 7 };
    const problem = problemOf({ kind: 'race', says: ['writes', ''], at });
    expect(problem).toEqual({
      kind: 'race',
      message: 'the kernel writes (k.py as it was compiled:7)',
    });
  });

  it('names the instruction if it has no line, and no kernel if it cannot execute it', () => {
    expect(
      problemOf({ kind: 'misaligned', says: ['reads', '.'], instruction: '`ld`' }).message,
    ).toBe('the kernel reads (`ld`).');
    expect(problemOf({ kind: 'too-long', says: ['too long'] }).message).toBe('too long');
  });
});
