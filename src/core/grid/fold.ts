import { applyOperator, divides, fits, type GridFault, type GridResult } from './evaluate.ts';
import type { GridExpression } from './expression.ts';
import type { GridNames } from './name.ts';

type Binary = Extract<GridExpression, { kind: 'binary' }>;

/** Hears of an operation that fails whatever the values are, and of where in the text the reason stands. */
export type OnFault = (fault: GridFault, offset: number) => void;

/**
 * Puts the constants in, computes what is constant, and drops branches that are never taken. An operation
 * that must fail is left as it is, after `onFault` was told.
 */
export function foldGrid(
  expression: GridExpression,
  names: GridNames,
  onFault: OnFault = () => undefined,
): GridExpression {
  const fold = (child: GridExpression): GridExpression => foldGrid(child, names, onFault);
  switch (expression.kind) {
    case 'integer':
      return expression;
    case 'name': {
      const meaning = names.get(expression.name);
      const isKnown = meaning?.kind === 'constant' && fits(meaning.value);
      return isKnown ? integer(meaning.value, expression.offset) : expression;
    }
    case 'negate':
      return foldNegation(fold(expression.operand), expression.offset, onFault);
    case 'binary':
      return foldBinary(
        { ...expression, left: fold(expression.left), right: fold(expression.right) },
        onFault,
      );
    case 'choice': {
      const condition = fold(expression.condition);
      if (condition.kind === 'integer') {
        return fold(condition.value === 0n ? expression.whenFalse : expression.whenTrue);
      }
      const { whenTrue, whenFalse } = expression;
      return { ...expression, condition, whenTrue: fold(whenTrue), whenFalse: fold(whenFalse) };
    }
  }
}

function foldNegation(operand: GridExpression, offset: number, onFault: OnFault): GridExpression {
  const node: GridExpression = { kind: 'negate', operand, offset };
  if (operand.kind !== 'integer') return node;
  return settle(node, applyOperator('-', 0n, operand.value), onFault);
}

function foldBinary(node: Binary, onFault: OnFault): GridExpression {
  const { operator, left, right } = node;
  if (right.kind !== 'integer') return node;
  if (divides(operator) && right.value === 0n) {
    onFault('division by zero', right.offset);
    return node;
  }
  if (left.kind !== 'integer') return node;
  return settle(node, applyOperator(operator, left.value, right.value), onFault);
}

function settle(node: GridExpression, result: GridResult, onFault: OnFault): GridExpression {
  if (result.ok) return integer(result.value, node.offset);
  onFault(result.fault, node.offset);
  return node;
}

function integer(value: bigint, offset: number): GridExpression {
  return { kind: 'integer', value, offset };
}
