import { join } from 'node:path';
import { manifestJsonSchema } from '../core/manifest/schema.ts';
import { prepare } from '../core/plan/prepare.ts';
import { shardsOf } from '../core/plan/shards.ts';
import { directoryStore, storedVariants } from '../core/store/store.ts';
import { addSelection, parseCount, type SelectionOptions } from './options.ts';
import { listJson, listText, planJson, planText, shardsJson, shardsText } from './output.ts';
import type { AddCommands } from './program.ts';

interface PlanOptions extends SelectionOptions {
  readonly store?: string;
  readonly shards?: number;
}

/** The commands that only look: `plan`, `list` and `schema`. */
export const addLookCommands: AddCommands = (program, context, answer) => {
  addSelection(program.command('plan'))
    .description('the variants, their hashes, and which are stored; needs no Triton')
    .option('--store <folder>', 'where results are kept (default: as for build)')
    .option(
      '--shards <n>',
      'entry points for so many jobs, each with about as much to do',
      parseCount,
    )
    .action(async (options: PlanOptions) => {
      const preparation = await prepare(options, context);
      const store = directoryStore(
        options.store ?? join(context.home, 'store'),
        context.log,
        context.now,
      );
      const stored = await storedVariants(preparation.variants, store);
      if (options.shards === undefined) {
        answer(
          options,
          () => planJson(preparation, stored),
          () => planText(preparation, stored),
        );
        return;
      }
      const shards = shardsOf(preparation.variants, stored, options.shards);
      answer(
        options,
        () => shardsJson(shards),
        () => shardsText(shards),
      );
    });
  addSelection(program.command('list'))
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
