import { Option } from 'commander';
import { join } from 'node:path';
import { formatSize } from '../core/base/text.ts';
import { ENTRY_KINDS, type KindName } from '../core/store/entry.ts';
import {
  clearStore,
  listStore,
  type Pruned,
  pruneStore,
  type StoredFile,
} from '../core/store/prune.ts';
import { parseSizeOption } from './options.ts';
import type { AddCommands } from './program.ts';

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
    .option(
      '--prune <size>',
      'remove what was not used for longest where it is larger',
      parseSizeOption,
    )
    .addOption(new Option('--clear', 'remove every result').conflicts('prune'))
    .option('--json', 'print one JSON document')
    .action(async (options: StoreOptions) => {
      const directory = options.store ?? join(context.home, 'store');
      const removed = await remove(directory, options, context.now());
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
  nowMs: number,
): Promise<Pruned | undefined> {
  if (clear === true) return clearStore(directory);
  return prune === undefined ? undefined : pruneStore(directory, prune, new Set(), nowMs);
}

/** What is to be shown of a store. */
interface StoreView {
  readonly directory: string;
  readonly files: readonly StoredFile[];
  /** What was removed, where that was asked for. */
  readonly removed?: Pruned | undefined;
}

/** What `store` prints: its folder, a line for each kind of entry, and the sum. */
export function storeText({ directory, files, removed }: StoreView): string {
  const { entries, bytes, oldestUse, newestUse, kinds } = summaryOf(files);
  const lines = ENTRY_KINDS.map(
    (kind) => `  ${kind}: ${countOf(kinds[kind].entries)}, ${formatSize(kinds[kind].bytes)}`,
  );
  const span =
    oldestUse === null || newestUse === null
      ? ''
      : `, used from ${dayOf(oldestUse)} to ${dayOf(newestUse)}`;
  return [
    ...(removed === undefined
      ? []
      : [`removed ${countOf(removed.entries)}, ${formatSize(removed.bytes)}`]),
    directory,
    ...lines,
    `  in all ${countOf(entries)}, ${formatSize(bytes)}${span}`,
    '',
  ].join('\n');
}

/** The same with bytes and moments; `bytes` is all that the store's files hold, those that are no entries too. */
export function storeJson({ directory, files, removed }: StoreView): unknown {
  return { store: directory, ...summaryOf(files), ...(removed && { removed }) };
}

interface Sum {
  readonly entries: number;
  readonly bytes: number;
}

interface Summary extends Sum {
  readonly kinds: Readonly<Record<KindName, Sum>>;
  /** As ISO 8601; null where there is no entry. */
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
    kinds: { kernel: ofKind('kernel'), expected: ofKind('expected'), alias: ofKind('alias') },
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

function dayOf(moment: string): string {
  return moment.slice(0, 10);
}

function countOf(entries: number): string {
  return `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
}
