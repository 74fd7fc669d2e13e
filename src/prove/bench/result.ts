import { Failure, type Problem } from '../../base/errors.ts';
import type { HarnessDevice } from '../harness/choose-gpu.ts';

/** The result of a benchmark. */
export interface BenchResult extends BenchMeasured {
  readonly package: { readonly name: string; readonly version: string; readonly folder: string };
}

/** The measurements of a package. */
export interface BenchMeasured {
  readonly device: HarnessDevice;
  /** The versions of what ran beside the package; undefined without `--jit`. */
  readonly versions: Versions | undefined;
  readonly runs: readonly BenchRun[];
  /** The limits of the results, as sentences. */
  readonly notes: readonly string[];
}

export interface Versions {
  readonly python: string;
  readonly triton: string;
  readonly torch: string;
}

/** The runner of a kernel: the package, the same kernel through Triton's JIT, or a function of PyTorch. */
const CONTENDERS = ['package', 'jit', 'torch'] as const;
type Contender = (typeof CONTENDERS)[number];

/** One case with one algo. */
export interface BenchRun {
  readonly kernel: string;
  readonly case: string;
  readonly algo: number;
  /** The median time of a call of the package on the GPU, in microseconds; undefined if it failed. */
  readonly microseconds: number | undefined;
  readonly gigabytesPerSecond: number | undefined;
  readonly teraflops: number | undefined;
  readonly jit: Comparison | undefined;
  readonly torch: Comparison | undefined;
  /** The time of the first call on the CPU until its end on the GPU, in microseconds. */
  readonly first: Readonly<Partial<Record<Contender, number>>>;
  /** The reasons of what failed. */
  readonly faults: Readonly<Partial<Record<Contender, string>>>;
}

/** The time of another, and how long the package takes in comparison. */
export interface Comparison {
  readonly microseconds: number;
  /** The median over the rounds of package ÷ other. */
  readonly ratio: number;
  /** The lowest and the highest, without a tenth of the rounds on either side. */
  readonly from: number;
  readonly to: number;
}

/** Returns the failure for a benchmark: calls of the package failed. */
export function benchFailure(result: Pick<BenchResult, 'runs'>): Failure | undefined {
  const problems = benchProblems(result);
  return problems.length > 0 ? new Failure('smoke', problems) : undefined;
}

/** Returns the failed calls of the package. */
export function benchProblems({ runs }: Pick<BenchResult, 'runs'>): readonly Problem[] {
  return runs.flatMap(({ kernel, algo, case: name, faults }) =>
    faults.package === undefined
      ? []
      : [{ message: `${kernel} [algo ${algo}, ${name}]: ${faults.package}` }],
  );
}
