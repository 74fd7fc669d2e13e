import type { CheckResult, RunResult, SmokeResult } from '../../src/prove/smoke/result.ts';

/** A run that passed, with a test's changes. */
export function fakeRun(run: Partial<RunResult> = {}): RunResult {
  const { kernel = 'matmul', algo = 0 } = run;
  return {
    kernel,
    case: 'M=512, N=512',
    path: ['kernels', kernel, 'smoke', 'cases', 0],
    algo,
    specialisation: 0,
    expected: 'reference',
    outputs: [{ name: 'c_ptr', norm: 0.00021, max: 0.5 }],
    problems: [],
    microseconds: 12.34,
    gigabytesPerSecond: undefined,
    teraflops: 98.76,
    command: `triton-aot smoke --package aot --only ${kernel} --case 0 --algo ${algo}`,
    ...run,
  };
}

export function fakeCheck(check: Partial<CheckResult> = {}): CheckResult {
  const { kernel = 'matmul' } = check;
  return {
    kernel,
    check: 'bad-algo',
    path: ['kernels', kernel, 'smoke'],
    problems: [],
    command: `triton-aot smoke --package aot --only ${kernel}`,
    ...check,
  };
}

/** A smoke test that ran; it failed if a run or a check has problems. */
export function fakeSmoke(result: Partial<SmokeResult> = {}): SmokeResult {
  const { runs = [], checks = [] } = result;
  const failed = [...runs, ...checks].filter(({ problems }) => problems.length > 0).length;
  return {
    package: { name: 'demo', version: '1.2.0', folder: 'aot' },
    outcome: failed > 0 ? 'failed' : 'passed',
    reason: undefined,
    device: {
      name: 'NVIDIA H100 80GB HBM3',
      uuid: 'GPU-0123',
      capability: '9.0',
      multiprocessors: 132,
      driver: '13.0',
    },
    runs,
    checks,
    sources: [],
    notes: [],
    untested: [],
    executed: runs.length + checks.length,
    failed,
    seconds: 12.3,
    ...result,
  };
}
