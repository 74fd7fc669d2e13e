import { describe, expect, it } from '#jest';
import type { KernelSmoke } from '../../../src/manifest/cases/case.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

const SMOKE = `
    smoke:
      cases: [{ n: 64 }]
      algos: [0]
      arguments: { m: n, scale: 0.5 }
      buffers: { x: [n, m], y: { shape: [n, m], role: out } }
      flops: 2 * n * m`;

/** A kernel of k(x, y, n, m, scale, BLOCK) with two algos; algo 1 takes only n % 128 == 0. */
function resolve(sections: string, m = 'i32'): KernelSmoke | undefined {
  const text = `package: demo
triton: 3.8.0
targets: [sm_80]
defaults:
  specialise: listed
kernels:
  entry:
    source: k.py:k
    arguments: { x: "*fp16:16", y: "*fp16:16", n: i32, m: ${m}, scale: fp32 }
    configs: [{ BLOCK: 32 }, { BLOCK: 128 }]
    requires: n % BLOCK == 0
    grid: [cdiv(n, BLOCK)]${sections}
`;
  return fakeKernels(text, { k: ['x', 'y', 'n', 'm', 'scale', 'BLOCK'] })[0]?.smoke;
}

const problemsOf = (sections: string, m?: string): Promise<string> =>
  failureOf(() => resolve(sections, m));

describe('the cases of `tune:`', () => {
  it('have the arguments, buffers and measures of the smoke test', () => {
    const smoke = resolve(`${SMOKE}
    tune:
      cases: [{ n: 8192 }, { n: 128, m: 256 }]`);
    expect(smoke?.cases.map(({ name }) => name)).toEqual(['n=64']);
    expect(smoke?.timed.map(({ name, path, flops }) => ({ name, path, flops }))).toEqual([
      {
        name: 'n=8192',
        path: ['kernels', 'entry', 'tune', 'cases', 0],
        flops: 2n * 8192n * 8192n,
      },
      {
        name: 'n=128, m=256',
        path: ['kernels', 'entry', 'tune', 'cases', 1],
        flops: 2n * 128n * 256n,
      },
    ]);
    expect(smoke?.timed[0]?.buffers.get('x')).toMatchObject({ shape: [8192, 8192] });
    expect(smoke?.timed[0]?.empty).toBeUndefined();
  });

  it('run with every algo, whichever are tested, except those that refuse the call', () => {
    const smoke = resolve(`${SMOKE}
    tune: { cases: [{ n: 256 }, { n: 32 }] }`);
    expect(smoke?.timed.map(({ runs }) => runs)).toEqual([
      [{ specialisation: 0, offsets: {} }],
      [{ specialisation: 0, offsets: {}, algos: [0] }],
    ]);
  });

  it('are none without the section', () => {
    expect(resolve(SMOKE)).toMatchObject({ timed: [], proposed: [] });
  });

  it('need a smoke test that describes the buffers', async () => {
    expectGolden(await problemsOf('\n    tune: { cases: [{ n: 64 }] }'));
  });

  it('must have the names of the kernel and be accepted by an algo', async () => {
    expectGolden(
      await problemsOf(`${SMOKE}
    tune:
      cases: [{ n: 48 }, { k: 64 }, { n: 64 }, { n: 64 }]
      key: [n, x, M]`),
    );
    expectGolden(
      await problemsOf(`${SMOKE}
    tune: { cases: [{ n: 48 }, { n: 40000000000 }] }`),
    );
  });

  it('must reach a specialisation', async () => {
    const sections = `${SMOKE}
    tune: { cases: [{ n: 64 }, { n: 96, m: 1 }] }`;
    expectGolden(await problemsOf(sections, '"i32:16"'));
  });
});
