import { Option } from 'commander';
import { join } from 'node:path';
import { DEFAULT_STORE_LIMIT, formatSize } from '../core/base/text.ts';
import { build } from '../core/build/build.ts';
import { HOME_VARIABLE } from '../core/toolchain/installation.ts';
import type { TritonToolsResult } from '../core/triton-tools/triton-tools.ts';
import { addSelection, type CompileOptions, compileOptions, parseSizeOption } from './options.ts';
import { buildJson, buildText } from './output.ts';
import type { AddCommands } from './program.ts';

interface BuildOptions extends CompileOptions {
  readonly out: string;
  readonly split?: true;
  readonly store?: string;
  readonly storeLimit: number;
}

/** The command `build`. */
export const addBuildCommands: AddCommands = (program, context, answer) => {
  compileOptions(addSelection(program.command('build')))
    .description('compile what the manifest names and write the package')
    .option('--out <folder>', 'where the package goes', 'aot')
    .option('--split', 'write a package of its own for each target, into <out>/<target>')
    .option(
      '--store <folder>',
      `where results are kept (default: store in $${HOME_VARIABLE} or the user's cache folder)`,
    )
    .addOption(
      new Option('--store-limit <size>', 'how large the store may be after the build')
        .argParser(parseSizeOption)
        .default(DEFAULT_STORE_LIMIT, formatSize(DEFAULT_STORE_LIMIT)),
    )
    .action(async (options: BuildOptions) => {
      const store = options.store ?? join(context.home, 'store');
      const result = await build({ ...options, store }, context);
      answer(
        options,
        () => (result.generator === 'triton' ? tritonToolsJson(result) : buildJson(result)),
        () => (result.generator === 'triton' ? tritonToolsText(result) : buildText(result)),
      );
    });
};

/** What `build` prints where Triton's own tools wrote the files: a line for each entry point. */
function tritonToolsText({ preparation, out, files }: TritonToolsResult): string {
  const { manifest, kernels } = preparation;
  const lines = kernels.map(({ name }) => {
    const count = files.filter((file) => file.startsWith(`${name}/`)).length;
    return `  ${name}: ${count} files\n`;
  });
  return `${manifest.package} ${manifest.version} in ${out}, as Triton ${manifest.triton} writes it\n${lines.join('')}`;
}

function tritonToolsJson({ preparation, out, files, compiled }: TritonToolsResult): unknown {
  const { manifest } = preparation;
  return {
    package: manifest.package,
    version: manifest.version,
    triton: manifest.triton,
    out,
    compiled,
    cached: 0,
    files,
  };
}
