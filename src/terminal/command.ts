import type { Command } from 'commander';
import type { BuildContext } from '../core/context.ts';

/** A command's result: one JSON document where `--json` was given, else text for people. */
export type Answer = (
  options: { readonly json?: true },
  json: () => unknown,
  text: () => string,
) => void;

/** Adds some commands to the program. */
export type AddCommands = (program: Command, context: BuildContext, answer: Answer) => void;
