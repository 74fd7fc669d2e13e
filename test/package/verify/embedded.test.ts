import { describe, expect, it } from '@jest/globals';
import { embedCubin } from '../../../src/package/c/embed.ts';
import { writeSource } from '../../../src/package/c/source.ts';
import { decodeLiterals, readEmbedded } from '../../../src/package/verify/embedded.ts';
import { fakeChecked, fakeCompiled } from '../../support/fake-build.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

/** Pseudo-random numbers, the same in every run. Source: the generator `mulberry32`. */
function randomBytes(seed: number, length: number, most = 256): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most;
  });
}

function roundTrip(bytes: Uint8Array): Uint8Array {
  return decodeLiterals(Buffer.from(embedCubin('cubin_0', bytes).split(' =\n')[1] ?? '', 'latin1'));
}

describe('the bytes of a C literal', () => {
  it('are decoded, whatever their values', () => {
    for (let length = 0; length < 300; length += 1) {
      const bytes = randomBytes(length + 1, length);
      expect(Buffer.from(roundTrip(bytes))).toEqual(Buffer.from(bytes));
    }
  });

  it('are decoded if escapes are followed by digits, quotes and the end of a line', () => {
    const tricky = [0, 0x30, 0x37, 0x38, 0x22, 0x5c, 0x3f, 0x0a, 7, 8, 63, 64, 255];
    for (let seed = 1; seed < 200; seed += 1) {
      const bytes = randomBytes(seed, 130, tricky.length).map((index) => tricky[index] ?? 0);
      expect(Buffer.from(roundTrip(bytes))).toEqual(Buffer.from(bytes));
    }
  });
});

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
  return readEmbedded(Buffer.from(source, 'latin1'));
}

describe('a C source with compressed cubins', () => {
  it('says the same as one with raw cubins', () => {
    expect(PACKED).not.toBe(SOURCE);
    expect(read(PACKED)).toEqual(read(SOURCE));
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
    ['a cubin without a row', PACKED.replaceAll('    {&cubin_0, ', '    {&cubin_1, ')],
  ])('is rejected with %s', async (_what, source) => {
    expect(source).not.toBe(PACKED);
    expectGolden(await failureOf(() => read(source)));
  });
});

describe('a C source', () => {
  it('is read with its cubins by algo, specialisation and target, and their launch settings', () => {
    const { images, ...counts } = readEmbedded(Buffer.from(SOURCE));
    expect(counts).toEqual({
      algos: 2,
      specialisations: 2,
      targets: 2,
      ptx: [],
      parameters: ['CUdeviceptr x', 'float factor', 'int32_t n', 'int64_t rows'],
      dispatch: [
        'if (a->x % 16 == 0 && a->n == 1) return 0;',
        'if (a->x % 16 == 0) return 1;',
        'return -1;',
      ],
    });
    expect(images.map((image) => Buffer.from(image?.code.bytes ?? []))).toEqual(
      LINKED.map(({ compiled }) => Buffer.from(compiled.cubin)),
    );
    expect(images[7]).toMatchObject({
      kernel: 'scale_kernel',
      major: 9,
      from: 0,
      to: 0,
      warps: 4 * 2,
      ctas: 2,
      shared: 512,
    });
  });

  it.each([
    ['bytes in another spelling', SOURCE.replace('"\\177ELF', '"\\177" "ELF')],
    ['a cubin that is cut off', SOURCE.slice(0, SOURCE.indexOf('";\n'))],
    ['a row without a cubin', SOURCE.replace('    {cubin_0, ', '    {other, ')],
    ['a cubin without a row', SOURCE.replaceAll('    {cubin_0, ', '    {cubin_1, ')],
    ['two tables', SOURCE + SOURCE.slice(SOURCE.indexOf('\nstatic const struct aot_image'))],
    ['no table', 'int nothing;\n'],
  ])('is rejected with %s', async (_what, source) => {
    expectGolden(await failureOf(() => read(source)));
  });
});
