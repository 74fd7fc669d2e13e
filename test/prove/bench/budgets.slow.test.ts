import { describe, expect, it } from '@jest/globals';
import { formatProblem, type Problem } from '../../../src/base/errors.ts';
import { checkTimes } from '../../../src/prove/bench/budgets.ts';
import {
  benchFailure,
  type BenchMeasured,
  type BenchRun,
  type Comparison,
} from '../../../src/prove/bench/result.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { exitStatusOf } from '../../../src/cli/program.ts';
import { expectGolden } from '../../support/golden.ts';

const MANIFEST = `package: demo
triton: 3.8.0
targets: [sm_90]
budget: { time: 1.2x, registers: 1 }
defaults: { source: "k.py:f", signature: "*fp32", grid: [1] }
kernels:
  slow: {}
  warned: { budget: { exceeded: warning } }
  kept: { budget: { time: 1.6x } }
  lifted: { budget: { time: null } }
  not_measured: {}
`;

const KERNELS = ['slow', 'warned', 'kept', 'lifted'];

function runOf(kernel: string, changes: Partial<BenchRun> = {}): BenchRun {
  return {
    kernel,
    case: 'n=4096',
    algo: 0,
    microseconds: 12,
    gigabytesPerSecond: undefined,
    teraflops: undefined,
    share: undefined,
    jit: comparison(1),
    torch: undefined,
    first: {},
    faults: {},
    ...changes,
  };
}

function comparison(ratio: number): Comparison {
  return { microseconds: 12 / ratio, ratio, from: ratio, to: ratio };
}

/** Checks a benchmark beside the JIT of these runs. */
function check(runs: readonly BenchRun[], changes: Partial<BenchMeasured> = {}) {
  const warnings: Problem[] = [];
  const log = { warning: (problem: Problem) => void warnings.push(problem) };
  const measured: BenchMeasured = {
    device: { name: 'NVIDIA H100', uuid: 'GPU-1', capability: '9.0', driver: '13.0' },
    versions: { python: '3.12.3', triton: '3.8.0', torch: '2.11.0' },
    peaks: undefined,
    runs,
    launches: [],
    notes: ['first'],
    ...changes,
  };
  return { ...checkTimes(measured, readManifest(MANIFEST, 'kernels.yaml').kernels, log), warnings };
}

describe('a budget of time', () => {
  it('that is kept is no problem', () => {
    const runs = KERNELS.map((kernel) => runOf(kernel, { jit: comparison(1.2004) }));
    expect(check(runs)).toEqual({ exceeded: [], warnings: [], notes: ['first'] });
    expect(benchFailure({ runs, launches: [], exceeded: [] })).toBeUndefined();
  });

  it('that is exceeded is reported with the worst call, as an error or a warning', () => {
    const runs = KERNELS.flatMap((kernel) =>
      [1.1, 1.3, 1.5, 1.201].map((ratio, algo) => runOf(kernel, { algo, jit: comparison(ratio) })),
    );
    const { exceeded, warnings, notes } = check(runs);
    expectGolden(
      [
        ...exceeded.map(formatProblem),
        ...warnings.map((each) => `warning: ${formatProblem(each)}`),
      ].join('\n'),
    );
    expect(notes).toEqual(['first']);
    const failure = benchFailure({ runs, launches: [], exceeded });
    expect(exitStatusOf(failure)).toBe(10);
  });

  it('is not checked for calls that the JIT failed, and a note says so', () => {
    const runs = [runOf('slow', { jit: undefined, faults: { jit: 'no' } }), runOf('slow')];
    expect(check(runs).notes).toEqual([
      'first',
      'the time budget of slow was not checked for 1 of 2 measurements, which have no time of the JIT',
    ]);
  });

  it('is not checked without the JIT, nor for times of the CPU, and a note says so', () => {
    const note = 'time budgets were not checked, which takes --jit without --launch: slow, warned';
    const runs = ['slow', 'warned', 'lifted'].map((kernel) => runOf(kernel, { jit: undefined }));
    expect(check(runs, { versions: undefined }).notes).toEqual(['first', note]);
    const launches = ['slow', 'warned'].map((kernel) => ({
      ...runOf(kernel),
      parameters: 1,
      driver: undefined,
      jit: { microseconds: 1, ratio: 12 },
    }));
    expect(check([], { launches })).toEqual({ exceeded: [], warnings: [], notes: ['first', note] });
  });
});
