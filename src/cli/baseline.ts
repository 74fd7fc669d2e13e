import { type Command, InvalidArgumentError, Option } from 'commander';
import { AUTO_BASELINE } from '../report/difference/baseline.ts';
import type { BaselineRequest } from '../compile/work.ts';
import { parseThresholds, type Thresholds } from '../report/difference/regressions.ts';

/** The options of commands that compare what they build. */
export interface BaselineOptions {
  readonly baseline?: string;
  readonly recordBaseline?: true;
  readonly failOn?: Thresholds;
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
    .option(...FAIL_ON_OPTION);
}

/** Thresholds need something to compare with: by default the recorded build. */
export function baselineOf({ baseline, recordBaseline, failOn }: BaselineOptions): BaselineRequest {
  return {
    compare: baseline ?? (failOn === undefined ? undefined : AUTO_BASELINE),
    record: recordBaseline,
  };
}

/** The option `--fail-on` of commands that compare builds. */
export const FAIL_ON_OPTION = [
  '--fail-on <thresholds>',
  'Fail if something got worse: `regressions`, or thresholds such as "spills, registers 10%, time 5%"',
  parseFailOn,
] as const;

/** Parses thresholds; throws an error that commander prints after the option's name. */
function parseFailOn(text: string): Thresholds {
  const parsed = parseThresholds(text);
  if ('problem' in parsed) throw new InvalidArgumentError(`${parsed.problem}.`);
  return parsed;
}
