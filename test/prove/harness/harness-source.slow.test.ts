import { describe, expect, it } from '#jest';
import type { PackagedKernel } from '../../../src/package/read.ts';
import { takesTensors, writeGlue } from '../../../src/prove/harness/harness-source.ts';

const TYPES = ['*fp16', 'i32', 'u8', 'i1', 'i64', 'fp32', 'fp64', 'fp16', 'bf16'];

function kernel(name: string, types: readonly string[], grid: readonly string[]): PackagedKernel {
  const named = (list: readonly string[], prefix: string): PackagedKernel['parameters'] =>
    list.map((type, index) => ({ name: `${prefix}${index}`, type }));
  return {
    name,
    parameters: named(types, 'p'),
    gridParameters: named(grid, 'g'),
    algos: [{}],
    specialisations: [''],
    variants: [],
  };
}

describe('the generated table of kernels', () => {
  it('passes every parameter in its C type, grid parameters after the others', () => {
    const text = writeGlue('demo', [kernel('scale', TYPES, ['i32'])]);
    expect(text).toContain('#include <demo.h>');
    expect(text).toContain(
      'return ::scale(stream, v[0].pointer, v[1].integer<int32_t>(), v[2].integer<uint8_t>(), ' +
        'v[3].integer<bool>(), v[4].integer<int64_t>(), v[5].real<float>(), v[6].real<double>(), ' +
        'v[7].half_bits(fp16), v[8].half_bits(bf16), v[9].integer<int32_t>(), algo);',
    );
    expect(text).toContain('{"g0", "i32"},');
    expect(text).toContain(
      '{"scale", &call_0, &::scale_get_num_algos, &::load_scale, &::unload_scale, parameters_0, &choose_0},',
    );
  });

  it('passes tensors by address, and needs their type', () => {
    const tensor = kernel('tiles', ['tensordesc<fp16[64,BLOCK]>'], []);
    expect(writeGlue('demo', [tensor])).toContain('tiles(stream, &v[0].tensor, algo)');
    expect(takesTensors([tensor])).toBe(true);
    expect(takesTensors([kernel('scale', TYPES, [])])).toBe(false);
  });

  it('asks for the chosen algo by the integers of a call', () => {
    const text = writeGlue('demo', [kernel('scale', TYPES, ['i64'])]);
    expect(text).toContain(
      'static int choose_0(CUstream stream, const Value * v) {\n  return ::scale_choose(stream, ' +
        'v[1].integer<int32_t>(), v[2].integer<uint8_t>(), v[3].integer<bool>(), ' +
        'v[4].integer<int64_t>(), v[9].integer<int64_t>());',
    );
  });

  it('calls kernels without parameters', () => {
    expect(writeGlue('demo', [kernel('bare', [], [])])).toContain(
      'call_0(CUstream stream, const Value *, int algo) {\n  return ::bare(stream, algo);',
    );
  });
});
