import type { Path, Problem } from '../../base/errors.ts';
import type { HarnessDevice } from '../harness/choose-gpu.ts';
import { type HarnessProblem, isUndecided } from '../harness/problem.ts';
import type { AcceptedProblem } from './accepted.ts';
import type { Failed } from './causes.ts';
import type { KernelCases, PackagedCase } from '../../manifest/cases/packaged.ts';
import type { SourceExcerpt } from '../../base/source-lines.ts';

/** The result of a smoke test. */
export interface SmokeResult {
  readonly package: { readonly name: string; readonly version: string; readonly folder: string };
  /**
   * `unsupported`: nothing failed, but the emulator does not know an instruction. `built`: compiled and
   * linked, but not run: there is no GPU and none was required.
   */
  readonly outcome: 'passed' | 'failed' | 'unsupported' | 'built';
  /** The reason that the test was not run. */
  readonly reason: Problem | undefined;
  readonly device: HarnessDevice | undefined;
  /** The targets whose PTX was executed on the CPU, empty if none could be; undefined if a GPU ran cubins. */
  readonly emulated?: string | undefined;
  readonly runs: readonly RunResult[];
  readonly checks: readonly CheckResult[];
  /** The lines of Python files that problems name, as far as they are known. */
  readonly sources: readonly SourceExcerpt[];
  /** The checks that could not be made, as sentences. */
  readonly notes: readonly string[];
  /** What generated cases show; undefined if there are none. */
  readonly generated?: readonly GeneratedFinding[] | undefined;
  /** Kernels without a `smoke:` section. */
  readonly untested: readonly string[];
  /** The number of runs and checks, and how many of them failed. */
  readonly executed: number;
  readonly failed: number;
  readonly seconds: number;
}

/** One case of a kernel with one algo and one specialisation. */
export interface RunResult {
  readonly kernel: string;
  /** The case's name and its path in the manifest. */
  readonly case: string;
  readonly path: Path;
  readonly algo: number;
  readonly specialisation: number;
  /** The target whose code was executed. */
  readonly target?: string | undefined;
  readonly expected: KernelCases['expected'];
  readonly outputs: readonly OutputResult[];
  readonly problems: readonly HarnessProblem[];
  /** What fails because a buffer has more than 2^31 elements: the kernel has a limit, and the test does not fail. */
  readonly beyond?: readonly HarnessProblem[] | undefined;
  /** The faults that occurred and that the manifest accepts. */
  readonly accepted?: readonly AcceptedProblem[];
  /** The median time of a call by CUDA events, in microseconds; undefined if not measured. */
  readonly microseconds: number | undefined;
  readonly gigabytesPerSecond: number | undefined;
  readonly teraflops: number | undefined;
  /** Undefined: the case is written in the manifest. */
  readonly generated?: GeneratedRunFacts | undefined;
  /** Why the emulator has not watched all races in device memory; undefined if it has. */
  readonly unwatched?: string | undefined;
  /** How many of the blocks ran, such as `10 of 4096 blocks`; undefined if the case chooses none. */
  readonly partial?: string | undefined;
  /** The command that repeats this run. */
  readonly command: string;
}

/** How the case of a run was made, and the size of its buffers. */
type GeneratedRunFacts = NonNullable<PackagedCase['generated']> & { readonly bytes: number };

/** What generated cases show of a kernel. */
export interface GeneratedFinding {
  readonly kernel: string;
  readonly seed: string;
  /** How many generated cases ran, and how many of them failed. */
  readonly cases: number;
  readonly failed: number;
  /**
   * `assumption`: only cases fail whose strides are not those of a contiguous tensor. The kernel may be right for
   * the calls that the program makes. `limit`: it fails beyond 2^31 elements, and is right below.
   */
  readonly kind: 'fault' | 'assumption' | 'limit';
  /**
   * The conditions under which no case fails, such as `stride_am == K` or `M * N < 2147483648`. Of a fault, conditions on
   * sizes that every failing case breaks and no passing one; empty if there are none.
   */
  readonly assumes: readonly string[];
  /** The failing case with the fewest changes, as a line for `cases:`. */
  readonly line: string;
  /** What it changes in a case that passes. */
  readonly changes: readonly string[];
  /** The run of that case. */
  readonly run: RunResult;
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
  /** A check of the core, or the name of a further one. */
  readonly check: CheckName | (string & {});
  readonly path: Path;
  /** The target whose code was executed; undefined if there was none for the GPU. */
  readonly target?: string | undefined;
  readonly problems: readonly HarnessProblem[];
  readonly accepted?: readonly AcceptedProblem[];
  readonly command: string;
}

export type CheckName =
  | 'cubin' // there is one for the GPU
  | 'ptx' // the emulator can execute it
  | 'bad-algo'
  | 'empty-grid'
  | 'threads'
  | 'second-device'
  | 'memory'
  | 'own-test';

/** `matmul_fp16 [algo 1, specialisation 0, M=257]`, or with the name of a check. */
export function titleOf(
  result:
    | Pick<RunResult, 'kernel' | 'algo' | 'specialisation' | 'case'>
    | (Pick<CheckResult, 'kernel'> & { readonly check: string }),
): string {
  if ('check' in result) return `${result.kernel} [check ${result.check}]`;
  const { kernel, algo, specialisation } = result;
  return `${kernel} [algo ${algo}, specialisation ${specialisation}, ${result.case}]`;
}

/** True if a run or check fails only because the emulator cannot execute it. */
export function isUnsupported({ problems }: Pick<Failed, 'problems'>): boolean {
  return problems.length > 0 && problems.every(isUndecided);
}

/** The title of a failed run or check, and all its problems. `isPlaced`: without the lines, which are shown in another way. */
export function failureText(result: RunResult | CheckResult, isPlaced = false): string {
  const texts = result.problems.map(({ message, unplaced }) =>
    isPlaced ? (unplaced ?? message) : message,
  );
  return `${titleOf(result)}: ${texts.join('; ')}`;
}
