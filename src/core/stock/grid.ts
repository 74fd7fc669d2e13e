import type { BinaryOperator, GridExpression } from '../grid/expression.ts';
import { foldGrid } from '../grid/fold.ts';
import type { GridName } from '../grid/name.ts';
import { gridScope } from '../grid/scope.ts';
import type { Config, Kernel, Specialisation } from '../kernel.ts';

/**
 * The grid as compile.py's `-g` takes it: three C expressions, which it pastes as they are. They compute in the
 * arguments' own C types, so divisions round as C does: the same for values that are not negative.
 */
export function stockGrid(kernel: Kernel, config: Config, specialisation: Specialisation): string {
  const names = new Map<string, GridName>(gridScope(kernel.arguments, [], config));
  for (const [index, { name }] of kernel.arguments.entries()) {
    // An argument that is always 1 is no parameter of the C function.
    if (specialisation[index] === 'equal-to-1') names.set(name, { kind: 'constant', value: 1n });
  }
  const axes = kernel.grid.map((axis) => write(foldGrid(axis, names)).text);
  return [...axes, '1', '1'].slice(0, 3).join(', ');
}

/** C text, and how tightly its outermost operator binds. */
interface Written {
  readonly text: string;
  readonly level: number;
}

const CHOICE = 1;
const SUM = 4;
const PRODUCT = 5;
const UNARY = 6;
const PRIMARY = 7;

const INFIX: Readonly<Record<Exclude<BinaryOperator, 'min' | 'max' | 'cdiv'>, number>> = {
  '<': 3,
  '<=': 3,
  '>': 3,
  '>=': 3,
  '==': 2,
  '!=': 2,
  '+': SUM,
  '-': SUM,
  '*': PRODUCT,
  '/': PRODUCT,
  '%': PRODUCT,
};

function write(expression: GridExpression): Written {
  switch (expression.kind) {
    case 'integer':
      return { text: String(expression.value), level: expression.value < 0n ? UNARY : PRIMARY };
    case 'name':
      return { text: expression.name, level: PRIMARY };
    case 'negate':
      return { text: `-${wrap(expression.operand, PRIMARY)}`, level: UNARY };
    case 'binary':
      return writeBinary(expression.operator, expression.left, expression.right);
    case 'choice': {
      const { condition, whenTrue, whenFalse } = expression;
      return writeChoice(wrap(condition, CHOICE + 1), whenTrue, whenFalse);
    }
  }
}

function writeBinary(
  operator: BinaryOperator,
  left: GridExpression,
  right: GridExpression,
): Written {
  if (operator === 'min' || operator === 'max') {
    const sign = operator === 'min' ? '<' : '>';
    return writeChoice(`${wrap(left, SUM)} ${sign} ${wrap(right, SUM)}`, left, right);
  }
  if (operator === 'cdiv') {
    const raise =
      right.kind === 'integer' ? String(right.value - 1n) : `${wrap(right, SUM + 1)} - 1`;
    return { text: `(${wrap(left, SUM)} + ${raise}) / ${wrap(right, UNARY)}`, level: PRODUCT };
  }
  const level = INFIX[operator];
  return { text: `${wrap(left, level)} ${operator} ${wrap(right, level + 1)}`, level };
}

function writeChoice(test: string, whenTrue: GridExpression, whenFalse: GridExpression): Written {
  const [yes, no] = [whenTrue, whenFalse].map((branch) => wrap(branch, CHOICE + 1));
  return { text: `${test} ? ${yes} : ${no}`, level: CHOICE };
}

/** The expression in parentheses unless it binds at least as tightly as its place needs. */
function wrap(expression: GridExpression, least: number): string {
  const { text, level } = write(expression);
  return level < least ? `(${text})` : text;
}
