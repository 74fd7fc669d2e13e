import { describe, expect, it } from '#jest';
import {
  canonicalJson,
  formatSize,
  nearest,
  parseSize,
  fileJson,
  visibleText,
  withoutCommands,
  withoutMiddle,
} from '../../src/base/text.ts';

describe('nearest', () => {
  it.each([
    ['BLOK', 'BLOCK'],
    ['fp31', 'fp32'],
    ['z', undefined],
    ['X', 'x'],
    ['stride', undefined],
  ])('suggests for %j: %j', (word, expected) => {
    expect(nearest(word, ['x', 'y', 'BLOCK', 'fp32'])).toBe(expected);
  });
});

it('withoutMiddle keeps the beginning and the end', () => {
  expect(withoutMiddle('0123456789', 10)).toBe('0123456789');
  expect(withoutMiddle('0123456789a', 10)).toBe('012 … 89a');
});

describe('fileJson', () => {
  it('writes characters that are not seen as escapes, which mean the same', () => {
    const value = { 'a\u202eb': '\u2028\u{E0001}\u007f\n', ü: '😀' };
    const text = fileJson(value);
    expect(text).toMatch(/^[\n -~ü😀]*$/u);
    expect(JSON.parse(text)).toEqual(value);
    expect(fileJson({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  });
});

describe('canonicalJson', () => {
  /** As JSON.stringify writes a copy with sorted keys. */
  const sorted = (value: unknown): string =>
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    );

  it.each<[value: unknown]>([
    [{ b: 1, a: [2, { d: null, c: 'x"\n' }], Z: true, é: 1.5 }],
    [{ 16: 'a', 4: 'b', '04': 'c', x: 'd', '': 'e' }],
    [{ a: undefined, b: [undefined, () => 1], e: -0 }],
    [{ at: new Date(0), bytes: Buffer.from('ab') }],
    [[[], {}, '', 0]],
    ['\ud800'],
    [undefined],
  ])('writes %j with sorted keys, and otherwise as JSON.stringify does', (value) => {
    expect(canonicalJson(value)).toBe(sorted(value));
  });

  it('tells NaN and both infinities apart, for which JSON writes null', () => {
    const texts = [Number.NaN, Infinity, -Infinity, null].map((value) => canonicalJson({ value }));
    expect(new Set(texts).size).toBe(4);
  });
});

describe('parseSize', () => {
  it.each([
    ['5GB', 5e9],
    ['500 MB', 5e8],
    ['1.5kb', 1500],
    ['2GiB', 2 ** 31],
    ['0', 0],
    [' 12 B ', 12],
    ['0 GB', 0],
  ])('parses %j to %d bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each([
    '',
    'GB',
    '5',
    '1.5',
    '5 GB 2',
    '-1',
    '1e3',
    '5G',
    '0x10',
    '99999999TB',
    '1..5MB',
    '5ib',
  ])('rejects %j', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });
});

describe('formatSize', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1400, '1.4 KB'],
    [5e9, '5.0 GB'],
    [123_456_789, '123 MB'],
    [2e15, '2000 TB'],
  ])('formats %d bytes as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});

describe('text of others', () => {
  it.each([
    ['a\tb\nc é 漢 😀', 'a\tb\nc é 漢 😀'],
    ['red \u001B[31m', String.raw`red \u{1B}[31m`],
    ['\0\u0007\u007F\u009B', String.raw`\u{0}\u{7}\u{7F}\u{9B}`],
    ['right \u202E left \u2066', String.raw`right \u{202E} left \u{2066}`],
    ['zero\u200Bwidth\uFEFF', String.raw`zero\u{200B}width\u{FEFF}`],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
  ])('shows what cannot be seen: %j', (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });

  it.each([
    ['::error::no', ': :error::no'],
    ['fine\n  ::add-mask::x\n\t::x', 'fine\n  : :add-mask::x\n\t: :x'],
    ['a ##[set-output name=x]y', 'a ## [set-output name=x]y'],
    ['std::vector ::global', 'std::vector ::global'],
  ])('is no command of a workflow: %j', (text, shown) => {
    expect(withoutCommands(text)).toBe(shown);
  });
});
