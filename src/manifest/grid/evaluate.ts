import type { BinaryOperator, GridExpression, GridNames } from './expression.ts';

export const MAX_INTEGER = 2n ** 63n - 1n;
const MIN_INTEGER = -(2n ** 63n);

export type GridFault = 'overflow' | 'division by zero';

type GridResult =
  | { readonly ok: true; readonly value: bigint }
  | { readonly ok: false; readonly fault: GridFault };

/**
 * Evaluates one axis. Integers are signed and have 64 bits. Division and modulo round down, as in
 * Python; `cdiv` rounds up. Comparisons give 0 or 1. Only the chosen branch of `?:` is evaluated.
 * `isDefined` answers `defined(NAME)`, which expressions without pointers do not need.
 */
export function evaluateGrid(
  expression: GridExpression,
  valueOf: (name: string) => bigint,
  isDefined: (name: string) => boolean = unanswered,
): GridResult {
  const evaluate = (child: GridExpression): GridResult => evaluateGrid(child, valueOf, isDefined);
  switch (expression.kind) {
    case 'integer':
      return inRange(expression.value);
    case 'name':
      return inRange(valueOf(expression.name));
    case 'defined':
      return { ok: true, value: BigInt(isDefined(expression.name)) };
    case 'negate': {
      const operand = evaluate(expression.operand);
      return operand.ok ? inRange(-operand.value) : operand;
    }
    case 'binary': {
      const left = evaluate(expression.left);
      if (!left.ok) return left;
      const right = evaluate(expression.right);
      return right.ok ? applyOperator(expression.operator, left.value, right.value) : right;
    }
    case 'choice': {
      const condition = evaluate(expression.condition);
      if (!condition.ok) return condition;
      return evaluate(condition.value === 0n ? expression.whenFalse : expression.whenTrue);
    }
  }
}

function unanswered(name: string): never {
  throw new Error(`whether ${name} is defined was not checked`);
}

/** True if an integer fits in 64 bits. */
export function fitsInt64(value: bigint): boolean {
  return value >= MIN_INTEGER && value <= MAX_INTEGER;
}

/** Called for an operation that always fails, with the offset of the cause. */
type OnFault = (fault: GridFault, offset: number) => void;

/**
 * Substitutes the constants, computes what is constant, and drops branches that are never taken.
 * Calls `onFault` for each operation that always fails and keeps it as it is.
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
      const isKnown = meaning?.kind === 'constant' && fitsInt64(meaning.value);
      return isKnown ? integer(meaning.value, expression.offset) : expression;
    }
    case 'defined': {
      const meaning = names.get(expression.name);
      if (meaning === undefined) return expression;
      const presence = meaning.kind === 'unusable' ? meaning.presence : undefined;
      if (presence === 'nullable') return expression;
      return integer(presence === 'absent' ? 0n : 1n, expression.offset);
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

type Binary = Extract<GridExpression, { kind: 'binary' }>;

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

function applyOperator(operator: BinaryOperator, left: bigint, right: bigint): GridResult {
  if (divides(operator) && right === 0n) return { ok: false, fault: 'division by zero' };
  return inRange(OPERATIONS[operator](left, right));
}

function divides(operator: BinaryOperator): boolean {
  return operator === '/' || operator === '%' || operator === 'cdiv';
}

function inRange(value: bigint): GridResult {
  return fitsInt64(value) ? { ok: true, value } : { ok: false, fault: 'overflow' };
}

const OPERATIONS: Readonly<Record<BinaryOperator, (left: bigint, right: bigint) => bigint>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': floorDivide,
  '%': (left, right) => left - floorDivide(left, right) * right,
  cdiv: (left, right) => -floorDivide(-left, right),
  min: (left, right) => (left < right ? left : right),
  max: (left, right) => (left > right ? left : right),
  '==': (left, right) => BigInt(left === right),
  '!=': (left, right) => BigInt(left !== right),
  '<': (left, right) => BigInt(left < right),
  '<=': (left, right) => BigInt(left <= right),
  '>': (left, right) => BigInt(left > right),
  '>=': (left, right) => BigInt(left >= right),
};

function floorDivide(left: bigint, right: bigint): bigint {
  const quotient = left / right;
  const roundedUp = left % right !== 0n && left < 0n !== right < 0n;
  return roundedUp ? quotient - 1n : quotient;
}
