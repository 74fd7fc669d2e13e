import { Option } from 'commander';
import { join } from 'node:path';
import { SIZE } from '../base/form.ts';
import { formatSize, plural } from '../base/text.ts';
import { ENTRY_KINDS, type KindName } from '../compile/store/entry.ts';
import {
  clearStore,
  listStore,
  type Pruned,
  pruneStore,
  type StoredFile,
} from '../compile/store/prune.ts';
import { toolchainUse, type ToolchainUse } from '../toolchain/installation.ts';
import type { AddCommands } from './commands.ts';
import { JSON_OPTION, STORE_OPTION, valueOf } from './options.ts';

interface StoreOptions {
  readonly store?: string;
  readonly prune?: number;
  readonly clear?: true;
  readonly json?: true;
}

/** The command `store`. */
export const addStoreCommand: AddCommands = (program, context, answer) => {
  program
    .command('store')
    .description('Show the contents of the store and the Triton environments, or remove results')
    .option(...STORE_OPTION)
    .option(
      '--prune <size>',
      'Remove the least recently used results until the store is no larger than this',
      valueOf(SIZE),
    )
    .addOption(new Option('--clear', 'Remove all results').conflicts('prune'))
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (options: StoreOptions) => {
      const directory = options.store ?? join(context.home, 'store');
      const removed = await remove(directory, options, context.now());
      const view = {
        directory,
        files: await listStore(directory),
        removed,
        home: context.home,
        toolchains: await toolchainUse(context.home),
      };
      answer(options.json, storeJson(view), storeText(view));
    });
};

const HELP = `
Examples:
  triton-aot store
  triton-aot store --prune 2GB`;

async function remove(
  directory: string,
  { prune, clear }: StoreOptions,
  nowMs: number,
): Promise<Pruned | undefined> {
  if (clear === true) return clearStore(directory);
  return prune === undefined ? undefined : pruneStore(directory, prune, new Set(), nowMs);
}

/** The facts that `store` shows. */
interface StoreView {
  readonly directory: string;
  readonly files: readonly StoredFile[];
  /** The entries that were removed, with `--prune` or `--clear`. */
  readonly removed?: Pruned | undefined;
  /** The folder of the Triton environments, and what they need. */
  readonly home: string;
  readonly toolchains: ToolchainUse;
}

/**
 * The text of `store`: its folder, a line for each kind of entry, and the total; then the Triton
 * environments.
 */
export function storeText({ directory, files, removed, home, toolchains }: StoreView): string {
  const { entries, bytes, oldestUse, newestUse, kinds } = summaryOf(files);
  const lines = ENTRY_KINDS.map(
    (kind) => `  ${kind}: ${countOf(kinds[kind].entries)}, ${formatSize(kinds[kind].bytes)}`,
  );
  return [
    ...(removed === undefined
      ? []
      : [`Removed ${countOf(removed.entries)}, ${formatSize(removed.bytes)}`]),
    directory,
    ...lines,
    `  total: ${countOf(entries)}, ${formatSize(bytes)}${spanOf(oldestUse, newestUse)}`,
    join(home, 'toolchains'),
    `  ${plural(toolchains.environments, 'environment')}, ${formatSize(toolchains.bytes)}`,
    `  kept packages: ${formatSize(toolchains.cacheBytes)} more`,
    '',
  ].join('\n');
}

/**
 * The same as JSON. `bytes` is the size of all files of the store, including those that are not
 * entries.
 */
export function storeJson({ directory, files, removed, home, toolchains }: StoreView): unknown {
  return {
    store: directory,
    ...summaryOf(files),
    ...(removed && { removed }),
    toolchains: { folder: join(home, 'toolchains'), ...toolchains },
  };
}

interface Sum {
  readonly entries: number;
  readonly bytes: number;
}

interface Summary extends Sum {
  readonly kinds: Readonly<Record<KindName, Sum>>;
  /** In ISO 8601; null if there are no entries. */
  readonly oldestUse: string | null;
  readonly newestUse: string | null;
}

function summaryOf(files: readonly StoredFile[]): Summary {
  const entries = files.filter(({ role }) => role.kind === 'entry');
  const ofKind = (kind: KindName): Sum => {
    const some = entries.filter(({ role }) => role.kind === 'entry' && isOf(kind, role.name));
    return { entries: some.length, bytes: bytesOf(some) };
  };
  const uses = entries.map(({ usedMs }) => usedMs).toSorted((a, b) => a - b);
  return {
    entries: entries.length,
    bytes: bytesOf(files),
    kinds: {
      kernel: ofKind('kernel'),
      expected: ofKind('expected'),
      failure: ofKind('failure'),
      hints: ofKind('hints'),
    },
    oldestUse: momentOf(uses[0]),
    newestUse: momentOf(uses.at(-1)),
  };
}

function isOf(kind: KindName, name: string): boolean {
  return name.endsWith(`.${kind}`);
}

function bytesOf(files: readonly StoredFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

function momentOf(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

function spanOf(oldest: string | null, newest: string | null): string {
  const [first = '', last = ''] = [oldest, newest].map((moment) => moment?.slice(0, 10));
  if (first === '') return '';
  return first === last ? `, last used on ${first}` : `, last used between ${first} and ${last}`;
}

function countOf(entries: number): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}
