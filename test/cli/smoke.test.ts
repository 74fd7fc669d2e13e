import { describe, it } from '#jest';
import { smokeText } from '../../src/cli/smoke.ts';
import { fakeCheck, fakeRun, fakeSmoke } from '../action/smoke-result.ts';
import { expectGolden } from '../support/golden.ts';

describe('smoke', () => {
  it('prints a table for each kernel: cases with errors, times and rates over all algos', () => {
    const result = fakeSmoke({
      runs: [
        fakeRun(),
        fakeRun({
          algo: 1,
          microseconds: 45.67,
          teraflops: 20,
          outputs: [
            { name: 'c_ptr', norm: 0.0003, max: 0.25 },
            { name: 'lse', norm: 1e-8, max: undefined },
          ],
        }),
        fakeRun({ case: 'M=7, N=5', microseconds: 3, teraflops: 0.0123, gigabytesPerSecond: 1234 }),
        fakeRun({ kernel: 'copy', case: 'n=1', expected: 'interpreter', teraflops: undefined }),
      ],
      checks: [fakeCheck(), fakeCheck({ check: 'threads' })],
    });
    expectGolden(smokeText(result));
  });

  it('counts failures, and prints what was not tested', () => {
    const problems = [{ kind: 'values', message: 'c_ptr: the error is 0.5' }] as const;
    const text = smokeText(
      fakeSmoke({
        runs: [
          fakeRun({ problems, microseconds: undefined, teraflops: undefined }),
          fakeRun({ algo: 1, microseconds: 1500, teraflops: undefined }),
        ],
        checks: [fakeCheck({ problems: [{ kind: 'check', message: 'no' }] })],
        untested: ['scale', 'shift'],
        notes: ['only one GPU is free: the second device is not tested'],
      }),
    );
    expectGolden(text);
  });

  it('omits empty columns', () => {
    const bare = { outputs: [], microseconds: undefined, teraflops: undefined };
    expectGolden(smokeText(fakeSmoke({ runs: [fakeRun({ ...bare, expected: 'none' })] })));
  });

  it('prints no table for a kernel without runs', () => {
    expectGolden(smokeText(fakeSmoke({ checks: [fakeCheck({ check: 'own-test' })] })));
  });

  it('prints that a test was only built, and why', () => {
    const built = fakeSmoke({
      outcome: 'built',
      device: undefined,
      reason: { message: 'there is no NVIDIA driver' },
      untested: ['scale'],
    });
    expectGolden(smokeText(built));
  });
});
