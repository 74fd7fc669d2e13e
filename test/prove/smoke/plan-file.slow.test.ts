import { describe, expect, it } from '#jest';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPlanText, writeCaseData } from '../../../src/prove/smoke/plan-file.ts';
import { type KernelTest, tasksOf } from '../../../src/prove/smoke/selection.ts';
import type { KernelCases } from '../../../src/manifest/cases/packaged.ts';
import { compressData } from '../../../src/manifest/values/packing.ts';
import { buffer, scaleCase, scaleCases } from './smoke-package.ts';

describe('the plan of a test program', () => {
  it('lists the cases with their runs, and the smallest case with the checks last', async () => {
    const { text, folder } = await plan(scaleCases({ cases: [scaleCase(33), scaleCase(256)] }));
    expect(text.split('\n')).toEqual([
      'kernel scale',
      'deterministic 1',
      'timing 50',
      'case 1',
      'scalar n 256',
      'scalar factor 2.5',
      'empty n 0',
      'empty factor 2.5',
      `buffer x fp32 in 256 ${folder}/case1_0.input`,
      'axes x 1 256 1',
      'buffer y fp32 out 256 poison',
      'axes y 1 256 1',
      'tolerance y 0.00001 0.00001 0 -',
      'run 1 0',
      'case 0',
      'scalar n 33',
      'scalar factor 2.5',
      'empty n 0',
      'empty factor 2.5',
      `buffer x fp32 in 33 ${folder}/case0_0.input`,
      'axes x 1 33 1',
      'buffer y fp32 out 33 poison',
      'axes y 1 33 1',
      'tolerance y 0.00001 0.00001 0 -',
      'run 0 0 x 4',
      'check bad-algo 8 0',
      'check empty-grid 8 0',
      'check threads 8 0',
      'check memory 8 0',
      'end',
      '',
    ]);
    expect((await readFile(join(folder, 'case1_0.input'))).length).toBe(1024);
  });

  it('lists expected values, null pointers and several axes, with the bytes in files', async () => {
    const expected = Buffer.from(Float32Array.of(1, 2, 3, 4, 5, 6).buffer);
    const packed = compressData(expected, 4);
    const out = buffer(11, {
      role: 'out',
      fill: undefined,
      shape: [2, 3],
      strides: [8, 1],
      expected: { type: 'f32', data: packed.data },
      tolerance: { norm: 0.002, rtol: 0.01, atol: 0, default: 'fp16' },
    });
    const item = scaleCase(6, { buffers: { x: null, y: out } });
    const { text, folder } = await plan(scaleCases({ cases: [item] }), packed.content);
    expect(text).toContain('null x\nbuffer y fp32 out 11 poison\naxes y 2 2 3 8 1\n');
    expect(text).toContain(`expected y f32 0.002 0.01 0 fp16 ${folder}/case0_1.expected\n`);
    expect(await readFile(join(folder, 'case0_1.expected'))).toEqual(expected);
  });

  it('has the smallest case even if only checks are left', async () => {
    const { test, lines, tasks } = await plan(scaleCases());
    const left = tasks.filter(({ kind }) => kind === 'check').slice(1);
    const text = testPlanText(test, left, lines, { timing: 0 });
    expect(text).toMatch(/timing 0\ncase 1\n[^]*check empty-grid 8 0\n/);
    expect(text).not.toMatch(/case 0|run |bad-algo/);
  });
});

async function plan(cases: KernelCases, content: Uint8Array = new Uint8Array()) {
  const runs = cases.cases.flatMap((item, index) =>
    item.runs.map((run) => ({ case: item, index, algo: 0, ...run })),
  );
  const kernel = {
    name: 'scale',
    parameters: [],
    gridParameters: [],
    algos: [],
    specialisations: [],
    variants: [],
  };
  const test: KernelTest = { kernel, cases, runs, isWhole: true };
  const tasks = tasksOf(test, 1);
  const folder = join(await mkdtemp(join(tmpdir(), 'plan-')), 'scale');
  const lines = await writeCaseData(test, tasks, folder, () => content);
  return { test, tasks, lines, folder, text: testPlanText(test, tasks, lines, { timing: 50 }) };
}
