import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Option, type Command } from 'commander';
import { build } from '../core/build.ts';
import { DEFAULT_TIMEOUT } from '../core/compile/variants.ts';
import { GENERATORS, type Generator } from '../core/stock/generator.ts';
import { DEFAULT_STORE_LIMIT, formatSize } from '../core/store/size.ts';
import { verifyStock } from '../core/stock/verify.ts';
import { HOME_VARIABLE } from '../core/toolchain/home.ts';
import { buildJson, buildText } from './answers.ts';
import type { AddCommands } from './command.ts';
import { count, knownWrongCases, size } from './option.ts';
import { selection, type SelectionOptions } from './selection.ts';
import { stockJson, stockText } from './stock-answers.ts';

interface CompileOptions extends SelectionOptions {
  readonly jobs: number;
  readonly timeout: number;
  readonly generator?: Generator;
  readonly allowKnownWrong: string[];
}

interface BuildOptions extends CompileOptions {
  readonly out: string;
  readonly store?: string;
  readonly storeLimit: number;
}

interface VerifyOptions extends CompileOptions {
  readonly package: string;
}

/** The commands that compile: `build` and `verify`. */
export const addBuildCommands: AddCommands = (program, context, answer) => {
  compiling(selection(program.command('build')))
    .description('compile what the manifest names and write the package')
    .option('--out <folder>', 'where the package goes', 'aot')
    .option(
      '--store <folder>',
      `where results are kept (default: store in $${HOME_VARIABLE} or the user's cache folder)`,
    )
    .addOption(
      new Option('--store-limit <size>', 'how large the store may be after the build')
        .argParser(size)
        .default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT)),
    )
    .action(async (options: BuildOptions) => {
      const store = options.store ?? join(context.home, 'store');
      const result = await build({ ...options, store }, context);
      answer(
        options,
        () => (result.generator === 'triton' ? stockJson(result) : buildJson(result)),
        () => (result.generator === 'triton' ? stockText(result) : buildText(result)),
      );
    });
  compiling(selection(program.command('verify')))
    .description("compare committed files of Triton's own tools with what the sources give")
    .option('--package <folder>', 'where the files are', 'aot')
    .action(async (options: VerifyOptions) => {
      const files = await verifyStock(options, context);
      answer(
        options,
        () => ({ package: options.package, files }),
        () => `${files} files in ${options.package} are what the sources give\n`,
      );
    });
};

/** Adds the options that say how it is compiled. */
function compiling(command: Command): Command {
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
