import { availableParallelism } from 'node:os';
import { Option, type Command } from 'commander';
import { DEFAULT_TIMEOUT } from '../core/compile/variants.ts';
import { GENERATORS, type Generator } from '../core/stock/generator.ts';
import { count, knownWrongCases } from './option.ts';
import type { SelectionOptions } from './selection.ts';

export interface CompileOptions extends SelectionOptions {
  readonly jobs: number;
  readonly timeout: number;
  readonly generator?: Generator;
  readonly allowKnownWrong: string[];
}

/** Adds the options that say how it is compiled. */
export function compiling(command: Command): Command {
  return command
    .option('--jobs <n>', 'compiles at once', count, availableParallelism())
    .option('--timeout <seconds>', 'after which a compile is given up', count, DEFAULT_TIMEOUT)
    .addOption(
      new Option(
        '--generator <name>',
        "who writes the C: this program, or Triton's own tools (default: the manifest's, else native)",
      ).choices(GENERATORS),
    )
    .option(
      '--allow-known-wrong <cases>',
      "write files of Triton's own tools that are known to be wrong in these cases",
      knownWrongCases,
      [],
    );
}
