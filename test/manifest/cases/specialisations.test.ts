import { describe, expect, it } from '#jest';
import type { KernelSmoke } from '../../../src/manifest/cases/case.ts';
import { fakeKernels } from '../../support/fake-build.ts';
import { failureOf } from '../../support/golden.ts';

/** A kernel of k(x, y, n) with these types and cases. */
function smokeOf(x: string, n: string, cases: string): KernelSmoke | undefined {
  const [kernel] = fakeKernels(
    `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:k
    arguments: { x: ${x}, y: "*fp16:4", n: ${n} }
    grid: n
    smoke:
      cases: [${cases}]
      buffers: { x: [n], y: { shape: [n], role: out } }
`,
    { k: ['x', 'y', 'n'] },
  );
  return kernel?.smoke;
}

describe('the runs of a case', () => {
  it('move a pointer as far as a hint that is weaker than others says', () => {
    const smoke = smokeOf('["*fp16:16", "*fp16:8", "*fp16:4", "*fp16"]', 'i32', '{ n: 5 }');
    expect(smoke?.cases[0]?.runs).toEqual([
      { specialisation: 0, offsets: {} },
      { specialisation: 1, offsets: { x: 8 } },
      { specialisation: 2, offsets: { x: 4 } },
      // By one element of two bytes.
      { specialisation: 3, offsets: { x: 2 } },
    ]);
  });

  it('leave a pointer where the case says', () => {
    const moved = '{ n: 5, buffers: { x: { offset: 4 } } }';
    const smoke = smokeOf(
      '["*fp16:16", "*fp16:8", "*fp16:4", "*fp16"]',
      'i32',
      `{ n: 5 }, ${moved}`,
    );
    expect(smoke?.cases[1]?.runs).toEqual([{ specialisation: 1, offsets: { x: 8 } }]);
  });

  it('leave a pointer aligned if all specialisations have the same hint', () => {
    const smoke = smokeOf('"*fp16:8"', 'i32', '{ n: 5 }');
    expect(smoke?.cases[0]?.runs).toEqual([{ specialisation: 0, offsets: {} }]);
  });

  it('have the specialisation of the strongest hints that their numbers meet', () => {
    const cases = '{ n: 16 }, { n: 24 }, { n: 12 }, { n: 1 }, { n: 6 }';
    const smoke = smokeOf('"*fp16"', '["i32:8", "i32:4", "i32:1", "i32:2"]', cases);
    // By strength: 1, 8, 4, 2.
    expect(smoke?.cases.map(({ runs }) => runs.map((run) => run.specialisation))).toEqual([
      [1],
      [1],
      [2],
      [0],
      [3],
    ]);
  });

  it('need a number that meets a hint, and no stronger one', async () => {
    const failure = await failureOf(() =>
      smokeOf('"*fp16"', '["i32:8", "i32:4"]', '{ n: 16 }, { n: 24 }'),
    );
    expect(failure).toContain('no case reaches specialisation 1 (y % 4 == 0, n % 4 == 0)');
    expect(failure).toContain('Add a case with n % 4 == 0, n % 8 != 0, or');
    const none = await failureOf(() => smokeOf('"*fp16"', '["i32:8", "i32:4"]', '{ n: 6 }'));
    expect(none).toContain('n is 6, but every specialisation needs n % 8 == 0 or n % 4 == 0');
  });
});
