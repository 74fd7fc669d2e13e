import { describe, expect, it } from '@jest/globals';
import { invocationOf } from '../../../src/package/triton-tools/invocation.ts';
import { fakeVariants } from '../../support/fake-build.ts';

describe('the call of compile.py', () => {
  it('has one token per parameter, the hints, and the options of the config', () => {
    const manifest = `
package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:f
    arguments: { x: "*fp16:16", n: [i32:16, i32], s: i32:1 }
    constants: { E: 1.0e-5 }
    configs: [{ B: 64, num_warps: 8 }, { B: 128, num_stages: 1, E: 1.0 }]
    grid: [cdiv(n, B), s]
`;
    const variants = fakeVariants(manifest, { f: ['x', 'B', 'n', 's', 'E'] });
    expect(variants.map(invocationOf)).toEqual(
      [
        ['*fp16:16, 64, i32:16, i32:1, 0.00001', '(n + 63) / 64, 1, 1', 8, 3],
        ['*fp16:16, 64, i32, i32:1, 0.00001', '(n + 63) / 64, 1, 1', 8, 3],
        ['*fp16:16, 128, i32:16, i32:1, 1.0', '(n + 127) / 128, 1, 1', 4, 1],
        ['*fp16:16, 128, i32, i32:1, 1.0', '(n + 127) / 128, 1, 1', 4, 1],
      ].map(([signature, grid, num_warps, num_stages]) => ({
        signature,
        grid,
        num_warps,
        num_stages,
        out_name: 'k',
      })),
    );
  });
});
