import type { GridExpression } from '../grid/expression.ts';
import { parseGrid } from '../grid/parse.ts';
import { type ParseResult, splitSignature } from './signature.ts';

/** An expression of the grid language, and the text that offsets in it count in. */
export interface Expression {
  readonly tree: GridExpression;
  readonly text: string;
}

/** Reads one expression. */
export function parseExpression(value: string | bigint): ParseResult<Expression> {
  const parsed = parseExpressions([value]);
  if (!parsed.ok) return parsed;
  const [expression, ...more] = parsed.value;
  if (expression === undefined || more.length > 0) {
    return {
      ok: false,
      message: `expected one expression, found ${parsed.value.length} in \`${value}\``,
    };
  }
  return { ok: true, value: expression };
}

/** Reads a list of expressions. */
export function parseExpressions(
  values: readonly (string | bigint)[],
): ParseResult<readonly Expression[]> {
  // YAML splits `[cdiv(M, 64), N]` at every comma, also inside the parentheses: together the parts are whole.
  const texts = values.map((value) => `${value}`).join(', ');
  const expressions: Expression[] = [];
  for (const text of texts.trim() === '' ? [''] : splitSignature(texts)) {
    const parsed = parseGrid(text);
    if (!parsed.ok) {
      return { ok: false, message: expressionMessage(parsed.message, text, parsed.offset) };
    }
    expressions.push(...parsed.axes.map((tree) => ({ tree, text })));
  }
  return { ok: true, value: expressions };
}

/** A problem with the place inside the expression, which YAML's folding hides from line and column. */
export function expressionMessage(message: string, text: string, offset: number): string {
  return `${message}, at character ${offset + 1} of \`${text}\``;
}
