import { type Command, Option } from 'commander';
import { COUNT, DEFAULT_MANIFEST } from '../base/form.ts';
import type { BaselineRequest } from '../compile/work.ts';
import { AUTO_BASELINE } from '../report/difference/baseline.ts';
import { REGRESSIONS } from '../report/difference/regressions.ts';
import { DEFAULT_TIMEOUT } from '../toolchain/workers/pool.ts';
import { jobsOption, parseList, PYTHON_OPTION, valueOf } from './options.ts';

// The options of commands that plan, build or compare.

/** The options that select what to build. */
export interface SelectionOptions {
  readonly manifest: string;
  readonly targets?: string[];
  readonly triton?: string;
  readonly only?: string[];
  readonly python?: string;
  readonly json?: true;
}

/** Adds the options of `SelectionOptions`. */
export function addSelection(
  command: Command,
  manifest = new Option('--manifest <file>', 'Manifest that lists the kernels').default(
    DEFAULT_MANIFEST,
  ),
): Command {
  return command
    .addOption(manifest)
    .option(
      '--targets <list>',
      'GPU architectures, such as sm_80,sm_90 (default: from the manifest)',
      parseList,
    )
    .option('--triton <version>', 'Triton version (default: from the manifest)')
    .option('--only <globs>', 'Kernels to select, such as "matmul_*" (default: all)', parseList)
    .option(...PYTHON_OPTION);
}

export interface CompileOptions extends SelectionOptions {
  readonly jobs: number;
  readonly timeout: number;
}

/** Adds the options of `CompileOptions`. */
export function addCompileOptions(command: Command, manifest?: Option): Command {
  return addSelection(command, manifest)
    .addOption(jobsOption())
    .option('--timeout <seconds>', 'Time limit for one compile', valueOf(COUNT), DEFAULT_TIMEOUT);
}

/** The options of commands that compare what they build. */
export interface BaselineOptions {
  readonly baseline?: string;
  readonly recordBaseline?: true;
  readonly failOn?: typeof REGRESSIONS;
}

/** Adds the options of `BaselineOptions`. */
export function addBaselineOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--baseline [build]',
        `Compare with a package, its manifest.json, or \`${AUTO_BASELINE}\`: the recorded build of this package`,
      ).preset(AUTO_BASELINE),
    )
    .option('--record-baseline', 'Record this build in the store, to compare later ones with it')
    .addOption(failOnOption());
}

/** Returns what a build is compared with: `--fail-on` needs something, by default the recorded build. */
export function baselineOf({ baseline, recordBaseline, failOn }: BaselineOptions): BaselineRequest {
  return {
    compare: baseline ?? (failOn === undefined ? undefined : AUTO_BASELINE),
    record: recordBaseline,
  };
}

/** The option that makes a regression an error. */
export function failOnOption(): Option {
  return new Option('--fail-on <what>', 'Fail if something got worse').choices([REGRESSIONS]);
}
