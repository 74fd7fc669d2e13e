import { join } from 'node:path';
import { Option } from 'commander';
import { build } from '../core/build.ts';
import { DEFAULT_STORE_LIMIT, formatSize } from '../core/store/size.ts';
import { HOME_VARIABLE } from '../core/toolchain/home.ts';
import { buildJson, buildText } from './answers.ts';
import type { AddCommands } from './command.ts';
import { compiling, type CompileOptions } from './compiling.ts';
import { size } from './option.ts';
import { selection } from './selection.ts';
import { stockJson, stockText } from './stock-answers.ts';

interface BuildOptions extends CompileOptions {
  readonly out: string;
  readonly split?: true;
  readonly store?: string;
  readonly storeLimit: number;
}

/** The command `build`. */
export const addBuildCommands: AddCommands = (program, context, answer) => {
  compiling(selection(program.command('build')))
    .description('compile what the manifest names and write the package')
    .option('--out <folder>', 'where the package goes', 'aot')
    .option('--split', 'write a package of its own for each target, into <out>/<target>')
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
};
