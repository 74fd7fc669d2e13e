import { shellQuote } from '../../base/text.ts';
import type { LeaseSettings } from '../harness/lease.ts';

/** Says what to test, and how. */
export interface SmokeRequest extends Omit<LeaseSettings, 'wantsSecond'> {
  /** The package's folder. */
  readonly package: string;
  /** `required`: fail without a usable GPU. `auto`: build the test but do not run it. */
  readonly gpu: 'required' | 'auto';
  /** Globs of kernel names. Empty: all kernels. */
  readonly only: readonly string[];
  /** The number of the only case to run, from 0. */
  readonly case?: number | undefined;
  /** The number of the only algo to run. */
  readonly algo?: number | undefined;
  /** Says whether to run every kernel under compute-sanitizer. */
  readonly sanitize: boolean;
  /**
   * True if a kernel with several algos fails if the chosen ones are not about as fast as the best.
   */
  readonly requireTuned?: boolean | undefined;
  /** Seconds a run may take. */
  readonly timeout: number;
  /** The number of compilers that run at the same time. */
  readonly jobs: number;
  /** The folder to keep the build and the outputs in. Default: a temporary folder. */
  readonly keep?: string | undefined;
}

export const DEFAULT_RUN_TIMEOUT = 60;

/** Returns the command that tests only one kernel, or only one case of it with one algo. */
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
