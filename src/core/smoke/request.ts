import { shellQuote } from '../base/text.ts';
import type { CheckResult, RunResult } from './result.ts';

/** A smoke test as a user asks for it. */
export interface SmokeRequest {
  /** The package's folder. */
  readonly package: string;
  /** Whether a machine without a usable GPU fails, or only builds the test. */
  readonly gpu: 'required' | 'auto';
  /** The GPU to use: its number in the order of the PCI bus, or its UUID or the beginning of it. */
  readonly device?: string | undefined;
  /** Globs over kernels; all when empty. */
  readonly only: readonly string[];
  /** One case by its number, from 0. */
  readonly case?: number | undefined;
  readonly algo?: number | undefined;
  /** Whether every kernel runs under compute-sanitizer. */
  readonly sanitize: boolean;
  /** Seconds to wait for a GPU that other smoke tests hold. */
  readonly wait: number;
  /** Seconds a run may take. */
  readonly timeout: number;
  /** How many files are compiled at once. */
  readonly jobs: number;
  /** The folder of the locks, shared by everyone on the machine. */
  readonly lockFolder: string;
  /** Where the build is kept; removed afterwards when left out. */
  readonly keep?: string | undefined;
}

export const DEFAULT_WAIT = 600;
export const DEFAULT_RUN_TIMEOUT = 60;

/** `matmul_fp16 [algo 1, specialisation 0, M=257]`, or with the check's name. */
export function titleOf(result: RunResult | CheckResult): string {
  if ('check' in result) return `${result.kernel} [check ${result.check}]`;
  const { kernel, algo, specialisation } = result;
  return `${kernel} [algo ${algo}, specialisation ${specialisation}, ${result.case}]`;
}

/** What failed, in one text. */
export function failureText(result: RunResult | CheckResult): string {
  return `${titleOf(result)}: ${result.problems.map(({ message }) => message).join('; ')}`;
}

/** The command that runs a kernel's tests, or one case of it with one algo, alone. */
export function rerunCommand(
  settings: { readonly package: string; readonly sanitize: boolean },
  kernel: string,
  run?: { readonly index: number; readonly algo: number },
): string {
  const words = [
    'triton-aot',
    'smoke',
    '--package',
    settings.package,
    '--only',
    kernel,
    ...(run === undefined ? [] : ['--case', String(run.index), '--algo', String(run.algo)]),
    ...(settings.sanitize ? ['--sanitize'] : []),
  ];
  return words.map(shellQuote).join(' ');
}
