import { describe, expect, it } from '@jest/globals';
import { Failure } from '../../../src/core/base/errors.ts';
import type { CaseBuffer } from '../../../src/core/model/smoke-case.ts';
import { fakeKernels } from '../../support/fake-build.ts';

/** The buffer `x` of a kernel's only case, `n=6`, beside an output of one byte. */
function bufferOf(type: string, buffer: string, more = ''): CaseBuffer | null | undefined {
  const text = `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  entry:
    source: k.py:k
    arguments: { x: "${type}", y: "*i8", n: i64 }
    grid: n
    smoke: { cases: [{ n: 6 }], buffers: { x: ${buffer}, y: { shape: [1], role: out } } ${more} }
`;
  const [kernel] = fakeKernels(text, { k: ['x', 'y', 'n'] });
  return kernel?.smoke?.cases[0]?.buffers.get('x');
}

function messageOf(...given: Parameters<typeof bufferOf>): string {
  try {
    bufferOf(...given);
    return 'fits';
  } catch (error) {
    if (error instanceof Failure) return error.problems.map(({ message }) => message).join('\n');
    throw error;
  }
}

describe('a buffer', () => {
  it('has all that is known of it', () => {
    expect(bufferOf('*fp16', '{ shape: [n, 4], strides: [n + 1, 1] }', ', seed: 5')).toEqual({
      element: 'fp16',
      shape: [6, 4],
      strides: [7, 1],
      length: 39,
      role: 'in',
      fill: { kind: 'normal', mean: 0, deviation: 1 },
      // printf '5\nentry\nn=6\nx' | sha256sum
      seed: 'a6cde7b9e5acdf17b01059917bdfb62d',
      tolerance: { norm: 2e-3, rtol: 0.01, atol: 0 },
    });
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
    ['[n - 7]', 'negative size: shape [-1] in case `n=6`'],
    [
      '{ shape: [n, 2], strides: [-2, 1] }',
      'negative stride: shape [6, 2] and strides [-2, 1] in case `n=6`',
    ],
    [
      '[n * 357913942]',
      'more than 2^31 elements: shape [2147483652] and strides [1] in case `n=6`',
    ],
    [
      '{ shape: [2147483649], strides: [0] }',
      'more than 2^31 elements: shape [2147483649] and strides [0] in case `n=6`',
    ],
    ['[2147483648]', 'the buffers of case `n=6` take 16.0 GiB: expected at most 8 GiB'],
  ])('of %s is refused', (buffer, message) => {
    expect(messageOf('*fp64', buffer)).toBe(message);
  });

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
  ])('with shape %s keeps an output’s elements apart: %j', (layout, isApart) => {
    for (const role of ['out', 'inout']) {
      const message = messageOf('*i32', `{ shape: ${layout}, role: ${role} }`);
      if (isApart) expect(message).toBe('fits');
      else expect(message).toMatch(/^elements of an output overlap: /);
    }
    expect(messageOf('*i32', `{ shape: ${layout} }`)).toBe('fits');
  });
});

describe('what a buffer is filled with', () => {
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
  ])('of %s may be %s', (type, fill, expected) => {
    expect(bufferOf(type, `{ shape: [n], fill: ${fill} }`)?.fill).toEqual(expected);
  });

  it.each([
    ['*i32', 'normal', 'i32 holds integers: expected uniform, constant or file'],
    [
      '*i8',
      '{ constant: 128 }',
      '128 is no i8 that a fill can have: expected an integer from -128 to 127',
    ],
    [
      '*u8',
      '{ uniform: { from: 0.5, to: 7 } }',
      '0.5 is no u8 that a fill can have: expected an integer from 0 to 255',
    ],
    [
      '*i64',
      '{ constant: 9007199254740993 }',
      '9007199254740992 is no i64 that a fill can have: expected an integer from -9007199254740991 to 9007199254740991',
    ],
    [
      '*fp32',
      '{ uniform: { from: 1, to: 1 } }',
      'floats are below `to`: expected more than 1, found 1',
    ],
  ])('of %s cannot be %s', (type, fill, message) => {
    expect(messageOf(type, `{ shape: [n], fill: ${fill} }`)).toBe(message);
  });
});

describe('the tolerance of an output', () => {
  const toleranceOf = (type: string, tolerance: string) => {
    const {
      norm = NaN,
      rtol = NaN,
      atol = NaN,
    } = bufferOf(type, '{ shape: [n], role: out }', tolerance)?.tolerance ?? {};
    return [norm, rtol, atol];
  };

  it.each([
    ['fp64', 1e-12],
    ['fp32', 1e-5],
    ['fp16', 2e-3],
    ['bf16', 1.6e-2],
    ['fp8e4nv', 0.1],
    ['fp8e4b8', 0.1],
    ['fp8e4b15', 0.1],
    ['fp8e5', 0.2],
    ['fp8e5b16', 0.2],
    ['i32', 0],
    ['i1', 0],
  ])('of %s is by default %d, and five times that for each element', (element, norm) => {
    expect(toleranceOf(`*${element}`, '')).toEqual([norm, 5 * norm, 0]);
  });

  it.each([
    ['{ norm: 0.01 }', [0.01, 0.05, 0]],
    ['{ rtol: 0.5, atol: 0.25 }', [2e-3, 0.5, 0.25]],
    ['{ x: { atol: 1 } }', [2e-3, 0.01, 1]],
    ['{ y: { atol: 1 } }', [2e-3, 0.01, 0]],
    ['{ fp16: { norm: 0.01 }, fp32: { norm: 1 } }', [0.01, 0.05, 0]],
    ['{ fp16: { norm: 1 }, x: { atol: 1 } }', [2e-3, 0.01, 1]],
  ])('of fp16 with %s is %j', (tolerance, expected) => {
    expect(toleranceOf('*fp16', `, tolerance: ${tolerance}`)).toEqual(expected);
  });

  it('of integers is that of the buffer by name only', () => {
    expect(toleranceOf('*i32', ', tolerance: { x: { atol: 1 } }')).toEqual([0, 0, 1]);
    expect(messageOf('*i32', '[n]', ', tolerance: { atol: 1 }')).toBe(
      'every output holds integers, which must be equal',
    );
    expect(messageOf('*fp32', '[n]', ', tolerance: { x: { atol: 1 } }')).toBe(
      '`x` is neither an output nor an element type: a tolerance is for y',
    );
  });
});

describe('a tensor', () => {
  it.each([
    ['[n, 64]', 'fits'],
    ['{ shape: [n, 3], strides: [72, 1] }', 'fits'],
    ['[n, 63]', "a tensor's stride of 63 elements is 126 bytes, no multiple of 16 in case `n=6`"],
    [
      '{ shape: [n, 64], strides: [1, n] }',
      'the last stride of a tensor is 1, not 6 in case `n=6`',
    ],
    ['[n, 1, 64]', "3 axes, but the tensor's block has 2 in case `n=6`"],
    ['[n, 0]', 'a tensor without elements: shape [6, 0] in case `n=6`'],
    ['null', 'a tensor cannot be null: expected a shape'],
  ])('of %s: %s', (buffer, message) => {
    expect(messageOf('tensordesc<fp16[64, 64]>', buffer)).toBe(message);
  });
});
