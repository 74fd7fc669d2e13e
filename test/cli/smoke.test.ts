import { describe, expect, it } from '@jest/globals';
import { smokeText } from '../../src/cli/smoke.ts';
import { fakeCheck, fakeRun, fakeSmoke } from '../action/smoke-result.ts';

const ON = 'on NVIDIA H100 80GB HBM3 (compute capability 9.0, CUDA 13.0, GPU-0123)';

describe('smoke', () => {
  it('answers with a table for each kernel: cases with errors, times and rates over all algos', () => {
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
    expect(smokeText(result)).toBe(
      [
        `demo 1.2.0 in aot ${ON}`,
        'matmul: 3 runs compared with the reference, 2 checks',
        '  case          runs  error   largest  time             rate',
        '  M=512, N=512  2     3.0e-4  5.0e-1   12.3 to 45.7 µs  98.8 TFLOP/s',
        '  M=7, N=5      1     2.1e-4  5.0e-1   3 µs             0.0123 TFLOP/s, 1230 GB/s',
        "copy: 1 run compared with Triton's interpreter",
        '  case  runs  error   largest  time',
        '  n=1   1     2.1e-4  5.0e-1   12.3 µs',
        '6 passed, 0 failed',
        '',
      ].join('\n'),
    );
  });

  it('counts what failed, and tells what could not be tested', () => {
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
    expect(text).toContain(
      '\nmatmul: 2 runs compared with the reference, 1 check, 1 check failed\n',
    );
    expect(text).toContain('\n  M=512, N=512  2, 1 failed  2.1e-4  5.0e-1   1.5 ms\n');
    expect(text).toMatch(
      /\nno smoke test: scale, shift\nnote: only one GPU is free: .*\n1 passed, 2 failed\n$/,
    );
  });

  it('leaves out columns of which nothing is known', () => {
    const bare = { outputs: [], microseconds: undefined, teraflops: undefined };
    const text = smokeText(fakeSmoke({ runs: [fakeRun({ ...bare, expected: 'none' })] }));
    expect(text).toContain(
      'matmul: 1 run not compared with anything\n  case          runs\n  M=512, N=512  1\n',
    );
  });

  it('has no table for a kernel that only its own test tried', () => {
    const text = smokeText(fakeSmoke({ checks: [fakeCheck({ check: 'own-test' })] }));
    expect(text).toBe(`demo 1.2.0 in aot ${ON}\nmatmul: 1 check\n1 passed, 0 failed\n`);
  });

  it('says that a test was only built, and why', () => {
    const built = fakeSmoke({
      outcome: 'built',
      device: undefined,
      reason: { message: 'there is no NVIDIA driver' },
      untested: ['scale'],
    });
    expect(smokeText(built)).toBe(
      'demo 1.2.0 in aot: compiled and linked, not run: there is no NVIDIA driver\nno smoke test: scale\n',
    );
  });
});
