import { Option } from 'commander';
import { relative } from 'node:path';
import { formatSize, plural } from '../../base/text.ts';
import { makeWheel, type WheelResult } from './wheel.ts';
import { WHEEL_LAYOUTS, type WheelRequest } from './wheel/wheel-work.ts';
import { DEFAULT_PACKAGE } from '../../base/form.ts';
import type { AddCommands } from '../../cli/command.ts';
import { jobsOption, JSON_OPTION } from '../../cli/options.ts';
import { allTerms } from '../../manifest/terms/vendor.ts';

type WheelOptions = Omit<WheelRequest, 'name'> & { readonly name?: string; readonly json?: true };

/** The command `wheel`. */
export const addWheelCommand: AddCommands = (program, context, answer) => {
  program
    .command('wheel')
    .description('Make a Python package of the operators, for PyTorch and other frameworks')
    .option('--package <folder>', 'Package with operators', DEFAULT_PACKAGE)
    .option('--out <folder>', 'Folder to write to', 'dist')
    .option(
      '--name <name>',
      'Name for pip install, or on the Hugging Face Hub (default: that of the package)',
    )
    .addOption(
      new Option('--layout <layout>', 'What to make')
        .choices(WHEEL_LAYOUTS)
        .default(WHEEL_LAYOUTS[0]),
    )
    .addOption(jobsOption())
    .option(...JSON_OPTION)
    .addHelpText('after', help)
    .action(async ({ name, json, ...chosen }: WheelOptions) => {
      const result = await makeWheel({ ...chosen, name }, context);
      answer(json, result, wheelText(result));
    });
};

/** The drivers that users of a wheel need are those of the vendors that there are. */
function help(): string {
  const needs = allTerms().map((terms) => terms.needs);
  return `
Needs operators in the package (\`op:\` in the manifest), a C compiler, and Python 3.10 or later. Installs
hatchling and auditwheel once. Users of the wheel need ${needs.join(' or ')}, but no
compiler and no CUDA toolkit. It serves all versions of Python and of PyTorch.

Examples:
  triton-aot wheel
  triton-aot wheel --package aot --out dist --name my-kernels
  triton-aot wheel --layout hf-kernels --out my-kernels`;
}

/** The text of `wheel`: what was written, and how to use it. */
function wheelText({ layout, name, version, operators, files, size }: WheelResult): string {
  const shown = files.map((file) => relative('.', file) || '.');
  const what = layout === 'wheel' ? 'Wheel of' : 'Kernel for the Hugging Face Hub:';
  return [
    `${what} ${name} ${version} with ${plural(operators.length, 'operator')}: ${operators.join(', ')}`,
    ...shown.map((file) => `  ${file}${layout === 'wheel' ? ` (${formatSize(size)})` : ''}`),
    '',
  ].join('\n');
}
