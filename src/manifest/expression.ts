import type { GridExpression } from './grid/expression.ts';
import { parseGrid } from './grid/parse.ts';
import type { Problems } from './problems.ts';
import { splitSignature } from './signature.ts';

/** An expression of the grid language, and the text in which its offsets count. */
export interface Expression {
  readonly tree: GridExpression;
  readonly text: string;
}

/** Parses one expression. */
export function parseExpression(
  value: string | bigint,
  problems: Problems,
): Expression | undefined {
  const expressions = parseExpressions([value], problems);
  if (expressions === undefined || expressions.length === 1) return expressions?.[0];
  problems.add(`expected one expression, found ${expressions.length} in \`${value}\``);
  return undefined;
}

/** Parses a list of expressions. */
export function parseExpressions(
  values: readonly (string | bigint)[],
  problems: Problems,
): readonly Expression[] | undefined {
  const text = joinAxes(values);
  const expressions: Expression[] = [];
  for (const part of text.trim() === '' ? [''] : splitSignature(text)) {
    const trees = parseAxes(part, problems);
    if (trees === undefined) return undefined;
    expressions.push(...trees.map((tree) => ({ tree, text: part })));
  }
  return expressions;
}

/** Parses expressions separated by commas, at most three. */
export function parseAxes(text: string, problems: Problems): readonly GridExpression[] | undefined {
  const parsed = parseGrid(text);
  if (parsed.ok) return parsed.axes;
  const translated = withoutPython(text);
  const hint = translated === undefined ? undefined : `Write \`${translated}\`.`;
  if (text.trim() === '') problems.add('expected an expression, found nothing');
  else if (/^\s*lambda\b/.test(text))
    problems.add('expected expressions, found a Python function', hint ?? LAMBDA_HINT);
  else problems.add(messageInText(parsed.message, text, parsed.offset), hint);
  return undefined;
}

const LAMBDA_HINT =
  "Write what it returns with the names of arguments and constants: `cdiv(n, BLOCK)` for `(triton.cdiv(n, meta['BLOCK']),)`.";

/** Translates the grid of a launch, `lambda meta: (triton.cdiv(n, meta['BLOCK']),)`; undefined if it cannot. */
function withoutPython(text: string): string | undefined {
  const translated = text
    .trim()
    .replace(/^lambda[^:]*:\s*/, '')
    .replaceAll(/\b(?:triton|tl)\.(cdiv|min|max)\b/g, '$1')
    .replaceAll(/\b\w+\[\s*(['"])(\w+)\1\s*\]/g, '$2')
    .replace(/^\((.*?),?\s*\)$/s, '$1');
  return parseGrid(translated).ok ? translated : undefined;
}

/** Joins a list of expressions. YAML splits `[cdiv(M, 64), N]` at the comma in parentheses too. */
export function joinAxes(values: readonly (string | bigint)[]): string {
  return values.join(', ');
}

/** Returns a message with its place in the expression, since YAML's folding hides line and column. */
export function messageInText(message: string, text: string, offset: number): string {
  return `at character ${offset + 1} of \`${text}\`: ${message}`;
}
