import { symbolsOf } from '../../manifest/entry.ts';
import { type Constant, formatConstant } from '../../manifest/terms/constant.ts';
import { cName } from '../insert-entries.ts';
import type { EntryDraft } from './drafts.ts';

/**
 * Names entries: after the function and, if `all` has several of it, after what differs: flags,
 * element types, constants and options. No entry gets a C function of another one or of `taken`.
 */
export function nameDrafts(
  drafts: readonly EntryDraft[],
  all: readonly EntryDraft[],
  taken: Iterable<string>,
): ReadonlyMap<EntryDraft, string> {
  const symbols = new Set([...taken].flatMap((each) => symbolsOf(each)));
  const names = new Map<EntryDraft, string>();
  for (const draft of drafts) {
    const likes = all.filter((other) => other.function === draft.function);
    const wanted = cName([draft.function, ...differences(draft, likes)].join('_'));
    let name = wanted;
    for (let number = 2; symbolsOf(name).some((each) => symbols.has(each)); number += 1)
      name = `${wanted}_${number}`;
    for (const symbol of symbolsOf(name)) symbols.add(symbol);
    names.set(draft, name);
  }
  return names;
}

/** The words that set an entry apart from the others of its function, as few as that takes. */
function differences(draft: EntryDraft, likes: readonly EntryDraft[]): string[] {
  const features = featuresOf(likes).filter(({ keyOf }) => differ(likes, keyOf));
  const chosen: Feature[] = [];
  const groups = (): number =>
    new Set(likes.map((each) => chosen.map(({ keyOf }) => keyOf(each)).join('\n'))).size;
  for (const each of features) {
    const before = groups();
    if (before === likes.length) break;
    chosen.push(each);
    if (groups() === before) chosen.pop();
  }
  return chosen.map(({ wordOf }) => wordOf(draft)).filter((word) => word !== '');
}

/** Something in which entries can differ. */
interface Feature {
  readonly keyOf: (draft: EntryDraft) => string;
  readonly wordOf: (draft: EntryDraft) => string;
}

/** Returns the features of an entry. Those that say most about it come first. */
function featuresOf(likes: readonly EntryDraft[]): readonly Feature[] {
  // An argument that some calls leave out is a constant there: `no_bias`.
  const types = [...(likes[0]?.types.keys() ?? [])].filter((name) =>
    likes.every((each) => each.types.has(name)),
  );
  const constants = new Set(likes.flatMap((each) => [...each.constants.keys()]));
  const kindOf = (name: string): string =>
    likes.map((each) => each.constants.get(name)?.kind ?? 'none').toSorted()[0] ?? '';
  const named = [...constants].toSorted((a, b) => rank(kindOf(a)) - rank(kindOf(b)));
  const options = new Set(likes.flatMap((each) => Object.keys(each.options)));
  return [
    { keyOf: ({ file }) => file, wordOf: ({ file }) => file.replaceAll(/^.*\/|\.py$/g, '') },
    ...types.map((name) => feature(({ types: own }) => typeWord(own.get(name)))),
    ...named.map((name) => feature(({ constants: own }) => constantWord(name, own.get(name)))),
    ...[...options].map((name) =>
      feature(({ options: own }) => `${name.replace('num_', '')}_${Reflect.get(own, name)}`),
    ),
  ];
}

function feature(wordOf: (draft: EntryDraft) => string): Feature {
  return { keyOf: wordOf, wordOf };
}

/** Flags make better names than block sizes, and these better ones than missing arguments. */
function rank(kind: string): number {
  return ['bool', 'string', 'dtype', 'int', 'float', 'none'].indexOf(kind);
}

function typeWord(type: string | undefined): string {
  if (type === undefined) return '';
  return type.replace(/^\*/, '').replace(/^tensordesc<(\w+)\[(.*)\]>$/, '$1_$2');
}

function constantWord(name: string, value: Constant | undefined): string {
  const lower = name.toLowerCase();
  if (value === undefined) return '';
  if (value.kind === 'none') return `no_${lower}`;
  if (value.kind === 'bool') return value.value ? lower : `no_${lower}`;
  if (value.kind === 'dtype' || value.kind === 'string') return value.value;
  return `${lower}_${formatConstant(value).replace('-', 'minus_').replace('.', 'p')}`;
}

function differ(drafts: readonly EntryDraft[], valueOf: (draft: EntryDraft) => string): boolean {
  return new Set(drafts.map(valueOf)).size > 1;
}
