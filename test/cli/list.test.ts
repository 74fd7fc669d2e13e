import { describe, expect, it } from '@jest/globals';
import { listJson, listText } from '../../src/cli/list.ts';
import { planChoices } from '../../src/core/plan/choices.ts';
import { fakePreparation, fakeResult } from '../support/fake-build.ts';
import { expectGolden } from '../support/golden.ts';
import { A100, tunedKernel, tuningFile } from '../support/tuning.ts';
import { FUNCTIONS, MANIFEST } from './demo.ts';

const { preparation } = fakeResult(MANIFEST, FUNCTIONS);

describe('list', () => {
  it('prints the algos, specialisations and targets of each kernel', () => {
    expectGolden(listText(preparation, new Map()));
  });

  it('names the algos that are chosen on each measured GPU', () => {
    const sizes = [
      [{ n: 64 }, 1, 2.5],
      [{ n: 4096 }, 2, 1],
    ] as const;
    const { variants } = preparation;
    const tuning = tuningFile([
      tunedKernel(variants, 'scale', 'sm_90', sizes),
      tunedKernel(variants, 'scale', 'sm_80', sizes.slice(0, 1), { device: A100 }),
    ]);
    const { choices } = planChoices(tuning, preparation);
    expectGolden(listText(preparation, choices));
    const [scale, copy] = listJson(preparation, choices) as readonly { choice?: unknown }[];
    expect(scale?.choice).toMatchObject({ devices: { length: 5 }, tables: { length: 3 } });
    expect(copy).not.toHaveProperty('choice');
  });

  it('prints grid parameters, and tensors with their blocks', () => {
    const other = fakePreparation(
      `
package: demo
triton: 3.8.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  scale:
    source: nn/demo.py:scale_kernel
    arguments: { x: "tensordesc<fp16[BLOCK, 64]>", n: i64 }
    constants: { BLOCK: 32 }
    grid: [blocks, cdiv(n, BLOCK)]
    grid_parameters: { blocks: i32 }
`,
      FUNCTIONS,
    );
    expectGolden(listText(other, new Map()));
    const [scale] = listJson(other, new Map()) as readonly object[];
    expect(scale).toMatchObject({
      signature: [
        { name: 'x', type: 'tensordesc<fp16[BLOCK,64]>' },
        { name: 'n', type: 'i64' },
      ],
      grid: 'blocks, cdiv(n, BLOCK)',
      gridParameters: [{ name: 'blocks', type: 'i32' }],
    });
  });

  it('gives the same as JSON', () => {
    expect(listJson(preparation, new Map())).toEqual([
      {
        name: 'scale',
        source: 'nn/demo.py:scale_kernel',
        line: 1,
        signature: [
          { name: 'x', type: '*fp16' },
          { name: 'n', type: 'i32' },
        ],
        grid: 'cdiv(n, BLOCK)',
        targets: ['sm_80', 'sm_90'],
        algos: [
          'BLOCK=64, num_warps=4, num_stages=3, enable_fp_fusion=true',
          'BLOCK=32, num_warps=8, num_stages=3, enable_fp_fusion=true',
        ],
        specialisations: ['x % 16 == 0, n == 1', 'x % 16 == 0'],
      },
      {
        name: 'copy',
        source: 'nn/demo.py:copy_kernel',
        line: 1,
        signature: [{ name: 'x', type: '*fp32' }],
        grid: '1',
        targets: ['sm_80', 'sm_90'],
        algos: ['num_warps=4, num_stages=3, enable_fp_fusion=true'],
        specialisations: [''],
      },
    ]);
  });
});
