import type { Command } from 'commander';
import type { BuildContext } from '../base/context.ts';
import type { Propose } from './propose.ts';

/** Adds one or more commands to the program. */
export type AddCommands = (
  program: Command,
  context: BuildContext,
  answer: PrintAnswer,
  propose: Propose,
) => void;

/** Prints the result of a command: as JSON with `--json`, otherwise as text. */
type PrintAnswer = (isJson: true | undefined, json: unknown, text: string) => void;

/** A function that adds commands, and their names. */
type Loader = readonly [names: readonly string[], load: () => Promise<AddCommands>];

/** In the order of the help. A command is loaded when it is asked for: all take twice as long. */
const LOADERS: readonly Loader[] = [
  [['init'], async () => (await import('./init.ts')).addInitCommand],
  [['record'], async () => (await import('./record.ts')).addRecordCommand],
  [['build'], async () => (await import('./build.ts')).addBuildCommand],
  [['smoke'], async () => (await import('./smoke.ts')).addSmokeCommand],
  [['tune'], async () => (await import('./tune.ts')).addTuneCommand],
  [['bench'], async () => (await import('./bench.ts')).addBenchCommand],
  [['verify'], async () => (await import('./verify.ts')).addVerifyCommand],
  [['diff'], async () => (await import('./diff.ts')).addDiffCommand],
  [['pack'], async () => (await import('./pack.ts')).addPackCommand],
  [['wheel'], async () => (await import('./wheel.ts')).addWheelCommand],
  [['bundle'], async () => (await import('./bundle.ts')).addBundleCommand],
  [['publish'], async () => (await import('./publish.ts')).addPublishCommand],
  [['fetch'], async () => (await import('./fetch.ts')).addFetchCommand],
  [['plan'], async () => (await import('./plan.ts')).addPlanCommand],
  [['list', 'schema'], async () => (await import('./list.ts')).addListCommands],
];

/**
 * Loads what adds the command that the arguments begin with, or all commands if they begin otherwise:
 * with an option, `help` or a wrong name.
 */
export async function loadCommands([name = '']: readonly string[]): Promise<
  readonly AddCommands[]
> {
  const named = LOADERS.filter(([names]) => names.includes(name));
  const loaded: AddCommands[] = [];
  for (const [, load] of named.length > 0 ? named : LOADERS) loaded.push(await load());
  return loaded;
}
