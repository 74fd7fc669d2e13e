import { join } from 'node:path';

/** What an entry holds; also how its file's name ends. */
export const ENTRY_KINDS = ['kernel', 'expected', 'alias'] as const;
export type KindName = (typeof ENTRY_KINDS)[number];

/** What an entry is called wherever it lies: its hash, 64 hexadecimal digits, and its kind. */
export type EntryName = `${string}.${KindName}`;

const NAME = new RegExp(`^([0-9a-f]{64})\\.(${ENTRY_KINDS.join('|')})$`);

export function entryName(kind: KindName, hash: string): EntryName {
  return `${hash}.${kind}`;
}

export function isEntryName(text: string): text is EntryName {
  return NAME.test(text);
}

/** The parts of a name. */
export function partsOf(name: EntryName): { readonly hash: string; readonly kind: KindName } {
  const [, hash, kind] = NAME.exec(name) ?? [];
  if (hash === undefined || kind === undefined) throw new Error(`${name} names no entry`);
  return { hash, kind: kind as KindName };
}

/** The folder of a store that holds everything of this format, and nothing else does. */
export function entriesFolder(directory: string): string {
  return join(directory, 'v2');
}

/** The file of an entry. */
export function entryFile(directory: string, name: EntryName): string {
  return join(entriesFolder(directory), name.slice(0, 2), name);
}
