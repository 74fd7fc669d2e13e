import { describe, expect, it } from '#jest';
import { writeSource } from '../../../src/package/c/source.ts';
import { readImages } from '../../../src/package/verify/embedded.ts';
import { fakeChecked, fakeCompiled } from '../../support/fake-build.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: demo.py:scale_kernel
    arguments: { x: "*fp16:16", factor: fp32, n: [i32:1, i32] }
    grid_parameters: { rows: i64 }
    configs: [{ BLOCK: 64 }, { BLOCK: 32, num_warps: 8 }]
    grid: [cdiv(n, BLOCK), rows]
`;
const LINKED = fakeChecked(MANIFEST, { scale_kernel: ['x', 'factor', 'n', 'BLOCK'] }, (variant) =>
  fakeCompiled(variant, { registers: 16 + variant.config }, { shared: 512, numCtas: 2 }),
);
const [FIRST] = LINKED;
if (FIRST === undefined) throw new Error('there is no variant');
const { kernel: KERNEL } = FIRST.variant;
const OWNER = { package: 'demo', version: '1.0.0' };
const SOURCE = writeSource(OWNER, KERNEL, LINKED, undefined, 'raw');
/** The first byte of a stream. */
const STREAM = / {4}"(?:\\[0-7]{1,3}|\\?.)/;
const PACKED = writeSource(OWNER, KERNEL, LINKED);

function read(source: string): unknown {
  return readImages(Buffer.from(source, 'latin1'));
}

describe('a C source with compressed cubins', () => {
  it('says the same as one with raw cubins', () => {
    expect(PACKED).not.toBe(SOURCE);
    // A clone has Uint8Arrays for Buffers.
    expect(structuredClone(read(PACKED))).toEqual(structuredClone(read(SOURCE)));
  });

  it.each([
    ['a line in two parts', PACKED.replace('    "', '    "" "')],
    ['another escape', PACKED.replace(STREAM, '    "\\x07')],
    ['another length of a stream', PACKED.replace(/_stream, \d+, /, '_stream, 7, ')],
    ['a size that is too small', PACKED.replace(/(_stream, \d+), \d+\}/, '$1, 7}')],
    ['a size that is too large', PACKED.replace(/(_stream, \d+), \d+\}/, '$1, 9999999999999}')],
    ['an unknown base', PACKED.replace('{&cubin_0, cubin', '{&cubin_9, cubin')],
    ['a damaged stream', PACKED.replace(STREAM, '    "\\7')],
    ['a cubin that is cut off', PACKED.slice(0, PACKED.indexOf('";\n'))],
  ])('is rejected with %s', async (_what, source) => {
    expect(source).not.toBe(PACKED);
    expectGolden(await failureOf(() => read(source)));
  });
});

describe('a C source', () => {
  it('is read with its cubins in the order of the table, their launch settings and parameters', () => {
    const images = readImages(Buffer.from(SOURCE));
    expect(images.map(({ bytes }) => Buffer.from(bytes))).toEqual(
      LINKED.map(({ compiled }) => Buffer.from(compiled.cubin)),
    );
    expect(images[7]).toMatchObject({
      form: 'cubin',
      algo: 1,
      specialisation: 1,
      kernel: 'scale_kernel',
      capabilities: '9.0 to 9.0',
      warps: 8,
      ctas: 2,
      shared: 512,
    });
    const sizes = images.slice(0, 3).map(({ passed }) => passed.map(({ size }) => size));
    expect(sizes).toEqual([
      [8, 4, 8, 8],
      [8, 4, 8, 8],
      [8, 4, 4, 8, 8],
    ]);
  });

  it.each([
    ['CUresult', 'CUdeviceptr'],
    ['hipError_t', 'hipDeviceptr_t'],
  ])('is read with the names of packages of other versions: %s, %s', (result, pointer) => {
    const other = SOURCE.replaceAll('aot_gpu_result', result).replaceAll(
      'aot_gpu_pointer',
      pointer,
    );
    expect(other).not.toBe(SOURCE);
    expect(read(other)).toEqual(read(SOURCE));
  });

  it.each(['raw', 'compressed'] as const)('is read with any bytes: %s', (embed) => {
    const tricky = [0, 0x30, 0x37, 0x38, 0x22, 0x5c, 0x3f, 0x0a, 7, 8, 63, 64, 255];
    for (const length of [1, 63, 64, 65, 129, 1000]) {
      const cubin = Uint8Array.from(
        { length },
        (_, at) => tricky[(at * at + (at >> 3)) % tricky.length] ?? 0,
      );
      const changed = LINKED.map((image) => ({ ...image, compiled: { ...image.compiled, cubin } }));
      const written = writeSource(OWNER, KERNEL, changed, undefined, embed);
      const [image] = readImages(Buffer.from(written));
      expect(Buffer.from(image?.bytes ?? [])).toEqual(Buffer.from(cubin));
    }
  });

  it.each([
    ['a cubin that is cut off', SOURCE.slice(0, SOURCE.indexOf('";\n'))],
    ['a row without a cubin', SOURCE.replace('    {cubin_0, ', '    {other, ')],
    ['two tables', SOURCE + SOURCE.slice(SOURCE.indexOf('\nstatic const struct aot_image'))],
    ['no table', 'int nothing;\n'],
    ['another parameter', SOURCE.replace('{&a.x, ', '{&b.x, ')],
    ['no launch', SOURCE.replace(/\n *void \*parameters.*/, '')],
  ])('is rejected with %s', async (_what, source) => {
    expectGolden(await failureOf(() => read(source)));
  });
});
