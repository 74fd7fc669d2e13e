import type { TuneResult } from '../../../src/features/tuning/measure/tune-kernel.ts';

/** The result of measuring a package: three algos of a kernel with two sizes, one without a time. */
export function fakeTune(changes: Partial<TuneResult> = {}): TuneResult {
  const score = (algo: number, microseconds: number) => ({
    algo,
    hash: String(algo).repeat(64),
    microseconds,
  });
  const fault = (algo: number) => ({
    algo,
    hash: String(algo).repeat(64),
    fault: 'timeout: no result after 60 s',
  });
  const path = ['kernels', 'matmul', 'tune', 'cases'];
  return {
    package: { name: 'demo', version: '1.2.0', folder: 'aot' },
    device: {
      name: 'NVIDIA H100',
      uuid: 'GPU-1',
      capability: '9.0',
      multiprocessors: 132,
      driver: '13.0',
    },
    file: 'tuning.json',
    kernels: [
      {
        kernel: 'matmul',
        measured: 7,
        kept: 2,
        sizes: [
          {
            case: 'M=512, N=512',
            path: [...path, 0],
            scores: [score(0, 12.34), score(1, 9.9), score(2, 30)],
            bytes: undefined,
            flops: 2 * 512 ** 3,
          },
          {
            case: 'M=8192, N=8192',
            path: [...path, 1],
            scores: [score(0, 1650.2), fault(1), score(2, 2000)],
            bytes: 3e8,
            flops: 2 * 8192 ** 3,
          },
          {
            case: 'M=3, N=<3>',
            path: [...path, 2],
            scores: [fault(0), fault(1), fault(2)],
            bytes: undefined,
            flops: undefined,
          },
        ],
      },
    ],
    untuned: ['scale', 'shift'],
    seconds: 12.3,
    ...changes,
  };
}
