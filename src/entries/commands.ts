import type { AddCommands } from '../cli/command.ts';

/** A function that adds commands, and their names. */
type Loader = readonly [names: readonly string[], load: () => Promise<AddCommands>];

/** In the order of the help. A command is loaded when it is asked for: all take twice as long. */
const LOADERS: readonly Loader[] = [
  [['emulate'], async () => (await import('../features/own-tests/command.ts')).addEmulateCommand],
  [
    ['upgrade'],
    async () => (await import('../features/own-tests/upgrade-command.ts')).addUpgradeCommand,
  ],
  [['check'], async () => (await import('../features/authoring/check-command.ts')).addCheckCommand],
  [['init'], async () => (await import('../features/authoring/init-command.ts')).addInitCommand],
  [
    ['record'],
    async () => (await import('../features/authoring/record-command.ts')).addRecordCommand,
  ],
  [['build'], async () => (await import('../cli/build.ts')).addBuildCommand],
  [['smoke'], async () => (await import('../cli/smoke.ts')).addSmokeCommand],
  [['tune'], async () => (await import('../features/tuning/command.ts')).addTuneCommand],
  [['bench'], async () => (await import('../cli/bench.ts')).addBenchCommand],
  [['verify'], async () => (await import('../cli/verify.ts')).addVerifyCommand],
  [['diff'], async () => (await import('../cli/diff.ts')).addDiffCommand],
  [['pack'], async () => (await import('../cli/pack.ts')).addPackCommand],
  [['wheel'], async () => (await import('../features/operators/command.ts')).addWheelCommand],
  [['bundle'], async () => (await import('../features/bundle/command.ts')).addBundleCommand],
  [['publish'], async () => (await import('../cli/publish.ts')).addPublishCommand],
  [['fetch'], async () => (await import('../cli/fetch.ts')).addFetchCommand],
  [['plan'], async () => (await import('../cli/plan.ts')).addPlanCommand],
  [['list', 'schema'], async () => (await import('../cli/list.ts')).addListCommands],
  // Last, since it is about all others.
  [['completion'], async () => (await import('../cli/completion.ts')).addCompletionCommand],
];

/**
 * Loads what adds the command that the arguments begin with, or all commands if they begin otherwise:
 * with an option, `help` or a wrong name, or ask what commands there are.
 */
export async function loadCommands([name = '']: readonly string[]): Promise<
  readonly AddCommands[]
> {
  const named = name === 'completion' ? [] : LOADERS.filter(([names]) => names.includes(name));
  const loaded: AddCommands[] = [];
  for (const [, load] of named.length > 0 ? named : LOADERS) loaded.push(await load());
  return loaded;
}
