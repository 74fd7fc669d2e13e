import { describe, expect, it } from '#jest';
import { decodeFloats } from '../../../src/manifest/values/elements.ts';
import { casesSchema, type PackagedBuffer } from '../../../src/manifest/cases/packaged.ts';
import {
  areOutputsOf,
  compressData,
  decompressData,
  type PackedOutput,
  packFloats,
  packIntegers,
} from '../../../src/manifest/values/packing.ts';

function floatsIn({ type, data, content }: PackedOutput): number[] {
  return [
    ...decodeFloats(
      type === 'f64' ? 'fp64' : 'fp32',
      decompressData(content, data.elementSize, 1000),
    ),
  ];
}

describe('packed bytes', () => {
  it.each([1, 2, 4, 8])('with elements of %d bytes are unpacked unchanged', (size) => {
    const bytes = Uint8Array.from({ length: 8 * 1000 }, (_, index) => (index * index) % 253);
    const { data, content } = compressData(bytes, size);
    expect(Buffer.compare(decompressData(content, size, 8000), bytes)).toBe(0);
    expect(data).toEqual({
      file: expect.stringMatching(/^smoke\/data\/[0-9a-f]{16}\.br$/),
      elementSize: size,
    });
  });

  it('may be empty', () => {
    expect(decompressData(compressData(new Uint8Array(), 4).content, 4, 0)).toHaveLength(0);
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
    expect([...decompressData(content, 8, 1)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

describe('outputs from elsewhere', () => {
  const buffer: PackagedBuffer = {
    element: 'fp16',
    shape: [2, 2],
    strides: [4, 1],
    length: 6,
    role: 'out',
    seed: '1',
    tolerance: { norm: 0, rtol: 0, atol: 0 },
  };
  const buffers = { x: { ...buffer, role: 'in' as const }, y: buffer, none: null };
  const y = packFloats('fp16', Float64Array.of(1, 2, 3, 4));
  const withData = (data: Partial<PackedOutput['data']>) => ({
    ...y,
    data: { ...y.data, ...data },
  });

  it('belong to a case if they are complete, of the right type, and named after their content', () => {
    expect(areOutputsOf(buffers, { outputs: new Map([['y', y]]) })).toBe(true);
    expect(areOutputsOf(buffers, { note: 'why', outputs: new Map() })).toBe(true);
  });

  it.each<[string, readonly (readonly [string, PackedOutput])[]]>([
    ['one is missing', []],
    [
      'there is one more',
      [
        ['y', y],
        ['z', y],
      ],
    ],
    ['one is of an input', [['x', y]]],
    ['elements are missing', [['y', packFloats('fp16', Float64Array.of(1, 2, 3))]]],
    ['there are more elements', [['y', packFloats('fp16', new Float64Array(5))]]],
    ['there are far more elements', [['y', packFloats('fp16', new Float64Array(1e6))]]],
    ['the type is another', [['y', packFloats('fp64', Float64Array.of(1, 2, 3, 4))]]],
    ['they are integers', [['y', packIntegers('i16', new Uint8Array(8))]]],
    ['the name leaves the folder', [['y', withData({ file: 'smoke/data/../../CMakeLists.txt' })]]],
    [
      'the name is of another content',
      [['y', withData({ file: 'smoke/data/0123456789abcdef.br' })]],
    ],
    ['the size of an element is another', [['y', withData({ elementSize: 2 })]]],
    ['the content is not a stream', [['y', { ...y, content: Uint8Array.of(1, 2, 3) }]]],
  ])('do not if %s', (_what, outputs) => {
    expect(areOutputsOf(buffers, { outputs: new Map(outputs) })).toBe(false);
  });

  it('do not if there is a note besides', () => {
    expect(areOutputsOf(buffers, { note: 'why', outputs: new Map([['y', y]]) })).toBe(false);
  });
});

describe('the description of the tests', () => {
  const withNames = (file: string, test: string): unknown => ({
    format: 1,
    kernels: [
      {
        name: 'k',
        path: [],
        expected: 'none',
        deterministic: true,
        algos: [0],
        cases: [
          {
            name: 'c',
            path: [],
            scalars: {},
            buffers: {
              x: {
                element: 'fp32',
                shape: [1],
                strides: [1],
                length: 1,
                role: 'in',
                seed: '1',
                fill: { kind: 'data', data: { file, elementSize: 4 } },
                tolerance: { norm: 0, rtol: 0, atol: 0 },
              },
            },
            runs: [],
          },
        ],
        test: [test],
      },
    ],
  });
  const data = 'smoke/data/0123456789abcdef.br';

  it.each(['own.cpp', 'tests/own.cpp', 'a b/..c.cpp', '.hidden/x'])(
    'may name the test %s',
    (test) => {
      expect(casesSchema.safeParse(withNames(data, test)).success).toBe(true);
    },
  );

  it.each([
    ['/etc/passwd', 'own.cpp'],
    ['smoke/data/../../../x', 'own.cpp'],
    ['smoke/data/0123456789abcdef.br/../x', 'own.cpp'],
    [data, '/etc/passwd'],
    [data, '../own.cpp'],
    [data, '..'],
    [data, 'tests/../../own.cpp'],
    [data, 'tests/..'],
    [data, 'tests//own.cpp'],
    [data, ''],
    [data, 'tests\\own.cpp'],
  ])('may not name %s and %s', (file, test) => {
    expect(casesSchema.safeParse(withNames(file, test)).success).toBe(false);
  });
});
