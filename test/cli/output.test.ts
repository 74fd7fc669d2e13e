import { describe, expect, it } from '@jest/globals';
import {
  buildJson,
  buildText,
  listJson,
  listText,
  planJson,
  planText,
  shardsJson,
  shardsText,
} from '../../src/cli/output.ts';
import { fakeCompiled, fakeLinked, fakeResult } from '../support/fake-build.ts';

const MANIFEST = `
package: demo
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: nn/demo.py:scale_kernel
    arguments: { x: "*fp16:16", n: [i32:1, i32] }
    configs: [{ BLOCK: 64 }, { BLOCK: 32, num_warps: 8 }]
    grid: cdiv(n, BLOCK)
  copy: { source: "nn/demo.py:copy_kernel", signature: "*fp32", grid: 1 }
`;
const FUNCTIONS = { scale_kernel: ['x', 'n', 'BLOCK'], copy_kernel: ['x'] };
const result = fakeResult(MANIFEST, FUNCTIONS);
const { preparation } = result;
const hashes = preparation.variants.map(({ hash }) => hash);

describe('build', () => {
  it('answers with a line for each entry point', () => {
    const kibibytes = (name: string): string => {
      const bytes = result.checked
        .filter(({ variant }) => variant.kernel.name === name)
        .reduce((sum, { compiled }) => sum + compiled.cubin.length, 0);
      return (bytes / 1024).toFixed(0);
    };
    expect(buildText(result)).toBe(
      [
        'demo 1.2.0 in aot (1 compiled, 9 from the store)',
        `  scale: 8 variants for sm_80, sm_90, ${kibibytes('scale')} KiB, 32 registers at most`,
        `  copy: 2 variants for sm_80, sm_90, ${kibibytes('copy')} KiB, 32 registers at most`,
        '',
      ].join('\n'),
    );
  });

  it('tells the most registers of any variant and how many use the stack', () => {
    const checked = fakeLinked(MANIFEST, FUNCTIONS, (variant) =>
      fakeCompiled(variant, { registers: 100 + variant.config, stack: variant.config * 8 }),
    );
    const text = buildText({ ...result, checked });
    expect(text).toMatch(/scale: .*, 101 registers at most, 4 use stack memory\n/);
    expect(text).toMatch(/copy: .*, 100 registers at most\n/);
  });

  it('answers in JSON with every variant and its resources', () => {
    const checked = fakeLinked(MANIFEST, FUNCTIONS, (variant) =>
      fakeCompiled(variant, { stack: 8, shared: 1024 }, { shared: 512 }),
    );
    const answer = buildJson({ ...result, checked });
    expect(answer).toMatchObject({
      package: 'demo',
      version: '1.2.0',
      triton: '3.8.0',
      out: 'aot',
      compiled: 1,
      cached: 9,
    });
    expect(JSON.parse(JSON.stringify(answer)).variants[5]).toEqual({
      kernel: 'scale',
      algo: 1,
      specialisation: 0,
      target: 'sm_90',
      hash: hashes[5],
      registers: 32,
      stack: 8,
      shared: 1536,
      size: checked[5]?.compiled.cubin.length,
    });
  });
});

describe('plan', () => {
  const stored = new Set(preparation.variants.slice(0, 1));

  it('answers with a line for each variant', () => {
    const lines = planText(preparation, stored).split('\n');
    expect(lines[0]).toBe(
      `${hashes[0]?.slice(0, 16)}  stored   scale [algo 0, specialisation 0, sm_80]`,
    );
    expect(lines[9]).toBe(`${hashes[9]?.slice(0, 16)}  missing  copy [sm_90]`);
    expect(lines.slice(10)).toEqual(['']);
  });

  it('answers in JSON with the whole hashes', () => {
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
  it('answers with the algos, specialisations and targets of each entry point', () => {
    expect(listText(preparation)).toBe(`scale  (nn/demo.py:1 scale_kernel)
  targets: sm_80, sm_90
  algo 0: BLOCK=64, num_warps=4, num_stages=3, enable_fp_fusion=true
  algo 1: BLOCK=32, num_warps=8, num_stages=3, enable_fp_fusion=true
  specialisation 0: x % 16 == 0, n == 1
  specialisation 1: x % 16 == 0
copy  (nn/demo.py:1 copy_kernel)
  targets: sm_80, sm_90
  algo 0: num_warps=4, num_stages=3, enable_fp_fusion=true
  specialisation 0: any values
`);
  });

  it('answers the same in JSON', () => {
    expect(listJson(preparation)).toEqual([
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

describe('plan --shards', () => {
  const shards = [
    { only: ['a', 'b'], variants: 3 },
    { only: ['c'], variants: 4 },
  ];

  it('answers with a line for each shard', () => {
    expect(shardsText(shards)).toBe('3 variants: --only a,b\n4 variants: --only c\n');
  });

  it('answers in JSON fit for the matrix of a workflow', () => {
    expect(shardsJson(shards)).toEqual({
      shards: [
        { only: 'a,b', variants: 3 },
        { only: 'c', variants: 4 },
      ],
    });
  });
});
