import { canonicalJson } from '../../base/text.ts';
import type { KernelEntry } from '../../manifest/entry.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { freeKernelName, symbolsOf } from '../../manifest/terms/c-names.ts';
import { type Constant, formatConstant, toWire } from '../../manifest/terms/constant.ts';
import { formatArgumentType, parseArgumentType } from '../../manifest/terms/types.ts';
import { type EntryDraft, valueText } from './drafts.ts';
import { joinDrafts, namesOf } from './families.ts';

/** A draft with the name of its entry. */
export interface NamedDraft {
  readonly draft: EntryDraft;
  readonly name: string;
  /** True if the manifest has no entry for the kernel. */
  readonly isNew: boolean;
}

/**
 * Names entries: like the entry that the manifest has for the kernel, or after the function and, if
 * there are several of it, after what differs: flags, element types, constants and options. No entry
 * gets a C function of another one.
 * @param isGolden whether the entries get the outputs of recorded calls
 */
export function nameDrafts(
  drafts: readonly EntryDraft[],
  manifest: Manifest | undefined,
  isGolden: boolean,
): readonly NamedDraft[] {
  const symbols = new Set(manifest?.kernels.flatMap(({ name }) => symbolsOf(name)));
  const kept = drafts.flatMap((draft) => {
    const existing = manifest && entryFor(draft, manifest);
    return existing === undefined ? [] : [{ draft, name: existing.name, isNew: false }];
  });
  const news = drafts.filter((draft) => kept.every((each) => each.draft !== draft));
  const joined = joinDrafts(news, isGolden);
  const all = [...kept.map(({ draft }) => draft), ...joined];
  const named = joined.map((draft) => {
    const likes = all.filter((other) => other.function === draft.function);
    const own = freeKernelName([draft.function, ...differences(draft, likes)].join('_'));
    const suffixes = draft.choices.length === 0 ? [''] : suffixesOf(draft);
    const isTaken = (base: string): boolean =>
      suffixes.some((suffix) => symbolsOf(base + suffix).some((each) => symbols.has(each)));
    let base = own;
    for (let number = 2; isTaken(base); number += 1) base = `${own}_${number}`;
    for (const suffix of suffixes)
      for (const symbol of symbolsOf(base + suffix)) symbols.add(symbol);
    const placeholders = draft.choices.length === 0 ? [] : (namesOf(draft) ?? []);
    return {
      draft,
      name: [base, ...placeholders.map((each) => `{${each}}`)].join('_'),
      isNew: true,
    };
  });
  return [...kept, ...named];
}

/** What the names of the choices of an entry end with: the values of its placeholders. */
function suffixesOf(draft: EntryDraft): readonly string[] {
  const names = namesOf(draft) ?? [];
  return draft.choices.map((choice) => names.map((name) => `_${valueText(choice, name)}`).join(''));
}

/**
 * Returns the entry of a manifest that describes the same kernel: the same function with the same
 * types and constants. Hints may differ, since a person might have changed them.
 */
function entryFor(draft: EntryDraft, manifest: Manifest): KernelEntry | undefined {
  return manifest.kernels.find(
    (entry) =>
      entry.source.file === draft.file &&
      entry.source.function === draft.function &&
      hasTypes(entry, draft) &&
      hasConstants(entry, draft),
  );
}

function hasTypes({ shape }: KernelEntry, { parameters, types }: EntryDraft): boolean {
  const own = new Map(
    shape.form === 'arguments'
      ? [...shape.arguments].map(([name, { type }]) => [name, formatArgumentType(type)])
      : shape.tokens.flatMap((token, index) =>
          token.kind === 'argument'
            ? [[parameters[index] ?? '', formatArgumentType(token.spec.type)]]
            : [],
        ),
  );
  return (
    own.size === types.size && [...types].every(([name, text]) => own.get(name) === plain(text))
  );
}

/** Returns the type in its usual form: `tensordesc<fp16[64,64]>` without spaces. */
function plain(text: string): string {
  const type = parseArgumentType(text);
  return type === undefined ? text : formatArgumentType(type);
}

/** True if the entry's constants are the recorded ones. What it leaves out has a default. */
function hasConstants(entry: KernelEntry, draft: EntryDraft): boolean {
  const fromSignature =
    entry.shape.form === 'signature'
      ? entry.shape.tokens.flatMap((token, index) =>
          token.kind === 'constant' ? [[draft.parameters[index] ?? '', token.value] as const] : [],
        )
      : [];
  const given = new Map<string, Constant>([...fromSignature, ...entry.constants]);
  const configs = entry.configs === 'autotune' ? [] : entry.configs;
  const tuned = new Set(configs.flatMap(({ constants }) => [...constants.keys()]));
  return [...draft.constants].every(([name, value]) => {
    const own = given.get(name);
    if (own === undefined) return true;
    return tuned.has(name) || canonicalJson(toWire(own)) === canonicalJson(toWire(value));
  });
}

/** Returns the words that set an entry apart from the others of its function, as few as that takes. */
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
  // What the choices of an entry differ in is in its `for`.
  const isFixed = (name: string): boolean =>
    likes.every(
      ({ choices }) => new Set(choices.map((choice) => valueText(choice, name))).size < 2,
    );
  const constants = new Set(likes.flatMap((each) => [...each.constants.keys()]));
  const kindOf = (name: string): string =>
    likes.map((each) => each.constants.get(name)?.kind ?? 'none').toSorted()[0] ?? '';
  const named = [...constants]
    .filter(isFixed)
    .toSorted((a, b) => rank(kindOf(a)) - rank(kindOf(b)));
  const options = new Set(likes.flatMap((each) => Object.keys(each.options).filter(isFixed)));
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

/** Returns a low number for what makes a good name: flags are better than block sizes, and these than missing arguments. */
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
