import { GridSyntaxError, type Token } from './token.ts';

/** A place in a list of tokens whose last one is the `end`. */
export interface Cursor {
  readonly tokens: readonly Token[];
  position: number;
}

export function peek(cursor: Cursor): Token {
  return tokenAt(cursor, cursor.position);
}

/** The token that was taken last. */
export function previous(cursor: Cursor): Token {
  return tokenAt(cursor, cursor.position - 1);
}

/** Takes the next token if it is of the kind. */
export function acceptKind<K extends Token['kind']>(
  cursor: Cursor,
  kind: K,
): Extract<Token, { kind: K }> | undefined {
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

function tokenAt({ tokens }: Cursor, position: number): Token {
  return tokens[position] ?? { kind: 'end', text: '', offset: 0 };
}

function isKind<K extends Token['kind']>(
  token: Token,
  kind: K,
): token is Extract<Token, { kind: K }> {
  return token.kind === kind;
}
