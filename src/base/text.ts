import { createHash } from 'node:crypto';

/** Returns the candidate that `word` most likely misspells; undefined if none is close. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  // In a word of one letter, one other letter is no misspelling.
  const limit = Math.min(word.length - 1, Math.max(1, Math.floor(word.length / 3)));
  let best: { readonly candidate: string; readonly distance: number } | undefined;
  for (const candidate of candidates) {
    // The distance is at least that of the lengths.
    if (Math.abs(candidate.length - word.length) > limit) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= limit && distance < (best?.distance ?? Infinity))
      best = { candidate, distance };
  }
  return best?.candidate;
}

/** Formats as `1 file` or `2 files`. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : many}`;
}

/** Formats three significant digits, such as `12.3` or `1870`. */
export function threeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Returns the beginning and the end of a text that has more than `most` characters. */
export function withoutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor((most - 3) / 2);
  return `${text.slice(0, half)} … ${text.slice(-half)}`;
}

/** Indents the lines of a text that are not empty. */
export function indent(text: string, columns: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(columns));
}

/**
 * Characters that move the cursor, change colours or the direction of writing, or are not seen: all
 * control characters but tab and line feed, and the format characters of Unicode.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Writes unseen characters as `\u{202E}`, for text that others wrote. Every line ends with a line feed. */
export function visibleText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, (character) => {
    const code = character.codePointAt(0)?.toString(16).toUpperCase();
    return `\\u{${code}}`;
  });
}

/** Formats as JSON for a file that people read too. `replace` is as for `JSON.stringify`. */
export function fileJson(
  value: unknown,
  replace?: (key: string, value: unknown) => unknown,
): string {
  return `${asciiControls(JSON.stringify(value, replace, 2))}\n`;
}

/** Writes unseen characters in JSON as `\u202e`. */
export function asciiControls(json: string): string {
  return json.replaceAll(UNSEEN, (character) => character.split('').map(escapeUnit).join(''));
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * Changes lines that a runner of workflows would take for commands: `::error::…` at the beginning,
 * and `##[…]` anywhere.
 * Source: actions/runner, ActionCommand.cs.
 */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^([^\S\n]*)::/gm, '$1: :').replaceAll('##[', '## [');
}

/** Quotes a word for a POSIX shell, if it needs quotes. */
export function shellQuote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Writes an integer of 64 bits as C. A minus is not part of a literal, and 2^63 on its own does not fit. */
export function cInteger(value: bigint): string {
  if (value > 2n ** 63n - 1n) return `UINT64_C(${value})`;
  if (value === -(2n ** 63n)) return 'INT64_MIN';
  return value < 0n ? `-INT64_C(${-value})` : `INT64_C(${value})`;
}

/** Writes a float as a C `double`. */
export function cFloat(value: number): string {
  if (Number.isNaN(value)) return '__builtin_nan("")';
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}__builtin_inf()`;
  const text = Object.is(value, -0) ? '-0' : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Writes a text as a C string, as it is. `??` begins a trigraph in C11. */
export function cString(text: string): string {
  return JSON.stringify(text).replaceAll('?', String.raw`\?`);
}

/** Writes a text for people as a C string, with unseen characters as `\u{202E}`. */
export function cMessage(text: string): string {
  return cString(visibleText(text));
}

/** Returns the SHA-256 of text or bytes in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Formats as JSON with sorted keys, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  // As JSON.stringify, whose type does not say it either: undefined for undefined.
  return written(value) as string;
}

/** Writes piece by piece: sorted copies of objects would be most of the garbage of a large plan. */
function written(value: unknown): string | undefined {
  // JSON has no NaN and no infinities, and would write null for all of them.
  if (typeof value === 'number' && !Number.isFinite(value)) return JSON.stringify(String(value));
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return written(value.toJSON());
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${written(item) ?? 'null'}`;
    return `[${text}]`;
  }
  for (const key of sortedKeys(value)) {
    const item = written(Reflect.get(value, key));
    if (item !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${item}`;
  }
  return `{${text}}`;
}

/** Whole numbers come first, in their order, as they do in every object. */
function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value);
  const numbers = keys.findIndex((key) => !isIndex(key));
  if (numbers <= 0) return numbers === 0 ? keys.toSorted() : keys;
  return [...keys.slice(0, numbers), ...keys.slice(numbers).toSorted()];
}

function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}

/** Describes what `parseSize` accepts, for messages. */
export const SIZE_FORM = 'a size such as 5GB, 500 MB or 2GiB';

const UNITS: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
  TIB: 2 ** 40,
};

/**
 * Parses a size such as `5GB` to bytes; undefined if it is not a size. Only 0 needs no unit:
 * 5 hardly means five bytes.
 */
export function parseSize(text: string): number | undefined {
  const [, digits = '', unit = 'B'] =
    /^(0|\d+(?:\.\d+)?(?= ?[a-z])) ?([kmgt]?i?b)?$/i.exec(text.trim()) ?? [];
  const factor = UNITS[unit.toUpperCase()];
  const bytes = Math.floor(Number(digits) * (factor ?? Number.NaN));
  return digits !== '' && Number.isSafeInteger(bytes) ? bytes : undefined;
}

/** Formats a number of bytes as `1.4 MB`, with about three digits. */
export function formatSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const amount = bytes / 1000 ** power;
  return `${power === 0 || amount >= 100 ? amount.toFixed(0) : amount.toFixed(1)} ${units[power]}`;
}

/** Returns a text that begins with a capital. */
export function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** Parses JSON; returns undefined if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A place where two texts differ. Line and column count from 1. */
interface LineDifference {
  readonly line: number;
  readonly column: number;
  /** The parts of the two lines around the place; undefined where a text has ended. */
  readonly expected: string | undefined;
  readonly found: string | undefined;
}

/** Finds the first place where a text differs from the expected one; undefined if they are equal. */
export function lineDifference(expected: string, found: string): LineDifference | undefined {
  const [left, right] = [expected.split('\n'), found.split('\n')];
  const count = Math.max(left.length, right.length);
  for (let index = 0; index < count; index++) {
    const [a, b] = [left[index], right[index]];
    if (a === b) continue;
    const column = commonLength(a ?? '', b ?? '');
    const [ofA, ofB] = [a, b].map((each) => each && excerpt(each, column));
    return { line: index + 1, column: column + 1, expected: ofA ?? a, found: ofB ?? b };
  }
  return undefined;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Characters of a long line before and after a difference. A line of a cubin has megabytes. */
const AROUND = 40;

function excerpt(line: string, column: number): string {
  if (line.length <= 2 * AROUND) return line;
  const from = Math.max(0, Math.min(column, line.length) - AROUND);
  const to = Math.min(line.length, column + AROUND);
  return `${from > 0 ? '…' : ''}${line.slice(from, to)}${to < line.length ? '…' : ''}`;
}

/** Returns the Levenshtein distance, computed one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, ofA] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, ofB] of Array.from(b).entries()) {
      const replaced = (row[j] ?? 0) + (ofA === ofB ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
