/** Says what to measure, and how. */
export interface BenchRequest {
  /** The package's folder. */
  readonly package: string;
  /** The manifest of the package: it names the kernels' files and the functions of PyTorch. */
  readonly manifest: string;
  /** Says whether to run the kernels through Triton's JIT too, and the functions of PyTorch. */
  readonly jit: boolean;
  /** The Python that has Triton and PyTorch. Default: `python3` on PATH. */
  readonly python?: string | undefined;
  /** Globs of kernel names. Empty: all kernels. */
  readonly only: readonly string[];
  /** The number of the only case to run, from 0. */
  readonly case?: number | undefined;
  /** The number of the only algo to run. */
  readonly algo?: number | undefined;
  /** The number of rounds in which package, JIT and PyTorch take turns. */
  readonly rounds: number;
  /** The GPU to use: its number in PCI bus order, or its UUID or the beginning of it. */
  readonly device?: string | undefined;
  /** Seconds to wait for a GPU that others have locked. */
  readonly wait: number;
  /** Seconds that the measurement of one case with one algo may take. */
  readonly timeout: number;
  /** The number of compilers that run at the same time. */
  readonly jobs: number;
  /** The folder of the GPU locks, shared by all users of the machine. */
  readonly lockFolder: string;
}

export const DEFAULT_ROUNDS = 15;
/** The JIT may compile in this time. */
export const DEFAULT_BENCH_TIMEOUT = 300;
