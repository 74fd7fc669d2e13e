import { describe, expect, it } from '#jest';
import { Failure } from '../../../src/base/errors.ts';
import { fakeKernels } from '../../support/fake-build.ts';

/** The only case, `n=6`, of a kernel with three pointers, the first of which has a buffer. */
function smokeOf(y: string, more = '', types = ['*fp32', '*fp32'], x = '[n, 12]') {
  const text = `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  entry:
    source: k.py:k
    arguments: { x: ${types[0]}, y: ${types[1]}, out: "*fp32", n: i32 }
    grid: n
    smoke: { cases: [{ n: 6 ${more} }], buffers: { x: ${x}, y: ${y}, out: { shape: [n], role: out } } }
`;
  const [kernel] = fakeKernels(text, { k: ['x', 'y', 'out', 'n'] });
  return kernel?.smoke;
}

const POINTERS = ['"*fp32"', '"*fp32"'];

const viewOf = (...[y, more, types = POINTERS, x]: Parameters<typeof smokeOf>) =>
  smokeOf(y, more, types, x)?.cases[0]?.views.get('y');

function messageOf(...given: Parameters<typeof viewOf>): string {
  try {
    viewOf(...given);
    return 'fits';
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

describe('a parameter with the memory of another', () => {
  it('has the whole buffer, laid out in the same way', () => {
    const view = viewOf('{ same: x }', '', POINTERS, '{ shape: [n, 3], strides: [4, 1] }');
    expect(view).toEqual({ of: 'x', offset: 0, shape: [6, 3], strides: [4, 1] });
  });

  it('has a part of it, with an offset, a shape and strides of its own', () => {
    const view = viewOf('{ same: x, offset: n - 2, shape: [n, 4], strides: [12, 1] }');
    expect(view).toEqual({ of: 'x', offset: 4, shape: [6, 4], strides: [12, 1] });
    const plain = viewOf('{ same: x, offset: 60, shape: [3, 4] }');
    expect(plain).toEqual({ of: 'x', offset: 60, shape: [3, 4], strides: [4, 1] });
  });

  it('is no buffer: nothing fills or compares it', () => {
    expect([...(smokeOf('{ same: x }', '', POINTERS)?.cases[0]?.buffers.keys() ?? [])]).toEqual([
      'x',
      'out',
    ]);
  });

  it('follows what a case changes in the buffer', () => {
    const view = viewOf('{ same: x }', ', buffers: { x: { shape: [2, 2], strides: [9, 1] } }');
    expect(view).toEqual({ of: 'x', offset: 0, shape: [2, 2], strides: [9, 1] });
  });

  it.each([
    ['{ same: x, offset: 61, shape: [3, 4] }', 'it ends at element 73 of `x`, which has 72'],
    ['{ same: x, offset: 1 }', 'it ends at element 73 of `x`, which has 72'],
    ['{ same: x, offset: -1, shape: [1] }', 'the offset is negative in case `n=6`: -1'],
    ['{ same: z }', 'there is no buffer `z`'],
    ['{ same: y }', '`y` cannot have itself'],
    ['{ same: x, role: inout }', 'a buffer with `same` cannot have a `role`'],
    ['{ same: x, fill: zeros }', 'a buffer with `same` cannot have a `fill`'],
    ['{ same: x, strides: [1, 1] }', 'these strides need one'],
    ['{ same: x, shape: [n, 2], strides: [1] }', 'expected 2 strides, one per axis; found 1'],
    ['{ shape: [n], offset: 1 }', '`offset` needs `same`'],
    ['{ role: inout }', 'missing `shape`'],
    ['{ same: x, nan: true }', 'a buffer with `same` cannot have a `nan`'],
    ['{ same: x, shapes: [n] }', 'unknown key `shapes`; did you mean `shape`?'],
    ['{ same: x, offset: m }', 'unknown name `m`'],
  ])('cannot be %s', (y, message) => {
    expect(messageOf(y)).toContain(message);
  });

  it('has elements of the same type, and memory that is not null', () => {
    expect(messageOf('{ same: x }', '', ['"*fp16"', '"*fp32"'])).toContain(
      '`y` has elements of type fp32, but `x` has fp16',
    );
    expect(messageOf('{ same: x }', '', POINTERS, 'null')).toContain('`x` is null');
  });

  it('is changed by a case with the buffer only', () => {
    expect(messageOf('{ same: x }', ', buffers: { y: { offset: 1 } }')).toContain(
      '`y` has the memory of `x` in `smoke.buffers`, so a case cannot change it',
    );
  });

  it('is as aligned as its place in the buffer, which a run may move', () => {
    const both = '["*fp32:16", "*fp32"]';
    const runs = (offset: number) =>
      smokeOf(`{ same: x, offset: ${offset}, shape: [4] }`, '', ['"*fp32"', both])?.cases[0]?.runs;
    expect(() => runs(4)).toThrow('no case reaches specialisation 1');
    expect(() => runs(1)).toThrow('no case reaches specialisation 0');
    expect(() =>
      smokeOf('{ same: x, offset: 1, shape: [4] }', '', ['"*fp32"', '"*fp32:16"']),
    ).toThrow(
      'y starts 4 bytes after a multiple of 16, but every specialisation needs y % 16 == 0',
    );
    const moved = smokeOf('{ same: x }', '', [both, '"*fp32"'])?.cases[0]?.runs;
    expect(moved).toEqual([
      { specialisation: 0, offsets: {} },
      { specialisation: 1, offsets: { x: 4 } },
    ]);
  });
});
