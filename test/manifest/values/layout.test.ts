import { describe, expect, it } from '#jest';
import {
  countOf,
  type Layout,
  toLogical,
  toPhysical,
} from '../../../src/manifest/values/layout.ts';
import { physicalInput } from '../../../src/manifest/values/packing.ts';

const GAP = 0xff;

function lengthOf({ shape, strides }: Pick<Layout, 'shape' | 'strides'>): number {
  if (shape.includes(0)) return 0;
  return shape.reduce((sum, size, axis) => sum + (size - 1) * (strides[axis] ?? 0), 1);
}

function layout(shape: readonly number[], strides: readonly number[]): Layout {
  return { shape, strides, length: lengthOf({ shape, strides }) };
}

/** Returns elements whose bytes differ. */
function elements(count: number, bytes: number): Uint8Array {
  return Uint8Array.from({ length: count * bytes }, (_, index) => (index * 7) % 251);
}

/** A straightforward implementation: one element at a time. */
function spread(
  logical: Uint8Array,
  { shape, strides, length }: Layout,
  bytes: number,
): Uint8Array {
  const physical = new Uint8Array(length * bytes).fill(GAP);
  const count = countOf({ shape });
  for (let i = 0; i < count; i++) {
    let rest = i;
    let at = 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const size = shape[axis] ?? 1;
      at += (rest % size) * (strides[axis] ?? 0);
      rest = Math.floor(rest / size);
    }
    physical.set(logical.subarray(i * bytes, (i + 1) * bytes), at * bytes);
  }
  return physical;
}

const LAYOUTS: readonly (readonly [string, Layout])[] = [
  ['contiguous', layout([3, 4], [4, 1])],
  ['with gaps after each row', layout([3, 4], [6, 1])],
  ['transposed', layout([3, 4], [1, 3])],
  ['transposed with gaps', layout([3, 4], [2, 9])],
  ['of three axes in another order', layout([2, 3, 4], [4, 8, 1])],
  ['with an axis of one', layout([3, 1, 4], [4, 100, 1])],
  ['of every other element', layout([5], [2])],
  ['of one element', layout([1], [1])],
  ['without axes', layout([], [])],
  ['without elements', layout([3, 0], [4, 1])],
];

describe.each(LAYOUTS)('a buffer %s', (_what, each) => {
  it.each([1, 2, 4, 8])('places elements of %d bytes by shape and strides', (bytes) => {
    const logical = elements(countOf(each), bytes);
    const physical = toPhysical(logical, each, bytes);
    expect([...physical]).toEqual([...spread(logical, each, bytes)]);
    expect([...toLogical(physical, each, bytes)]).toEqual([...logical]);
  });
});

describe('bytes at any offset in a larger buffer', () => {
  it('are read correctly', () => {
    const each = layout([2, 2], [3, 1]);
    const logical = elements(4, 4);
    const shifted = new Uint8Array(17);
    shifted.set(logical, 1);
    expect(toPhysical(shifted.subarray(1), each, 4)).toEqual(toPhysical(logical, each, 4));
  });
});

describe('an input with overlapping elements', () => {
  it('has the same value in all of them', () => {
    const each = layout([2, 2], [0, 1]);
    const physical = toPhysical(Uint8Array.of(1, 2, 3, 4), each, 1);
    expect([...toLogical(physical, each, 1)]).toEqual([3, 4, 3, 4]);
  });
});

describe('the gaps of a buffer', () => {
  const gapsOf = (element: string, role: 'in' | 'inout') => {
    const tolerance = { norm: 0, rtol: 0, atol: 0 };
    const axes = { shape: [2, 1], strides: [3, 1], length: 4, tolerance };
    const seed = '0'.repeat(32);
    const fill = { kind: 'constant', value: 1 } as const;
    const bytes = physicalInput({ element, role, seed, fill, ...axes }, () => new Uint8Array());
    const size = bytes.length / 4;
    return Buffer.from(bytes.subarray(size, 3 * size)).toString('hex');
  };

  it.each([
    ['fp32', 'in', 'ffffffffffffffff'],
    ['fp8e4b8', 'in', '8080'], // NaN
    ['i8', 'in', '807f'],
    ['i32', 'in', '00000080ffffff7f'],
    ['i64', 'in', '0000000000000080ffffffffffffff7f'],
    ['u16', 'in', '0000ffff'],
    ['i1', 'in', '0001'],
    ['i32', 'inout', 'ffffffffffffffff'],
    ['fp8e4b8', 'inout', 'ffff'],
  ] as const)('of %s with the role %s are %s', (element, role, bytes) => {
    expect(gapsOf(element, role)).toBe(bytes);
  });
});
