import { describe, expect, it } from '#jest';
import type { ElementType } from '../../../src/manifest/terms/types.ts';
import {
  bytesOf,
  decodeFloats,
  elementType,
  encodeElements,
  isFloat,
  npyTypeOf,
} from '../../../src/manifest/values/elements.ts';
import { floatValues, SMALL_FLOATS } from '../../support/floats.ts';

/** Encodes many numbers at once, since 65536 calls would be slow. */
function codesOf(element: ElementType, values: readonly number[]): number[] {
  const bytes = encodeElements(element, Float64Array.from(values));
  return [...(bytesOf(element) === 1 ? bytes : new Uint16Array(bytes.buffer))];
}

function codeOf(element: ElementType, value: number): number {
  return codesOf(element, [value])[0] ?? NaN;
}

function valuesOf(element: ElementType, codes: readonly number[]): number[] {
  const array = bytesOf(element) === 1 ? Uint8Array.from(codes) : Uint16Array.from(codes);
  return [...decodeFloats(element, new Uint8Array(array.buffer))];
}

function valueOf(element: ElementType, code: number): number {
  return valuesOf(element, [code])[0] ?? NaN;
}

/** Returns the values of all codes, in order. */
function allValues(element: ElementType): number[] {
  return valuesOf(
    element,
    Array.from({ length: 2 ** (8 * bytesOf(element)) }, (_, code) => code),
  );
}

describe('a float of 8 or 16 bits', () => {
  it.each(SMALL_FLOATS)("%s: has the numbers of Python's table", (element) => {
    expect(allValues(element)).toEqual(floatValues(element));
  });

  it.each(SMALL_FLOATS)('%s: decodes and encodes every code unchanged', (element) => {
    const values = allValues(element);
    const wrong = codesOf(element, values).flatMap((code, index) =>
      Number.isNaN(values[index]) || code === index ? [] : [[index, code]],
    );
    expect(wrong).toEqual([]);
  });

  it.each(SMALL_FLOATS)('%s: rounds to the nearest number', (element) => {
    const all = allValues(element);
    const values = all.slice(0, all.length / 2).filter((value) => Number.isFinite(value));
    // Values grow with their codes.
    const between = (share: number): number[] =>
      codesOf(
        element,
        values.slice(1).map((next, code) => {
          const value = values[code] ?? NaN;
          return value + (next - value) * share;
        }),
      );
    const codes = values.slice(1).map((_, code) => code);
    expect(between(0.375)).toEqual(codes);
    expect(between(0.625)).toEqual(codes.map((code) => code + 1));
    expect(between(0.5)).toEqual(codes.map((code) => code + (code % 2)));
  });

  it.each<[ElementType, number, number]>([
    ['fp16', 65504, 2 ** -24],
    ['bf16', 3.3895313892515355e38, 2 ** -133],
    ['fp8e5', 57344, 2 ** -16],
    ['fp8e4nv', 448, 2 ** -9],
    ['fp8e4b15', 1.875, 2 ** -17],
    ['fp8e4b8', 240, 2 ** -10],
    ['fp8e5b16', 57344, 2 ** -17],
  ])('%s: the largest number is %d and the smallest is %d', (element, largest, smallest) => {
    const finite = allValues(element).filter((value) => Number.isFinite(value) && value > 0);
    expect([Math.max(...finite), Math.min(...finite)]).toEqual([largest, smallest]);
  });

  it.each<[ElementType, number]>([
    ['fp16', Infinity],
    ['bf16', Infinity],
    ['fp8e5', Infinity],
    ['fp8e4nv', 448],
    ['fp8e4b15', 1.75],
    ['fp8e4b8', 240],
    ['fp8e5b16', 57344],
  ])('%s: encodes too large numbers as %d', (element, most) => {
    for (const value of [1e39, Infinity]) {
      expect(valueOf(element, codeOf(element, value))).toBe(most);
      expect(valueOf(element, codeOf(element, -value))).toBe(-most);
    }
  });

  it.each(SMALL_FLOATS.filter((each) => each !== 'fp8e4b15'))('%s: encodes NaN', (element) => {
    expect(valueOf(element, codeOf(element, NaN))).toBeNaN();
  });

  it('has minus zero only if its code does not mean NaN', () => {
    expect(codeOf('fp16', -0)).toBe(0x8000);
    expect(codeOf('fp8e4nv', -0)).toBe(0x80);
    expect([codeOf('fp8e4b8', -0), codeOf('fp8e5b16', -1e-9)]).toEqual([0, 0]);
  });
});

describe('integers', () => {
  it.each<[ElementType, number, readonly number[]]>([
    ['i8', -2, [0xfe]],
    ['u8', 255, [0xff]],
    ['i16', -2, [0xfe, 0xff]],
    ['u16', 0x1234, [0x34, 0x12]],
    ['i32', -2, [0xfe, 0xff, 0xff, 0xff]],
    ['u32', 0xfffffffe, [0xfe, 0xff, 0xff, 0xff]],
    ['i64', -2, [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]],
    ['i64', 2 ** 40 + 5, [5, 0, 0, 0, 0, 1, 0, 0]],
    ['u64', 2 ** 32, [0, 0, 0, 0, 1, 0, 0, 0]],
    ['i1', 3, [1]],
    ['u1', 0, [0]],
  ])('encode %s %d as %j', (element, value, bytes) => {
    expect([...encodeElements(element, Float64Array.of(value))]).toEqual(bytes);
    expect([isFloat(element), bytesOf(element)]).toEqual([false, bytes.length]);
  });
});

describe('wide floats', () => {
  it('are decoded from any offset in a larger buffer', () => {
    const values = Float64Array.of(1.5, -0, Infinity, 2 ** -149);
    for (const element of ['fp64', 'fp32', 'f32'] as const) {
      const bytes = encodeElements(element, values);
      const shifted = new Uint8Array(bytes.length + 1);
      shifted.set(bytes, 1);
      expect([...decodeFloats(element, shifted.subarray(1))]).toEqual([...values]);
    }
  });
});

describe('element types', () => {
  it('are found by name', () => {
    expect(elementType('bf16')).toBe('bf16');
    expect(() => elementType('fp4')).toThrow('unknown element type `fp4`');
    expect(() => elementType('toString')).toThrow();
  });

  it('that NumPy lacks are unsigned integers in .npy files', () => {
    expect([npyTypeOf('bf16'), npyTypeOf('fp8e5'), npyTypeOf('fp16'), npyTypeOf('i1')]).toEqual([
      '<u2',
      '|u1',
      '<f2',
      '|b1',
    ]);
  });
});
