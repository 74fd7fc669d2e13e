import { Failure, type Problem } from '../../base/errors.ts';
import type { HarnessDevice } from '../harness/choose-gpu.ts';

/** The result of a benchmark. */
export interface BenchResult extends BenchMeasured {
  readonly package: { readonly name: string; readonly version: string; readonly folder: string };
  /** Times that exceed a budget. */
  readonly exceeded: readonly Problem[];
}

/** What was measured of a package. */
export interface BenchMeasured {
  readonly device: HarnessDevice;
  /** The versions of what ran beside the package; undefined without `--jit`. */
  readonly versions: Versions | undefined;
  /** Undefined if only calls on the CPU were measured. */
  readonly peaks: Peaks | undefined;
  readonly runs: readonly BenchRun[];
  readonly launches: readonly LaunchRun[];
  /** What limits the results, as sentences. */
  readonly notes: readonly string[];
}

export interface Versions {
  readonly python: string;
  readonly triton: string;
  readonly torch: string;
}

/** What the GPU reaches, as measured in the same run. */
export interface Peaks {
  /** Bytes that a large copy reads and writes in a second. */
  readonly bandwidth: number;
  /**
   * Operations that torch.mm computes in a second, by the element type of its inputs; empty without
   * `--jit`.
   */
  readonly matrix: Readonly<Record<string, number>>;
}

/** Who runs: the package, the same kernel through Triton's JIT, or a function of PyTorch. */
export const CONTENDERS = ['package', 'jit', 'torch'] as const;
export type Contender = (typeof CONTENDERS)[number];

/** One case with one algo. */
export interface BenchRun {
  readonly kernel: string;
  readonly case: string;
  readonly algo: number;
  /** The median time of a call of the package on the GPU, in microseconds; undefined if it failed. */
  readonly microseconds: number | undefined;
  readonly gigabytesPerSecond: number | undefined;
  readonly teraflops: number | undefined;
  readonly share: Share | undefined;
  readonly jit: Comparison | undefined;
  readonly torch: Comparison | undefined;
  /** The time of the first call on the CPU until its end on the GPU, in microseconds. */
  readonly first: Readonly<Partial<Record<Contender, number>>>;
  /** What failed, and why. */
  readonly faults: Readonly<Partial<Record<Contender, string>>>;
}

/** How near a run is to what the GPU can do, and what limits it. */
export interface Share {
  readonly of: 'memory' | 'matrix';
  /** From 0 to 1, or a little more. */
  readonly value: number;
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

/** How long the CPU is busy with a call. */
export interface LaunchRun {
  readonly kernel: string;
  readonly case: string;
  readonly algo: number;
  /** The number of parameters of the C function between the stream and the algo. */
  readonly parameters: number;
  /** The median time of a call of the package, in microseconds; undefined if it failed. */
  readonly microseconds: number | undefined;
  /** A call of the driver alone, with the same cubin, grid and arguments. */
  readonly driver: Comparison | undefined;
  /** The median time of a call through the JIT, in microseconds, and package ÷ JIT. */
  readonly jit: Pick<Comparison, 'microseconds' | 'ratio'> | undefined;
  /** The time of the first call on the CPU until its end on the GPU, in microseconds. */
  readonly first: Readonly<Partial<Record<Contender, number>>>;
  /** What failed, and why. */
  readonly faults: Readonly<Partial<Record<Contender, string>>>;
}

/** Returns the failure for a benchmark: `smoke` if calls of the package failed, else `threshold`. */
export function benchFailure(
  result: Pick<BenchResult, 'runs' | 'launches' | 'exceeded'>,
): Failure | undefined {
  const { exceeded } = result;
  const problems = benchProblems(result);
  if (problems.length > 0) return new Failure('smoke', [...problems, ...exceeded]);
  return exceeded.length > 0 ? new Failure('threshold', exceeded) : undefined;
}

/** What failed of the package's own calls. */
export function benchProblems({
  runs,
  launches,
}: Pick<BenchResult, 'runs' | 'launches'>): readonly Problem[] {
  return [...runs, ...launches].flatMap(({ kernel, algo, case: name, faults }) =>
    faults.package === undefined
      ? []
      : [{ message: `${kernel} [algo ${algo}, ${name}]: ${faults.package}` }],
  );
}
