import { symbolsOf } from '../manifest/entry.ts';
import { reservedName } from '../model/c-names.ts';
import { type Constant, formatConstant } from '../model/constant.ts';
import type { Draft } from './drafts.ts';

/**
 * Names the entries: after the function and, if it has several, after what differs: element types,
 * constants and options. No entry gets a C function of another one or of `taken`.
 */
export function nameDrafts(
  drafts: readonly Draft[],
  taken: Iterable<string>,
): ReadonlyMap<Draft, string> {
  const symbols = new Set([...taken].flatMap(symbolsOf));
  const names = new Map<Draft, string>();
  for (const draft of drafts) {
    const likes = drafts.filter((other) => other.function === draft.function);
    const wanted = cName([draft.function, ...differences(draft, likes)].join('_'));
    let name = wanted;
    for (let number = 2; symbolsOf(name).some((each) => symbols.has(each)); number += 1)
      name = `${wanted}_${number}`;
    for (const symbol of symbolsOf(name)) symbols.add(symbol);
    names.set(draft, name);
  }
  return names;
}

/** Makes a name that C and the generated code allow. */
export function cName(text: string): string {
  const plain = text.replaceAll(/\W+/g, '_').replaceAll(/_{2,}/g, '_').replaceAll(/^_|_$/g, '');
  return reservedName(plain) === undefined ? plain : `kernel_${plain}`;
}

function differences(draft: Draft, likes: readonly Draft[]): string[] {
  if (likes.length === 1) return [];
  return [
    ...(differ(likes, ({ file }) => file) ? [draft.file.replace(/^.*\/|\.py$/g, '')] : []),
    ...typeDifference(draft, likes),
    ...constantDifferences(draft, likes),
    ...Object.entries(draft.options).flatMap(([name, value]) =>
      differ(likes, ({ options }) => String(Reflect.get(options, name)))
        ? [`${name.replace('num_', '')}_${value}`]
        : [],
    ),
  ];
}

/** The first type that differs says which entry it is: the others usually follow. */
function typeDifference(draft: Draft, likes: readonly Draft[]): string[] {
  const texts = new Set<string>();
  for (const [name, type] of draft.types) {
    const differing = differ(likes, ({ types }) => types.get(name) ?? 'none');
    const text = type.replace(/^\*/, '').replace(/^tensordesc<(\w+)\[(.*)\]>$/, '$1_$2');
    if (differing) texts.add(text);
  }
  return [...texts].slice(0, 2);
}

function constantDifferences(draft: Draft, likes: readonly Draft[]): string[] {
  return [...draft.constants].flatMap(([name, value]) => {
    const isSame = !differ(likes, ({ constants }) => textOf(constants.get(name)));
    return isSame ? [] : [constantWord(name, value)];
  });
}

function constantWord(name: string, value: Constant): string {
  const lower = name.toLowerCase();
  if (value.kind === 'none') return `no_${lower}`;
  if (value.kind === 'bool') return value.value ? lower : `no_${lower}`;
  if (value.kind === 'dtype' || value.kind === 'string') return value.value;
  return `${lower}_${formatConstant(value).replace('-', 'minus_').replace('.', 'p')}`;
}

function textOf(constant: Constant | undefined): string {
  return constant === undefined ? '' : formatConstant(constant);
}

function differ(drafts: readonly Draft[], valueOf: (draft: Draft) => string): boolean {
  return new Set(drafts.map(valueOf)).size > 1;
}
