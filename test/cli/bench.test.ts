import { describe, expect, it } from '#jest';
import { benchText } from '../../src/cli/bench.ts';
import { benchProblems, type BenchResult, type BenchRun } from '../../src/prove/bench/result.ts';
import { expectGolden } from '../support/golden.ts';

const ALONE: BenchResult = {
  package: { name: 'demo', version: '1.2.0', folder: 'aot' },
  device: {
    name: 'NVIDIA H100',
    uuid: 'GPU-1',
    capability: '9.0',
    multiprocessors: 132,
    driver: '13.0',
  },
  versions: undefined,
  runs: [],
  notes: [],
};

function fakeBenchRun(changes: Partial<BenchRun> = {}): BenchRun {
  return {
    kernel: 'matmul',
    case: 'M=4096, N=4096',
    algo: 0,
    microseconds: 266.4123,
    gigabytesPerSecond: undefined,
    teraflops: 517.23,
    jit: undefined,
    torch: undefined,
    first: {},
    faults: {},
    ...changes,
  };
}

describe('bench', () => {
  it('prints a table for each kernel, without empty columns', () => {
    const runs = [
      fakeBenchRun({ first: { package: 291.4 } }),
      fakeBenchRun({ algo: 1, microseconds: 1_534.2 }),
      fakeBenchRun({
        kernel: 'add',
        case: 'n=4096',
        microseconds: 4.74,
        teraflops: undefined,
        gigabytesPerSecond: 10.4,
      }),
    ];
    expectGolden(benchText({ ...ALONE, runs }));
  });

  it('prints the JIT and PyTorch beside the package, and ranges that are wide', () => {
    const runs = [
      fakeBenchRun({
        jit: { microseconds: 263, ratio: 1.013, from: 1.001, to: 1.02 },
        torch: { microseconds: 192, ratio: 1.39, from: 1.3, to: 1.9 },
        first: { package: 300, jit: 1_700_000 },
      }),
      fakeBenchRun({
        algo: 1,
        faults: { jit: 'TypeError: x\nis unknown', torch: 'RuntimeError: no' },
        first: { package: 300 },
      }),
      fakeBenchRun({
        algo: 2,
        microseconds: undefined,
        teraflops: undefined,
        faults: { package: 'it hangs' },
      }),
    ];
    const result: BenchResult = {
      ...ALONE,
      versions: { python: '3.12.3', triton: '3.6.0', torch: '2.11.0' },
      runs,
      notes: ['the package was built with Triton 3.8.0, the JIT is 3.6.0'],
    };
    expectGolden(benchText(result));
    expect(benchProblems(result)).toEqual([
      { message: 'matmul [algo 2, M=4096, N=4096]: it hangs' },
    ]);
  });
});
