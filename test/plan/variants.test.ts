import { describe, expect, it } from '#jest';
import type { HashContext } from '../../src/plan/kernel-hash.ts';
import { variantsOf, variantName } from '../../src/plan/variants.ts';
import { fakeCode, fakeKernels } from '../support/fake-build.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_120]
kernels:
  matmul:
    source: nn/matmul.py:matmul_kernel
    arguments:
      a: "*fp16:16"
      K: [i32:16, i32]
      stride: i32:1
      scale: fp32
    constants: { ACTIVATION: relu, DTYPE: tl.float16, EPS: 1.0, MASK: null, EVEN: true }
    configs:
      - { BLOCK: 64 }
      - { BLOCK: 32, num_warps: 8, num_stages: 2, maxnreg: 64 }
    grid: K
  copy:
    source: nn/matmul.py:copy_kernel
    signature: "*fp32"
    grid: 1
`;
const FUNCTIONS = {
  matmul_kernel: [
    'a',
    'BLOCK',
    'K',
    'ACTIVATION',
    'stride',
    'DTYPE',
    'scale',
    'EPS',
    'MASK',
    'EVEN',
  ],
  copy_kernel: ['x'],
};
const codeOf = (name: string) => fakeCode('nn/matmul.py', name, { 'nn/matmul.py': '00' });
const CONTEXT: HashContext = {
  tritonVersion: '3.8.0',
  tritonDigest: 'sha256:d19e57',
  machine: 'x64',
  requirements: [],
  environment: {},
};
const [matmul, copy] = fakeKernels(MANIFEST, FUNCTIONS).map((kernel) =>
  variantsOf(kernel, codeOf(kernel.source.function), CONTEXT),
);

describe('the variants of a kernel', () => {
  it('are all combinations of config, specialisation and target, in that order', () => {
    expect(matmul?.map(variantName)).toEqual([
      'matmul [algo 0, specialisation 0, sm_80]',
      'matmul [algo 0, specialisation 0, sm_120]',
      'matmul [algo 0, specialisation 1, sm_80]',
      'matmul [algo 0, specialisation 1, sm_120]',
      'matmul [algo 1, specialisation 0, sm_80]',
      'matmul [algo 1, specialisation 0, sm_120]',
      'matmul [algo 1, specialisation 1, sm_80]',
      'matmul [algo 1, specialisation 1, sm_120]',
    ]);
  });

  it('are named by what distinguishes them', () => {
    expect(copy?.map(variantName)).toEqual(['copy [sm_80]', 'copy [sm_120]']);
  });

  it('have different hashes of 64 hexadecimal digits', () => {
    const hashes = [...(matmul ?? []), ...(copy ?? [])].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(10);
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('the compile of a variant', () => {
  const job = matmul?.[0]?.job;

  it('has the code of its function, and the files that it depends on', () => {
    const { source, files } = codeOf('matmul_kernel');
    expect(job?.source).toEqual(source);
    expect(matmul?.[0]?.files).toEqual(files);
  });

  it('types every parameter in order; one equal to 1 is a constexpr', () => {
    expect(job?.signature).toEqual([
      ['a', '*fp16'],
      ['BLOCK', 'constexpr'],
      ['K', 'i32'],
      ['ACTIVATION', 'constexpr'],
      ['stride', 'constexpr'],
      ['DTYPE', 'constexpr'],
      ['scale', 'fp32'],
      ['EPS', 'constexpr'],
      ['MASK', 'constexpr'],
      ['EVEN', 'constexpr'],
    ]);
  });

  it('has the constants with their kinds, and 1 for parameters equal to 1', () => {
    expect(job?.constants).toEqual({
      BLOCK: ['int', '64'],
      ACTIVATION: ['string', 'relu'],
      stride: ['int', '1'],
      DTYPE: ['dtype', 'float16'],
      EPS: ['float', '1'],
      MASK: ['none', ''],
      EVEN: ['bool', 'true'],
    });
  });

  it('shares what targets and configs have in common: there can be 100,000', () => {
    const [first, other] = [matmul?.[0], matmul?.[1]];
    expect(other?.target).not.toBe(first?.target);
    expect(other?.job.constants).toBe(first?.job.constants);
    expect(other?.inputs.closure).toBe(first?.inputs.closure);
    expect(matmul?.[4]?.config).toBe(1);
    expect(matmul?.[4]?.job.signature).toBe(first?.job.signature);
  });

  it('lists the arguments divisible by 16 in its specialisation', () => {
    expect(matmul?.map((variant) => Object.keys(variant.job.divisors).join(' '))).toEqual([
      'a K',
      'a K',
      'a',
      'a',
      'a K',
      'a K',
      'a',
      'a',
    ]);
  });

  it('has the options of its config, which override the defaults', () => {
    expect(job?.options).toEqual({ num_warps: 4, num_stages: 3, enable_fp_fusion: true });
    expect(matmul?.[4]?.job.options).toEqual({
      num_warps: 8,
      num_stages: 2,
      maxnreg: 64,
      enable_fp_fusion: true,
    });
  });

  it('is for its target', () => {
    expect(matmul?.slice(0, 2).map((variant) => variant.job.target)).toEqual([
      { backend: 'cuda', arch: 80, warpSize: 32 },
      { backend: 'cuda', arch: 120, warpSize: 32 },
    ]);
  });
});
