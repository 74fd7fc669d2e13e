import type { Path, Problem } from '../base/errors.ts';
import type { KernelCases } from '../testdata/document.ts';

/** The GPU the tests ran on. */
export interface SmokeDevice {
  readonly name: string;
  /** `GPU-…`, as the driver's tools write it. */
  readonly uuid: string;
  /** The compute capability, such as `9.0`. */
  readonly capability: string;
  /** The CUDA version the driver offers, such as `13.0`. */
  readonly driver: string;
}

/** What went wrong in one run or check. */
export interface SmokeProblem {
  readonly kind: ProblemKind;
  readonly message: string;
}

export const PROBLEM_KINDS = [
  'launch', // the entry point gave an error
  'execution', // the kernel ended with an error
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

/** One case of a kernel with one algo and one specialisation. */
export interface RunResult {
  readonly kernel: string;
  /** The case's name and its place in the manifest. */
  readonly case: string;
  readonly path: Path;
  readonly algo: number;
  readonly specialisation: number;
  readonly expected: KernelCases['expected'];
  readonly outputs: readonly OutputResult[];
  readonly problems: readonly SmokeProblem[];
  /** The median time of a call by CUDA events, in microseconds; undefined where nothing was timed. */
  readonly microseconds: number | undefined;
  readonly gigabytesPerSecond: number | undefined;
  readonly teraflops: number | undefined;
  /** The command that runs this alone. */
  readonly command: string;
}

/** How far an output is from what was expected; undefined where nothing was. */
interface OutputResult {
  readonly name: string;
  /** ‖out − ref‖ / ‖ref‖. */
  readonly norm: number | undefined;
  /** The largest |out − ref|. */
  readonly max: number | undefined;
}

/** A check of a kernel's interface, or the user's own test of it. */
export interface CheckResult {
  readonly kernel: string;
  readonly check: CheckName;
  readonly path: Path;
  readonly problems: readonly SmokeProblem[];
  readonly command: string;
}

const CHECK_NAMES = [
  'cubin', // there is one for the GPU
  'bad-algo',
  'empty-grid',
  'threads',
  'second-device',
  'memory',
  'own-test',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** What a smoke test found. */
export interface SmokeResult {
  readonly package: { readonly name: string; readonly version: string; readonly folder: string };
  /** `built`: compiled and linked, not run, since there is no GPU and none was required. */
  readonly outcome: 'passed' | 'failed' | 'built';
  /** Why it was only built. */
  readonly reason: Problem | undefined;
  readonly device: SmokeDevice | undefined;
  readonly runs: readonly RunResult[];
  readonly checks: readonly CheckResult[];
  /** What could not be checked, as sentences (`only one GPU is free: …`). */
  readonly notes: readonly string[];
  /** Kernels without a `smoke:` section: nothing is known of them. */
  readonly untested: readonly string[];
  /** Runs and checks made, and how many of them failed. */
  readonly executed: number;
  readonly failed: number;
  readonly seconds: number;
}
