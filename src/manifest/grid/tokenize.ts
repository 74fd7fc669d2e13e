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

/** A syntax error. `offset` counts UTF-16 units from the start of the text. */
export class GridSyntaxError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'GridSyntaxError';
    this.offset = offset;
  }
}

const SUPPORTED =
  'integers, names, + - * / // %, == != < <= > >=, ?:, parentheses, min, max and cdiv';

/** Operators of C and Python that the language lacks, and what to write instead. */
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
/**
 * A number includes letters and dots that follow it, so that `1.5` or `0x1g` is one error. The axis
 * of a tensor, such as `x.shape[0]`, is one name, and so is the element of a tuple, such as `TILE[0]`.
 */
const WORD = /\d[\w.]*|\w+\.(?:shape|stride)\[\d\]|\w+(?:\[\d+\])*/y;
const SYMBOL = /\/\/|\*\*|<<|>>|&&|\|\||[=!<>]=|./suy;
const SYMBOLS: ReadonlySet<string> = new Set('+ - * / // % == != < <= > >= ? : ( ) ,'.split(' '));

/**
 * Splits a text into tokens; the last one is always the `end`.
 * @throws {GridSyntaxError} for a character or word that is not supported.
 */
export function tokenize(text: string): readonly GridToken[] {
  const tokens: GridToken[] = [];
  for (let offset = skipSpace(text, 0); offset < text.length;) {
    const token = readWord(text, offset) ?? readSymbol(text, offset);
    tokens.push(token);
    offset = skipSpace(text, offset + token.text.length);
  }
  return [...tokens, { kind: 'end', text: '', offset: text.length }];
}

/** A position in a list of tokens. */
export interface Cursor {
  readonly tokens: readonly GridToken[];
  position: number;
}

/** Returns the next token. */
export function peek(cursor: Cursor): GridToken {
  return tokenAt(cursor, cursor.position);
}

/** Returns the token that was taken last. */
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

/** Takes the next token if it is one of the symbols, and returns it. */
export function acceptSymbol<S extends string>(
  cursor: Cursor,
  ...symbols: readonly S[]
): S | undefined {
  const { text } = peek(cursor);
  const symbol = symbols.find((candidate) => candidate === text);
  if (symbol !== undefined) cursor.position += 1;
  return symbol;
}

/** Takes the symbol, or throws; `expected` names everything that is allowed at this point. */
export function expectSymbol(cursor: Cursor, symbol: string, expected: string): void {
  if (acceptSymbol(cursor, symbol) === undefined) throw unexpected(cursor, expected);
}

/** Throws unless all tokens were taken. */
export function expectEnd(cursor: Cursor, expected: string): void {
  if (acceptKind(cursor, 'end') === undefined) throw unexpected(cursor, expected);
}

/** Returns the error for a next token that is not allowed at this point. */
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

function skipSpace(text: string, offset: number): number {
  return offset + (match(SPACE, text, offset)?.length ?? 0);
}

function readWord(text: string, offset: number): GridToken | undefined {
  const word = match(WORD, text, offset);
  if (word === undefined) return undefined;
  if (/^\d/.test(word)) return readInteger(word, offset);
  if (ALTERNATIVES.has(word)) throw unsupported(word, offset);
  return { kind: 'name', text: word, offset };
}

function readInteger(text: string, offset: number): GridToken {
  if (!/^(?:0|[1-9][0-9]*|0[xX][0-9a-fA-F]+)$/.test(text)) {
    const form =
      'a decimal number such as 128, without leading zeros, or a hexadecimal one such as 0x80';
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
  if (!SYMBOLS.has(symbol)) throw unsupported(symbol, offset);
  return { kind: 'symbol', text: symbol, offset };
}

function unsupported(text: string, offset: number): GridSyntaxError {
  const alternative = ALTERNATIVES.get(text);
  const advice = alternative === undefined ? '' : ` (${alternative})`;
  const message = `${visible(text)} is not supported here${advice}; use ${SUPPORTED}`;
  return new GridSyntaxError(message, offset);
}

/** Quotes a text; a character that is invisible or blank is shown by its number. */
function visible(text: string): string {
  if (!/[\p{C}\p{Z}]/u.test(text)) return `\`${text}\``;
  const code = text.codePointAt(0) ?? 0;
  return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function match(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}
