import { MAX_INTEGER } from './evaluate.ts';

interface PlainToken<K extends string> {
  readonly kind: K;
  readonly text: string;
  readonly offset: number;
}

interface IntegerToken extends PlainToken<'integer'> {
  readonly value: bigint;
}

type GridToken = IntegerToken | PlainToken<'name'> | PlainToken<'symbol'> | PlainToken<'end'>;

/** Text that is not of the grid language. `offset` counts UTF-16 units from the start of the text. */
export class GridSyntaxError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'GridSyntaxError';
    this.offset = offset;
  }
}

const CONTENTS =
  'integers, names, + - * / // %, == != < <= > >=, ?:, parentheses, min, max and cdiv';

/** What people write from habit with C or Python, and what says the same here. */
const ALTERNATIVES: ReadonlyMap<string, string> = new Map([
  ['=', 'to compare, write `==`'],
  ['&&', 'for `a && b` write `a ? b : 0`'],
  ['and', 'for `a and b` write `a ? b : 0`'],
  ['||', 'for `a || b` write `a ? 1 : b`'],
  ['or', 'for `a or b` write `a ? 1 : b`'],
  ['!', 'for `!a` write `a == 0`'],
  ['not', 'for `not a` write `a == 0`'],
  ['if', 'for `a if c else b` write `c ? a : b`'],
  ['else', 'for `a if c else b` write `c ? a : b`'],
]);

const SPACE = /[ \t\r\n]*/y;
/** A number takes all that clings to it, so that `1.5` or `0x1g` is one mistake. */
const WORD = /\d[\w.]*|\w+/y;
const SYMBOL = /\/\/|\*\*|<<|>>|&&|\|\||[=!<>]=|./suy;
const SYMBOLS: ReadonlySet<string> = new Set('+ - * / // % == != < <= > >= ? : ( ) ,'.split(' '));

/** Splits a text into its tokens; the last one is always the `end`. Throws GridSyntaxError. */
export function tokenize(text: string): readonly GridToken[] {
  const tokens: GridToken[] = [];
  for (let offset = skipSpace(text, 0); offset < text.length;) {
    const token = readWord(text, offset) ?? readSymbol(text, offset);
    tokens.push(token);
    offset = skipSpace(text, offset + token.text.length);
  }
  return [...tokens, { kind: 'end', text: '', offset: text.length }];
}

function skipSpace(text: string, offset: number): number {
  return offset + (match(SPACE, text, offset)?.length ?? 0);
}

function readWord(text: string, offset: number): GridToken | undefined {
  const word = match(WORD, text, offset);
  if (word === undefined) return undefined;
  if (/^\d/.test(word)) return readInteger(word, offset);
  if (ALTERNATIVES.has(word)) throw foreign(word, offset);
  return { kind: 'name', text: word, offset };
}

function readInteger(text: string, offset: number): GridToken {
  if (!/^(?:0|[1-9][0-9]*|0[xX][0-9a-fA-F]+)$/.test(text)) {
    const form = 'decimal digits without leading zeros (128) or hexadecimal ones (0x80)';
    throw new GridSyntaxError(`\`${text}\` is not an integer; expected ${form}`, offset);
  }
  const value = BigInt(text);
  if (value > MAX_INTEGER) {
    throw new GridSyntaxError(
      `\`${text}\` is too large; the largest integer is ${MAX_INTEGER}`,
      offset,
    );
  }
  return { kind: 'integer', value, text, offset };
}

function readSymbol(text: string, offset: number): GridToken {
  const symbol = match(SYMBOL, text, offset) ?? '';
  if (!SYMBOLS.has(symbol)) throw foreign(symbol, offset);
  return { kind: 'symbol', text: symbol, offset };
}

function foreign(text: string, offset: number): GridSyntaxError {
  const alternative = ALTERNATIVES.get(text);
  const advice = alternative === undefined ? '' : ` (${alternative})`;
  const message = `${visible(text)} is not part of the grid language${advice}; it has ${CONTENTS}`;
  return new GridSyntaxError(message, offset);
}

/** Characters that print as nothing or as a blank are shown by number. */
function visible(text: string): string {
  if (!/[\p{C}\p{Z}]/u.test(text)) return `\`${text}\``;
  const code = text.codePointAt(0) ?? 0;
  return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function match(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}

/** A place in a list of tokens whose last one is the `end`. */
export interface Cursor {
  readonly tokens: readonly GridToken[];
  position: number;
}

export function peek(cursor: Cursor): GridToken {
  return tokenAt(cursor, cursor.position);
}

/** The token that was taken last. */
export function previous(cursor: Cursor): GridToken {
  return tokenAt(cursor, cursor.position - 1);
}

/** Takes the next token if it is of the kind. */
export function acceptKind<K extends GridToken['kind']>(
  cursor: Cursor,
  kind: K,
): Extract<GridToken, { kind: K }> | undefined {
  const token = peek(cursor);
  if (!isKind(token, kind)) return undefined;
  cursor.position += 1;
  return token;
}

/** Takes the next token if it is one of the symbols, and tells which. */
export function acceptSymbol<S extends string>(
  cursor: Cursor,
  ...symbols: readonly S[]
): S | undefined {
  const { text } = peek(cursor);
  const symbol = symbols.find((candidate) => candidate === text);
  if (symbol !== undefined) cursor.position += 1;
  return symbol;
}

/** Takes the symbol; `expected` names everything that could have stood here. */
export function expectSymbol(cursor: Cursor, symbol: string, expected: string): void {
  if (acceptSymbol(cursor, symbol) === undefined) throw unexpected(cursor, expected);
}

/** Throws unless all tokens were taken. */
export function expectEnd(cursor: Cursor, expected: string): void {
  if (acceptKind(cursor, 'end') === undefined) throw unexpected(cursor, expected);
}

/** The error for a next token that cannot stand where it does. */
export function unexpected(cursor: Cursor, expected: string): GridSyntaxError {
  const { kind, text, offset } = peek(cursor);
  const found = kind === 'end' ? 'the end' : `\`${text}\``;
  return new GridSyntaxError(`expected ${expected}, found ${found}`, offset);
}

function tokenAt({ tokens }: Cursor, position: number): GridToken {
  return tokens[position] ?? { kind: 'end', text: '', offset: 0 };
}

function isKind<K extends GridToken['kind']>(
  token: GridToken,
  kind: K,
): token is Extract<GridToken, { kind: K }> {
  return token.kind === kind;
}
