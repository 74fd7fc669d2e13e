import * as fc from 'fast-check';

/** A change of a text. Numbers select places in it, whatever its length. */
interface Edit {
  readonly kind: keyof typeof EDITS;
  readonly at: number;
  readonly to: number;
}

/** What is wrong with a manifest: places, and values that people or programs write there. */
const CHARACTERS = Array.from(
  ':-,[]{}()"\'*&!|>%@#?.+/\\<=~$ \t\n0129xXn_\0\r\u00a0\u202e\ufeff\u{1f600}',
);

const VALUES = [
  '',
  'null',
  '~',
  'true',
  'no',
  '0',
  '-1',
  '1.5',
  '.inf',
  '.nan',
  '1e999',
  '0x7fffffff',
  '2147483648',
  '18446744073709551616',
  '9'.repeat(400),
  '""',
  '" "',
  '[]',
  '{}',
  '[[]]',
  '[1, 2]',
  '{ a: 1 }',
  '{ n: { n: [n] } }',
  '2026-01-01',
  '"*fp32"',
  '*fp32',
  'n',
  'n / 0',
  '1 << 63',
  'cdiv(n, 0)',
  '../../etc/passwd',
  '"{dtype}"',
  '"{x}{y}"',
  '"\\0"',
  '"\\ud800"',
  '"\\u202e"',
  '|\n  text\n',
  '>-\n  text\n',
  '__proto__',
  'constructor',
  'toString',
  `[${'[['.repeat(40)}${']]'.repeat(40)}]`,
];

const SYNTAX = [
  '---\n',
  '...\n',
  '%YAML 1.1\n---\n',
  '%TAG ! tag:example.com,2026:\n---\n',
  '? [a, b]\n: c\n',
  '<<: *a\n',
  '<<: [*a, *b]\n',
  '<<: { targets: [sm_90] }\n',
  '<<: 1\n',
  'a: &a [*a]\n',
  'a: &a { b: *a }\n',
  '"a": 1\n',
  '- a\n',
  '!!set { a, b }\n',
  '? toString\n',
];

const TAGS = [
  '&a ',
  '*a ',
  '&a',
  '*a',
  '!!str ',
  '!!int ',
  '!!float ',
  '!!binary ',
  '!!map ',
  '!x ',
];

type Apply = (text: string, at: number, to: number) => string;

/** Replaces the match that `at` selects. Leaves a text without matches as it is. */
function replacing(pattern: RegExp, change: (match: string, to: number) => string): Apply {
  return (text, at, to) => {
    const matches = [...text.matchAll(pattern)];
    const match = matches[at % Math.max(1, matches.length)];
    if (match === undefined) return text;
    const end = match.index + match[0].length;
    return text.slice(0, match.index) + change(match[0], to) + text.slice(end);
  };
}

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('an empty list');
  return item;
}

/** Replaces one word by another of the same text. */
const swapWord: Apply = (text, at, to) => {
  const words = text.match(/\w+/g) ?? [''];
  return replacing(/\w+/g, () => pick(words, to))(text, at, to);
};

/** Lines with their ends. A key without a value is followed by deeper lines, which are not part of it. */
const LINE = /[^\n]*\n/g;
const VALUE = /(?<=(?:: |- |[[{,] ?))[^\s,:[\]{}#][^,[\]{}#\n]*/g;
const KEY = /[\w"{}]+(?=:(?:\s|$))/gm;

const EDITS = {
  deleteCharacter: replacing(/[^]/g, () => ''),
  duplicateCharacter: replacing(/[^]/g, (match) => match + match),
  swapCharacters: replacing(/[^][^]/g, (match) => `${match[1]}${match[0]}`),
  replaceCharacter: replacing(/[^]/g, (_match, to) => pick(CHARACTERS, to)),
  insertCharacter: replacing(/[^]/g, (match, to) => pick(CHARACTERS, to) + match),
  changeDigit: replacing(/\d/g, (_match, to) => String(to % 10)),
  deleteLine: replacing(LINE, () => ''),
  duplicateLine: replacing(LINE, (match) => match + match),
  swapLines: replacing(/([^\n]*\n)([^\n]*\n)/g, (match) =>
    match.replace(/^(.*\n)(.*\n)$/s, '$2$1'),
  ),
  joinLines: replacing(/\n *(?=\S)/g, () => ' '),
  indent: replacing(LINE, (match, to) => ' '.repeat(1 + (to % 4)) + match),
  indentByTab: replacing(LINE, (match) => `\t${match}`),
  dedent: replacing(/^ +/gm, (match, to) => match.slice(1 + (to % match.length))),
  cut: (text, at) => text.slice(0, at % (text.length + 1)),
  replaceValue: replacing(VALUE, (_match, to) => pick(VALUES, to)),
  replaceCollection: replacing(/\[[^\][]*\]|\{[^{}]*\}/g, (_match, to) => pick(VALUES, to)),
  emptyCollection: replacing(/\[[^\][]*\]|\{[^{}]*\}/g, (match) =>
    match[0] === '[' ? '[]' : '{}',
  ),
  quoteValue: replacing(VALUE, (match) => JSON.stringify(match)),
  listValue: replacing(VALUE, (match) => `[${match}]`),
  mapValue: replacing(VALUE, (match) => `{ ${match}: ${match} }`),
  renameKey: replacing(KEY, (_match, to) => pick(VALUES, to)),
  swapWord,
  swapKey: (text, at, to) => replacing(KEY, () => pick(text.match(KEY) ?? ['a'], to))(text, at, to),
  typoInKey: replacing(KEY, (match, to) => {
    const place = to % match.length;
    return match.slice(0, place) + match.slice(place + 1);
  }),
  tag: replacing(VALUE, (match, to) => pick(TAGS, to) + match),
  tagKey: replacing(KEY, (match, to) => pick(TAGS, to) + match),
  anchorAndAlias: (text, at, to) =>
    replacing(VALUE, () => '*a')(replacing(VALUE, (match) => `&a ${match}`)(text, at, 0), to, 0),
  syntax: replacing(LINE, (match, to) => `${/^ */.exec(match)?.[0]}${pick(SYNTAX, to)}${match}`),
  block: replacing(
    VALUE,
    (match, to) => `${pick(['|', '>', '|-', '>+', '|9'], to)}\n      ${match}`,
  ),
  carriageReturns: (text) => text.replaceAll('\n', '\r\n'),
  byteOrderMark: (text) => `\ufeff${text}`,
  another: (text) => `${text}---\n${text}`,
} satisfies Record<string, Apply>;

const KINDS = Object.keys(EDITS).filter((kind): kind is Edit['kind'] => kind in EDITS);

const EDIT: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(1_000_000),
  to: fc.nat(1_000_000),
});

/** Texts that differ from one of `texts` by one to three edits, with the name of that text. */
export function mutantsOf(
  texts: ReadonlyMap<string, string>,
): fc.Arbitrary<{ readonly name: string; readonly text: string }> {
  const names = fc.constantFrom(...texts.keys());
  const edits = fc.oneof(
    { arbitrary: fc.tuple(EDIT), weight: 3 },
    { arbitrary: fc.array(EDIT, { minLength: 2, maxLength: 4 }), weight: 1 },
  );
  return fc.tuple(names, edits).map(([name, list]) => ({
    name,
    text: list.reduce((text, { kind, at, to }) => EDITS[kind](text, at, to), texts.get(name) ?? ''),
  }));
}
