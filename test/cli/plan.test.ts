import { describe, expect, it } from '@jest/globals';
import {
  listJson,
  listText,
  planJson,
  planText,
  shardsJson,
  shardsText,
} from '../../src/cli/plan.ts';
import { planChoices } from '../../src/core/plan/choices.ts';
import type { ShardPlan } from '../../src/core/shards/document.ts';
import { entryName } from '../../src/core/store/entry.ts';
import { fakeResult } from '../support/fake-build.ts';
import { expectGolden } from '../support/golden.ts';
import { A100, tunedKernel, tuningFile } from '../support/tuning.ts';
import { FUNCTIONS, MANIFEST } from './demo.ts';

const { preparation } = fakeResult(MANIFEST, FUNCTIONS);
const hashes = preparation.variants.map(({ hash }) => hash);

describe('plan', () => {
  const stored = new Set(preparation.variants.slice(0, 1));

  it('prints a line for each variant', () => {
    const lines = planText(preparation, stored).split('\n');
    expect(lines[0]).toBe(
      `${hashes[0]?.slice(0, 16)}  stored   scale [algo 0, specialisation 0, sm_80]`,
    );
    expect(lines[9]).toBe(`${hashes[9]?.slice(0, 16)}  missing  copy [sm_90]`);
    expect(lines.slice(10)).toEqual(['']);
  });

  it('gives the whole hashes as JSON', () => {
    expect(planJson(preparation, stored)).toEqual({
      package: 'demo',
      triton: '3.8.0',
      variants: preparation.variants.map(
        ({ kernel, config, specialisation, target, hash }, at) => ({
          kernel: kernel.name,
          algo: config,
          specialisation,
          target: target.name,
          hash,
          status: at === 0 ? 'stored' : 'missing',
        }),
      ),
    });
  });
});

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

  it('gives the same as JSON', () => {
    expect(listJson(preparation, new Map())).toEqual([
      {
        name: 'scale',
        source: 'nn/demo.py:scale_kernel',
        line: 1,
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
        targets: ['sm_80', 'sm_90'],
        algos: ['num_warps=4, num_stages=3, enable_fp_fusion=true'],
        specialisations: [''],
      },
    ]);
  });
});

describe('plan --out', () => {
  const plan: ShardPlan = {
    format: 1,
    package: 'demo',
    triton: '3.8.0',
    selection: { manifest: 'kernels.yaml' },
    pack: '',
    shards: [
      {
        seconds: 40.2,
        kernels: ['a', 'b'],
        work: [entryName('kernel', 'a'), entryName('kernel', 'b')],
      },
      { seconds: 30, kernels: ['c'], work: [entryName('expected', 'c')] },
    ],
  };

  it('prints a line for each shard', () => {
    expectGolden(shardsText(plan, 'plan') + shardsText({ ...plan, shards: [] }, 'plan'));
  });

  it('prints the shards as JSON', () => {
    expect(shardsJson(plan)).toEqual({
      shards: [
        { shard: 1, seconds: 40.2, kernels: ['a', 'b'], results: 2 },
        { shard: 2, seconds: 30, kernels: ['c'], results: 1 },
      ],
    });
  });
});
