import { describe, expect, it } from '#jest';
import * as core from '@actions/core';
import { resolve } from 'node:path';
import { addReport, artifactOutputs, buildOutputs } from '../../src/action/build-report.ts';
import { differenceOutputs } from '../../src/action/difference.ts';
import { testOutputs } from '../../src/action/smoke-report.ts';
import { reportBuild } from '../../src/report/create.ts';
import { exampleReport } from '../support/example-report.ts';
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
const result = fakeResult(MANIFEST, { scale_kernel: ['x', 'n', 'BLOCK'], copy_kernel: ['x'] });
const TRAFFIC = { restored: 700, saved: 0 };
const outputs = buildOutputs(result, TRAFFIC);

describe('outputs', () => {
  it('are exactly those of action.yml', () => {
    const known = {
      ...outputs,
      ...differenceOutputs(result),
      ...testOutputs(undefined),
      report: '',
      ...artifactOutputs(undefined),
    };
    expect(Object.keys(known)).toEqual(Object.keys(actionFile('action.yml').outputs));
  });

  it('are text that a workflow can use', () => {
    const { kernels, ...others } = outputs;
    expect(others).toEqual({
      'aot-dir': resolve('aot'),
      package: 'demo',
      compiled: '1',
      cached: '9',
      'cache-hit': 'false',
      'restored-bytes': '700',
      'saved-bytes': '0',
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

  it("report a hit if nothing was compiled, also without GitHub's cache", () => {
    const full = { ...result, compiled: 0, cached: 10 };
    expect(buildOutputs(full, TRAFFIC)).toMatchObject({
      'cache-hit': 'true',
      'restored-bytes': '700',
    });
    expect(buildOutputs(result, TRAFFIC)).toMatchObject({ 'cache-hit': 'false' });
  });
});

describe('the job summary', () => {
  it('says what changed only once', async () => {
    const report = await reportBuild(result);
    const { difference } = exampleReport();
    const text = addReport(
      core.summary.emptyBuffer(),
      { ...report, ...(difference && { difference }) },
      {},
    ).stringify();
    core.summary.emptyBuffer();
    expect(text).toContain('### demo');
    expect(text).not.toContain('changed');
  });
});
