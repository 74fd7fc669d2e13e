import type { BinaryOperator, GridExpression } from './expression.ts';

/** Formats an expression with as few parentheses as its meaning allows. Parsing it gives it again. */
export function formatGrid(expression: GridExpression): string {
  return format(expression, 0);
}

/** True if two expressions are written in the same way. */
export function isSameText(left: GridExpression, right: GridExpression | undefined): boolean {
  return right !== undefined && formatGrid(left) === formatGrid(right);
}

/** Names of more than one word in operators: the size or the stride of a tensor's axis. */
export interface AxisName {
  readonly tensor: string;
  readonly property: 'shape' | 'stride';
  readonly axis: number;
}

/** The name of an axis: `x.shape[0]`, or `x.stride[0]` in elements. */
export function formatAxis({ tensor, property, axis }: AxisName): string {
  return `${tensor}.${property}[${axis}]`;
}

/** Parses the name of an axis; undefined for any other name. */
export function parseAxis(name: string): AxisName | undefined {
  const [, tensor = '', property, axis] = /^(\w+)\.(shape|stride)\[(\d)\]$/.exec(name) ?? [];
  if (property !== 'shape' && property !== 'stride') return undefined;
  return { tensor, property, axis: Number(axis) };
}

/** Ranks how tightly operators bind, from `?:` to signs. */
const CHOICE = 0;
const COMPARISON = 1;
const SUM = 2;
const PRODUCT = 3;
const SIGN = 4;

function format(expression: GridExpression, level: number): string {
  switch (expression.kind) {
    case 'integer':
      return expression.value < 0n && level > SUM ? `(${expression.value})` : `${expression.value}`;
    case 'name':
      return expression.name;
    case 'defined':
      return `defined(${expression.name})`;
    case 'negate':
      return wrap(`-${format(expression.operand, SIGN)}`, SIGN, level);
    case 'binary':
      return formatBinary(expression, level);
    case 'choice': {
      const { condition, whenTrue, whenFalse } = expression;
      const test = format(condition, COMPARISON);
      return wrap(
        `${test} ? ${format(whenTrue, CHOICE)} : ${format(whenFalse, CHOICE)}`,
        CHOICE,
        level,
      );
    }
  }
}

function formatBinary(
  { operator, left, right }: Extract<GridExpression, { kind: 'binary' }>,
  level: number,
): string {
  if (operator === 'min' || operator === 'max' || operator === 'cdiv')
    return `${operator}(${format(left, CHOICE)}, ${format(right, CHOICE)})`;
  const own = levelOf(operator);
  // Comparisons do not chain, the others group to the left.
  const first = format(left, own === COMPARISON ? SUM : own);
  return wrap(`${first} ${operator} ${format(right, own + 1)}`, own, level);
}

function levelOf(operator: BinaryOperator): number {
  if (operator === '+' || operator === '-') return SUM;
  return operator === '*' || operator === '/' || operator === '%' ? PRODUCT : COMPARISON;
}

function wrap(text: string, own: number, level: number): string {
  return own < level ? `(${text})` : text;
}
