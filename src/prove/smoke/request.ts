import type { Flags } from '../../base/flags.ts';
import { DEFAULT_MANIFEST } from '../../base/form.ts';
import { shellQuote } from '../../base/text.ts';
import type { GenerateSpec } from '../../manifest/cases/case.ts';
import type { LeaseSettings } from '../harness/lease.ts';

/** Says what to test, and how. */
export interface SmokeRequest extends Omit<LeaseSettings, 'wantsSecond'> {
  /** The package's folder. */
  readonly package: string;
  /**
   * The manifest of the package, which may be missing. It is compared with the package, and kernels whose
   * code cannot be executed on the CPU are compiled from it for another target.
   */
  readonly manifest: string;
  /** `required`: fail without a usable GPU. `auto`: build the test but do not run it. */
  readonly gpu: 'required' | 'auto';
  /** Globs of kernel names. Empty: all kernels. */
  readonly only: readonly string[];
  /** The number of the only case to run, from 0. */
  readonly case?: number | undefined;
  /** The number of the only algo to run. */
  readonly algo?: number | undefined;
  /** The number of the only specialisation to run. */
  readonly specialisation?: number | undefined;
  /** Says whether to run every kernel under compute-sanitizer. */
  readonly sanitize: boolean;
  /** The further checks that are required, by the names of their flags. Default: none. */
  readonly flags?: Flags | undefined;
  /** Seconds a run may take. */
  readonly timeout: number;
  /** The number of compilers that run at the same time. */
  readonly jobs: number;
  /** Says how to execute PTX on the CPU in place of cubins on a GPU; undefined: on a GPU. */
  readonly emulate?: EmulateRequest | undefined;
  /** Further cases to generate from the manifest; undefined: only those of the package. */
  readonly generate?: GenerateRequest | undefined;
  /** The folder to keep the build and the outputs in. Default: a temporary folder. */
  readonly keep?: string | undefined;
  /**
   * The command that runs this test, without the options that select kernels, cases and algos. Default:
   * one that `rerunCommand` makes of the settings.
   */
  readonly command?: string | undefined;
}

/** Says which cases are generated, and what they are built with. */
export interface GenerateRequest extends GenerateSpec {
  /** The folder of the store that has the results of the build. */
  readonly store: string;
  /** The Python that the user named. */
  readonly python?: string | undefined;
}

/** Says how to execute PTX on the CPU. */
export interface EmulateRequest {
  /** `no-gpu`: only if there is no usable GPU, and none is required. */
  readonly when: 'always' | 'no-gpu';
  /** The target whose PTX is executed. Default: of each kernel the one that is emulated best. */
  readonly target?: string | undefined;
  /** The folder of the store that has the PTX. */
  readonly store: string;
  /** The Python that the user named. It needs NumPy. */
  readonly python?: string | undefined;
}

export const DEFAULT_RUN_TIMEOUT = 60;

/**
 * Returns the command that tests only one kernel, or only one case of it with one algo and one
 * specialisation.
 */
export function rerunCommand(
  settings: Pick<SmokeRequest, 'package' | 'manifest' | 'sanitize' | 'emulate' | 'command'>,
  kernel: string,
  run?: { readonly index: number; readonly algo: number; readonly specialisation: number },
): string {
  const { manifest, emulate, sanitize } = settings;
  const whole = [
    'triton-aot',
    'smoke',
    '--package',
    settings.package,
    ...(manifest === DEFAULT_MANIFEST ? [] : ['--manifest', manifest]),
    ...(sanitize ? ['--sanitize'] : []),
    ...(emulate === undefined ? [] : ['--emulate']),
    ...(emulate?.target === undefined ? [] : ['--target', emulate.target]),
  ];
  const selection = [
    '--only',
    kernel,
    ...(run === undefined
      ? []
      : ['--case', run.index, '--algo', run.algo, '--specialisation', run.specialisation]),
  ];
  const command = settings.command ?? whole.map(shellQuote).join(' ');
  return [command, ...selection.map((word) => shellQuote(String(word)))].join(' ');
}
