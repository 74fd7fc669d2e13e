import { describe, expect, it } from '@jest/globals';
import { decodeFloats } from '../../../src/core/testdata/elements.ts';
import {
  compressData,
  decompressData,
  type PackedOutput,
  packFloats,
  packIntegers,
} from '../../../src/core/testdata/packing.ts';

function floatsIn({ type, data, content }: PackedOutput): number[] {
  return [
    ...decodeFloats(type === 'f64' ? 'fp64' : 'fp32', decompressData(content, data.elementSize)),
  ];
}

describe('packed bytes', () => {
  it.each([1, 2, 4, 8])('with elements of %d bytes are unpacked unchanged', (size) => {
    const bytes = Uint8Array.from({ length: 8 * 1000 }, (_, index) => (index * index) % 253);
    const { data, content } = compressData(bytes, size);
    expect(Buffer.compare(decompressData(content, size), bytes)).toBe(0);
    expect(data).toEqual({
      file: expect.stringMatching(/^smoke\/data\/[0-9a-f]{16}\.br$/),
      elementSize: size,
    });
  });

  it('may be empty', () => {
    expect(decompressData(compressData(new Uint8Array(), 4).content, 4)).toHaveLength(0);
  });

  it('have the same name only for the same content', () => {
    const one = Uint8Array.of(1, 2, 3, 4);
    expect(compressData(one, 2).data.file).toBe(compressData(one.slice(), 2).data.file);
    // The order in the file depends on the element size.
    expect(compressData(one, 4).data.file).not.toBe(compressData(one, 2).data.file);
  });
});

describe('expected floats', () => {
  it.each(['fp16', 'bf16', 'fp8e4nv'] as const)(
    'of %s keep 15 mantissa bits, rounded to even',
    (element) => {
      const step = 2 ** -15;
      const values = [
        1,
        1 + step,
        1 + step * 0.5,
        1 + step * 1.5,
        1 + step * 0.75,
        -(1 + step / 4),
      ];
      expect(floatsIn(packFloats(element, Float64Array.from(values)))).toEqual([
        1,
        1 + step,
        1,
        1 + 2 * step,
        1 + step,
        -1,
      ]);
    },
  );

  it('of fp16 become infinite if they are too large for fp16', () => {
    const values = Float64Array.of(65504, 65519, 65520, -1e9, Infinity);
    expect(floatsIn(packFloats('fp16', values))).toEqual([
      65504,
      expect.closeTo(65519, -1),
      Infinity,
      -Infinity,
      Infinity,
    ]);
  });

  it('of fp32 and fp64 keep their precision', () => {
    const values = Float64Array.of(1 / 3, -0, Infinity);
    expect(packFloats('fp32', values).type).toBe('f32');
    expect(floatsIn(packFloats('fp32', values))).toEqual([Math.fround(1 / 3), -0, Infinity]);
    expect(packFloats('fp64', values).type).toBe('f64');
    expect(floatsIn(packFloats('fp64', values))).toEqual([1 / 3, -0, Infinity]);
  });
});

describe('expected integers', () => {
  it('are not changed', () => {
    const { type, data, content } = packIntegers('i64', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    expect([type, data.elementSize]).toEqual(['exact', 8]);
    expect([...decompressData(content, 8)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
