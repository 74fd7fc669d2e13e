import type { Path, Problem } from '../base/errors.ts';
import type { KernelCases } from '../testdata/document.ts';

/** The result of a smoke test. */
export interface SmokeResult {
  readonly package: { readonly name: string; readonly version: string; readonly folder: string };
  /** `built`: compiled and linked, but not run: there is no GPU and none was required. */
  readonly outcome: 'passed' | 'failed' | 'built';
  /** Why the test was not run. */
  readonly reason: Problem | undefined;
  readonly device: SmokeDevice | undefined;
  readonly runs: readonly RunResult[];
  readonly checks: readonly CheckResult[];
  /** What could not be checked, as sentences. */
  readonly notes: readonly string[];
  /** Kernels without a `smoke:` section. */
  readonly untested: readonly string[];
  /** The number of runs and checks, and how many of them failed. */
  readonly executed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** The GPU the tests ran on. */
export interface SmokeDevice {
  readonly name: string;
  /** `GPU-…`, as nvidia-smi shows it. */
  readonly uuid: string;
  /** The compute capability, such as `9.0`. */
  readonly capability: string;
  /** The CUDA version the driver supports, such as `13.0`. */
  readonly driver: string;
}

/** One case of a kernel with one algo and one specialisation. */
export interface RunResult {
  readonly kernel: string;
  /** The case's name and its path in the manifest. */
  readonly case: string;
  readonly path: Path;
  readonly algo: number;
  readonly specialisation: number;
  readonly expected: KernelCases['expected'];
  readonly outputs: readonly OutputResult[];
  readonly problems: readonly SmokeProblem[];
  /** The median time of a call by CUDA events, in microseconds; undefined if not measured. */
  readonly microseconds: number | undefined;
  readonly gigabytesPerSecond: number | undefined;
  readonly teraflops: number | undefined;
  /** The command that repeats this run. */
  readonly command: string;
}

/** The error of an output; undefined if there are no expected values. */
interface OutputResult {
  readonly name: string;
  /** ‖out − ref‖ / ‖ref‖. */
  readonly norm: number | undefined;
  /** The largest |out − ref|. */
  readonly max: number | undefined;
}

/** A check of a kernel's interface, or the user's own test. */
export interface CheckResult {
  readonly kernel: string;
  readonly check: CheckName;
  readonly path: Path;
  readonly problems: readonly SmokeProblem[];
  readonly command: string;
}

export type CheckName =
  | 'cubin' // there is one for the GPU
  | 'bad-algo'
  | 'empty-grid'
  | 'threads'
  | 'second-device'
  | 'memory'
  | 'own-test';

/** A problem that a run or check found. */
export interface SmokeProblem {
  readonly kind: ProblemKind;
  readonly message: string;
}

export const PROBLEM_KINDS = [
  'launch', // the entry point returned an error
  'execution', // the kernel failed
  'values', // outside of the tolerance
  'not-a-number', // NaN, or an infinity where none is expected
  'unwritten', // the poison is still there
  'out-of-bounds', // a guard was written
  'gap', // written between the elements of a buffer
  'input-changed',
  'not-repeatable',
  'check', // one of the checks of the interface
  'timeout',
  'crash',
] as const;
type ProblemKind = (typeof PROBLEM_KINDS)[number];

/** `matmul_fp16 [algo 1, specialisation 0, M=257]`, or with the name of a check. */
export function titleOf(result: RunResult | CheckResult): string {
  if ('check' in result) return `${result.kernel} [check ${result.check}]`;
  const { kernel, algo, specialisation } = result;
  return `${kernel} [algo ${algo}, specialisation ${specialisation}, ${result.case}]`;
}

/** The title of a failed run or check, and all its problems. */
export function failureText(result: RunResult | CheckResult): string {
  return `${titleOf(result)}: ${result.problems.map(({ message }) => message).join('; ')}`;
}
