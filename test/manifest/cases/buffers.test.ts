import { describe, expect, it } from '#jest';
import { Failure } from '../../../src/base/errors.ts';
import type { CaseBuffer } from '../../../src/manifest/cases/case.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

/** The buffer `x` of a kernel's only case, `n=6`, beside an output of one byte. */
function bufferOf(
  type: string,
  buffer: string,
  more = '',
  cases = '{ n: 6 }',
): CaseBuffer | null | undefined {
  const text = `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  entry:
    source: k.py:k
    arguments: { x: "${type}", y: "*i8", n: i64 }
    grid: n
    smoke: { cases: [${cases}], buffers: { x: ${buffer}, y: { shape: [1], role: out } } ${more} }
`;
  const [kernel] = fakeKernels(text, { k: ['x', 'y', 'n'] });
  return kernel?.smoke?.cases.at(-1)?.buffers.get('x');
}

function messageOf(...given: Parameters<typeof bufferOf>): string {
  try {
    bufferOf(...given);
    return 'fits';
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

describe('a buffer', () => {
  it('is resolved with all its properties', () => {
    expect(bufferOf('*fp16', '{ shape: [n, 4], strides: [n + 1, 1] }', ', seed: 5')).toEqual({
      element: 'fp16',
      shape: [6, 4],
      strides: [7, 1],
      length: 39,
      offset: 0,
      role: 'in',
      hasNaN: false,
      isTable: false,
      fill: { kind: 'normal', mean: 0, deviation: 1 },
      isSparse: false,
      // printf '5\nentry\nn=6\nx' | sha256sum
      seed: 'a6cde7b9e5acdf17b01059917bdfb62d',
    });
  });

  it('can be NaN if it is an output of floats', () => {
    expect(bufferOf('*fp16', '{ shape: [n], role: inout, nan: true }')).toMatchObject({
      hasNaN: true,
    });
    expect(messageOf('*fp16', '{ shape: [n], nan: true }')).toContain(
      '`nan` is for outputs, and the role is `in`',
    );
    expect(messageOf('*i32', '{ shape: [n], role: out, nan: true }')).toContain(
      'its elements are of type i32, which has no NaN',
    );
  });

  it.each([
    ['[n, 3, 5]', [15, 5, 1], 90],
    ['[n]', [1], 6],
    ['[n, 0, 5]', [0, 5, 1], 0],
    ['{ shape: [n, 3], strides: [0, 2] }', [0, 2], 5],
    ['{ shape: [3, n], strides: [1, 3] }', [1, 3], 18],
  ])('of %s has strides %j and %i elements', (buffer, strides, length) => {
    expect(bufferOf('*i8', buffer)).toMatchObject({ strides, length });
  });

  it.each([
    '[n - 7]',
    '{ shape: [n, 2], strides: [-2, 1] }',
    '[n * 357913942]',
    '{ shape: [2147483649], strides: [0] }',
    '[2147483648]',
  ])('of %s is rejected', (buffer) => {
    expectGolden(messageOf('*fp64', buffer));
  });

  const SOME = '{ n: 1 }, { n: 65536, blocks: { sample: 2 } }';

  it('is sparse if it is large and only some blocks run', () => {
    expect(bufferOf('*fp16', '[n, 65536]', '', SOME)).toMatchObject({
      length: 2 ** 32,
      strides: [65_536, 1],
      fill: undefined,
      isSparse: true,
    });
    expect(bufferOf('*fp16', '[n, 128]', '', SOME)).toMatchObject({ isSparse: false });
    expect(bufferOf('*fp16', '[n, 129]', '', SOME)).toMatchObject({ isSparse: true });
    expect(bufferOf('*fp16', '[n, 512]', ', seed: 1', '{ n: 65536 }')).toMatchObject({
      fill: { kind: 'normal' },
      isSparse: false,
    });
  });

  it.each(['{ shape: [n, 2], strides: [4294967297, 4294967296] }', '[n, n, n, 2]'])(
    'of %s is rejected although only some blocks run',
    (buffer) => {
      expectGolden(messageOf('*fp64', buffer, '', SOME));
    },
  );

  it.each([
    ['[6, 4], strides: [4, 1]', true],
    ['[6, 4], strides: [1, 6]', true],
    ['[6, 4], strides: [3, 1]', false],
    ['[6, 4], strides: [0, 1]', false],
    ['[1, 4], strides: [0, 1]', true],
    ['[6, 4], strides: [1, 1]', false],
    ['[0, 4], strides: [0, 0]', true],
    ['[2, 3, 4], strides: [4, 8, 1]', true],
    ['[2, 3, 4], strides: [4, 7, 1]', false],
    ['[2, 2, 2, 2, 2, 2, 2, 2], strides: [128, 1, 64, 2, 32, 4, 16, 8]', true],
    ['[2, 2, 2, 2, 2, 2, 2, 2], strides: [127, 1, 64, 2, 32, 4, 16, 8]', false],
  ])('with shape %s keeps the elements of an output apart: %j', (layout, isApart) => {
    for (const role of ['out', 'inout']) {
      const message = messageOf('*i32', `{ shape: ${layout}, role: ${role} }`);
      if (isApart) expect(message).toBe('fits');
      else expect(message).toMatch(/: elements of an output overlap: /);
    }
    expect(messageOf('*i32', `{ shape: ${layout} }`)).toBe('fits');
  });
});

describe('the fill of a buffer', () => {
  it.each([
    ['*fp32', 'in', { kind: 'normal', mean: 0, deviation: 1 }],
    ['*bf16', 'inout', { kind: 'normal', mean: 0, deviation: 1 }],
    ['*fp8e5', 'out', undefined],
    ['*fp32', 'scratch', undefined],
    ['*i8', 'in', { kind: 'uniform', from: -100, to: 100 }],
    ['*i64', 'inout', { kind: 'uniform', from: -100, to: 100 }],
    ['*u8', 'in', { kind: 'uniform', from: 0, to: 100 }],
    ['*i1', 'in', { kind: 'uniform', from: 0, to: 1 }],
    ['*u1', 'in', { kind: 'uniform', from: 0, to: 1 }],
  ])('of %s with the role %s is by default %j', (type, role, fill) => {
    expect(bufferOf(type, `{ shape: [n], role: ${role} }`)?.fill).toEqual(fill);
  });

  it.each([
    ['*fp32', 'uniform', { kind: 'uniform', from: 0, to: 1 }],
    ['*u8', 'uniform', { kind: 'uniform', from: 0, to: 100 }],
    ['*u8', '{ uniform: { from: 255, to: 255 } }', { kind: 'uniform', from: 255, to: 255 }],
    ['*i1', 'ones', { kind: 'constant', value: 1 }],
    ['*i32', '{ file: x.npy }', { kind: 'file', file: 'x.npy' }],
    ['*i32', '{ uniform: { from: 0, to: 2 * n - 1 } }', { kind: 'uniform', from: 0, to: 11 }],
    ['*fp32', '{ uniform: { from: 0.5, to: n } }', { kind: 'uniform', from: 0.5, to: 6 }],
    ['*i64', '{ values: [5, -1, 0, 3, 3, 2] }', { kind: 'values', values: [5, -1, 0, 3, 3, 2] }],
    [
      '*bf16',
      '{ values: [.nan, .inf, -.inf, 1, 2.5, 0] }',
      { kind: 'values', values: [NaN, Infinity, -Infinity, 1, 2.5, 0] },
    ],
    ['*fp32', '{ constant: -.inf }', { kind: 'constant', value: -Infinity }],
    [
      '*fp32',
      '{ uniform: { from: 0, to: 1, sentinel: -.inf } }',
      { kind: 'uniform', from: 0, to: 1, sentinel: -Infinity },
    ],
    [
      '*i32',
      'permutation',
      { kind: 'integers', from: 0, to: 5, unique: true, sorted: false, group: 6 },
    ],
    [
      '*i32',
      '{ uniform: { from: 0, to: 9, unique: true, sentinel: -1 } }',
      { kind: 'integers', from: 0, to: 9, unique: true, sorted: false, sentinel: -1, group: 6 },
    ],
    [
      '*i32',
      '{ uniform: { from: 0, to: n, sorted: true } }',
      { kind: 'integers', from: 0, to: 6, unique: false, sorted: true, group: 6 },
    ],
  ])('of %s can be %s', (type, fill, expected) => {
    expect(bufferOf(type, `{ shape: [n], fill: ${fill} }`)?.fill).toEqual(expected);
  });

  it('can be unique in each row', () => {
    const fill = '{ uniform: { from: 0, to: 4, unique: rows } }';
    expect(bufferOf('*i32', `{ shape: [n, 3], fill: ${fill} }`)?.fill).toMatchObject({ group: 3 });
  });

  it.each([
    ['*i32', 'normal'],
    ['*i8', '{ constant: 128 }'],
    ['*u8', '{ uniform: { from: 0.5, to: 7 } }'],
    ['*i64', '{ constant: 9007199254740993 }'],
    ['*fp32', '{ uniform: { from: 1, to: 1 } }'],
    ['*fp32', 'permutation'],
    ['*fp32', '{ uniform: { from: 0, to: 8, unique: true } }'],
    ['*i8', '{ uniform: { from: 0, to: n, sentinel: -129 } }'],
    ['*i32', '{ uniform: { from: 0, to: n - 2, unique: true } }'],
    ['*i32', '{ uniform: { from: n, to: 5 } }'],
    ['*i32', '{ uniform: { from: 0, to: m } }'],
    ['*i32', '{ uniform: { from: 0, to: 9, sorted: true, sentinel: -1 } }'],
    ['*i32', '{ uniform: { from: 0, to: 9, sorted: rows, unique: true } }'],
    ['*i32', '{ uniform: { from: 0, to: 9, unique: column } }'],
    ['*i32', '{ values: [1, 2, 3] }'],
    ['*u8', '{ values: [1, 2, 3, 4, 5, 256] }'],
    ['*i32', '{ values: [1, 2, 3, 4, 5, .nan] }'],
    ['*fp8e4nv', '{ constant: .inf }'],
    ['*fp8e4nv', '{ uniform: { from: 0, to: 1, sentinel: -.inf } }'],
    ['*i32', '{ values: [1], constant: 1 }'],
  ])('of %s cannot be %s', (type, fill) => {
    expectGolden(messageOf(type, `{ shape: [n], fill: ${fill} }`));
  });
});

describe('the tolerance of an output', () => {
  it('of integers must name the buffer', () => {
    expect(messageOf('*i32', '{ shape: [n], role: out }', ', tolerance: { x: { atol: 1 } }')).toBe(
      'fits',
    );
    expectGolden(messageOf('*i32', '[n]', ', tolerance: { atol: 1 }'));
    expectGolden(messageOf('*fp32', '[n]', ', tolerance: { x: { atol: 1 } }'));
  });
});

describe('an accepted fault', () => {
  it('names a buffer of the kernel', () => {
    const accept = (fault: string): string => messageOf('*i32', '[n]', `, accept: ${fault}`);
    expect(accept('{ out-of-bounds: { x: "their issue 12" } }')).toBe('fits');
    expectGolden(accept('{ out-of-bounds: { z: "their issue 12" } }'));
    expectGolden(accept('{ crash: { x: "their issue 12" } }'));
    expectGolden(accept('{ race: { x: 12 } }'));
  });
});

describe('a tensor', () => {
  it.each(['[n, 64]', '{ shape: [n, 3], strides: [72, 1] }'])('can have %s', (buffer) => {
    expect(messageOf('tensordesc<fp16[64, 64]>', buffer)).toBe('fits');
  });

  it.each(['[n, 63]', '{ shape: [n, 64], strides: [1, n] }', '[n, 1, 64]', '[n, 0]', 'null'])(
    'cannot have %s',
    (buffer) => {
      expectGolden(messageOf('tensordesc<fp16[64, 64]>', buffer));
    },
  );
});

describe('a case that changes a buffer', () => {
  const changed = (change: string, type = '*fp16', buffer = '[n, 4]') =>
    [type, buffer, '', `{ n: 6 }, { n: 6, buffers: { x: ${change} } }`] as const;

  it.each([
    ['{ strides: [n + 3, 1] }', { shape: [6, 4], strides: [9, 1], length: 49, offset: 0 }],
    ['{ shape: [2, n] }', { shape: [2, 6], strides: [6, 1], length: 12 }],
    ['{ offset: 3 }', { strides: [4, 1], offset: 6 }],
    ['{ offset: 9 }', { offset: 2 }],
    ['{ fill: { uniform: { from: 0, to: n } } }', { fill: { kind: 'uniform', from: 0, to: 6 } }],
    ['{ strides: [0, 1] }', { strides: [0, 1], length: 4 }],
  ])('%s', (change, wanted) => {
    expect(bufferOf(...changed(change))).toMatchObject(wanted);
  });

  it.each<[string, string?, string?]>([
    ['{ strides: [1] }'],
    ['{ shape: [n] }', '*fp16', '{ shape: [n, 4], strides: [4, 1] }'],
    ['{ fill: ones }', '*fp16', '{ shape: [n], role: out }'],
    ['{ offset: -1 }'],
    ['{ offset: k }'],
    ['{ offset: 1 }', 'tensordesc<fp16[4, 8]>', '[n, 8]'],
    ['{ role: out }'],
    ['{ strides: [0, 1] }', '*fp16', '{ shape: [n, 4], role: inout }'],
    ['{ fill: { constan: 3 } }'],
    ['{ offset: 1 }', '*fp16', 'null'],
  ])('is checked: %s', (change, type, buffer) => {
    expectGolden(messageOf(...changed(change, type, buffer)));
  });

  it('cannot name another parameter', () => {
    const cases = '{ n: 6, buffers: { z: { offset: 1 }, n: { offset: 1 } } }';
    expectGolden(messageOf('*fp16', '[n]', '', cases));
  });
});
