import { join } from 'node:path';
import { Option } from 'commander';
import { listStore } from '../core/store/inventory.ts';
import { clearStore, pruneStore, type Pruned } from '../core/store/prune.ts';
import type { AddCommands } from './command.ts';
import { size } from './option.ts';
import { storeJson, storeText } from './store-answers.ts';

interface StoreOptions {
  readonly store?: string;
  readonly prune?: number;
  readonly clear?: true;
  readonly json?: true;
}

/** The command `store`, which shows what is kept, and removes some or all of it. */
export const addStoreCommand: AddCommands = (program, context, answer) => {
  program
    .command('store')
    .description('what the store holds; also makes it smaller')
    .option('--store <folder>', 'where results are kept (default: as for build)')
    .option('--prune <size>', 'remove what was not used for longest where it is larger', size)
    .addOption(new Option('--clear', 'remove every result').conflicts('prune'))
    .option('--json', 'print one JSON document')
    .action(async (options: StoreOptions) => {
      const directory = options.store ?? join(context.home, 'store');
      const removed = await remove(directory, options);
      const view = { directory, files: await listStore(directory), removed };
      answer(
        options,
        () => storeJson(view),
        () => storeText(view),
      );
    });
};

async function remove(
  directory: string,
  { prune, clear }: StoreOptions,
): Promise<Pruned | undefined> {
  if (clear === true) return clearStore(directory);
  return prune === undefined ? undefined : pruneStore(directory, prune);
}
