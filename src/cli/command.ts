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
