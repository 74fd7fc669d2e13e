import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { outputsOf } from '../../src/action/report.ts';
import { gateOutputs } from '../../src/action/smoke-report.ts';
import { fakeResult } from '../support/fake-build.ts';
import { actionFile } from './action-file.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: demo.py:scale_kernel
    arguments: { x: "*fp16:16", n: [i32:1, i32] }
    configs: [{ BLOCK: 64 }, { BLOCK: 32, num_warps: 8 }]
    grid: cdiv(n, BLOCK)
  copy: { source: "demo.py:copy_kernel", signature: "*fp32", grid: 1 }
`;
const outputs = outputsOf(
  fakeResult(MANIFEST, { scale_kernel: ['x', 'n', 'BLOCK'], copy_kernel: ['x'] }),
);

describe('outputs', () => {
  it('are those of action.yml, one by one', () => {
    const known = { ...outputs, ...gateOutputs(undefined) };
    expect(Object.keys(known)).toEqual(Object.keys(actionFile('action.yml').outputs));
  });

  it('are text a workflow can use', () => {
    const { kernels, ...others } = outputs;
    expect(others).toEqual({
      'aot-dir': resolve('aot'),
      package: 'demo',
      compiled: '1',
      cached: '9',
    });
    expect(kernels).not.toContain('\n');
    expect(JSON.parse(kernels ?? '')).toEqual([
      {
        name: 'scale',
        algos: [
          'BLOCK=64, num_warps=4, num_stages=3, enable_fp_fusion=true',
          'BLOCK=32, num_warps=8, num_stages=3, enable_fp_fusion=true',
        ],
        specialisations: ['x % 16 == 0, n == 1', 'x % 16 == 0'],
        targets: ['sm_80', 'sm_90'],
      },
      {
        name: 'copy',
        algos: ['num_warps=4, num_stages=3, enable_fp_fusion=true'],
        specialisations: [''],
        targets: ['sm_80', 'sm_90'],
      },
    ]);
  });
});
