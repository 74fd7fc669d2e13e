import type { Command } from 'commander';
import type { BuildContext } from '../../base/context.ts';
import { EXIT_CODES } from '../../base/errors.ts';
import { ProgramFailure } from '../../base/process.ts';
import { parseFunction } from '../../manifest/paths.ts';
import type { AddCommands } from '../../cli/command.ts';
import { givenOptions, type Propose } from '../../cli/propose.ts';
import { record } from './record.ts';
import { recordJson, recordText } from './record-command.ts';

/** Options of a run whose launches are emulated. */
export interface RunOptions {
  readonly call?: string;
  readonly gpu?: string;
  readonly limit?: string;
  readonly python?: string;
  readonly json?: true;
}

/** Options that an emulated run has, as the emulation takes them. */
export function emulationOptions(
  options: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}=${value}`],
  );
}

const ONCE =
  'A kernel was called once. Add a call with other sizes to --call, after `;`: it tells sizes apart that are equal by chance.\n';

interface Surroundings {
  readonly context: BuildContext;
  readonly answer: Parameters<AddCommands>[2];
  readonly propose: Propose;
}

/** Returns the words of a run. Ends the command if other options than these are given, if only these can be, or if `--call` has not one file. */
export function wordsOfRun(
  words: readonly string[],
  allowed: readonly string[] | undefined,
  self: Command,
): readonly string[] {
  const hasCall = self.getOptionValue('call') !== undefined;
  const [other] =
    allowed === undefined ? [] : givenOptions(self, (name) => !allowed.includes(name));
  const problem =
    other !== undefined
      ? `${other} is not for a program or a call`
      : hasCall && words.length !== 1
        ? 'expected one FILE.py with --call'
        : words.length === 0
          ? 'expected a program after `--`'
          : undefined;
  if (problem !== undefined) self.error(`error: ${problem}`, { exitCode: EXIT_CODES.usage });
  return words;
}

const ALLOWED = ['call', 'gpu', 'limit', 'out', 'python', 'json'];

/**
 * Runs a program, or a call in the module of a file, once with its launches emulated, and writes a manifest of what it
 * launched. The emulation says what is wrong.
 * @throws {Failure} as `record`, also if nothing was launched; `ProgramFailure` if the run did not end well
 */
export async function initFromRun(
  words: readonly string[],
  { call, gpu, limit, python, json, out }: RunOptions & { readonly out: string | undefined },
  self: Command,
  { context, answer, propose }: Surroundings,
): Promise<void> {
  const [first = '', ...more] = wordsOfRun(words, ALLOWED, self);
  const only = call === undefined ? undefined : parseFunction(first);
  const result = await record(
    {
      command: [only?.file ?? first, ...more],
      emulated: { options: emulationOptions({ call, gpu, limit }), python },
      only,
      out,
      golden: 0,
      from: undefined,
      keep: undefined,
      hasTerminal: process.stdin.isTTY,
      output: json === true ? 2 : 1,
    },
    { ...context, env: { ...context.env, TRITON_AOT_COMMAND: `${propose()} init` } },
  );
  const isOnce = call !== undefined && result.added.some(({ calls }) => calls === 1);
  answer(json, recordJson(result), `${recordText(result, propose)}${isOnce ? ONCE : ''}`);
  context.signal.throwIfAborted();
  const { exit, nothing } = result;
  // Without a launch, the emulation ends as for a fault.
  if (nothing !== undefined && [0, EXIT_CODES.smoke].includes(exit?.code ?? 0)) throw nothing;
  if (exit !== undefined && exit.code !== 0) throw new ProgramFailure(first, exit, true);
}
