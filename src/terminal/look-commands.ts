import { manifestJsonSchema } from '../core/manifest/schema.ts';
import { prepare } from '../core/prepare.ts';
import { listJson, listText, planJson, planText } from './answers.ts';
import type { AddCommands } from './command.ts';
import { selection, type SelectionOptions } from './selection.ts';

/** The commands that only look: `plan`, `list` and `schema`. */
export const addLookCommands: AddCommands = (program, context, answer) => {
  selection(program.command('plan'))
    .description('the variants and their hashes; needs no Triton')
    .action(async (options: SelectionOptions) => {
      const preparation = await prepare(options, context);
      answer(
        options,
        () => planJson(preparation),
        () => planText(preparation),
      );
    });
  selection(program.command('list'))
    .description('kernels, algos, specialisations and targets')
    .action(async (options: SelectionOptions) => {
      const preparation = await prepare(options, context);
      answer(
        options,
        () => listJson(preparation),
        () => listText(preparation),
      );
    });
  program
    .command('schema')
    .description('the JSON Schema of kernels.yaml, for editors')
    .action(() => answer({ json: true }, manifestJsonSchema, () => ''));
};
