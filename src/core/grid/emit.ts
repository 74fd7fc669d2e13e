import { MIN_INTEGER } from './evaluate.ts';
import { childrenOf, type BinaryOperator, type GridExpression } from './expression.ts';
import { foldGrid } from './fold.ts';
import type { GridNames } from './name.ts';
import { callOperator, defineOperators } from './runtime.ts';

export interface GridInC {
  readonly names: GridNames;
  /** A C expression of type `int64_t` for a value: an identifier, a cast, or something in parentheses. */
  readonly cName: (name: string) => string;
  /** A C expression of type `int *`: where an overflow or a division by zero writes 1. Never writes 0. */
  readonly bad: string;
}

export interface EmittedGrid {
  /** One C expression of type `int64_t` for each axis. */
  readonly axes: readonly string[];
  readonly operators: ReadonlySet<BinaryOperator>;
}

/**
 * Writes a grid that `checkGrid` found nothing wrong with as C. What it computes is what `evaluateGrid`
 * does; where that has no result, `*bad` becomes 1 and the value means nothing.
 */
export function emitGrid(axes: readonly GridExpression[], target: GridInC): EmittedGrid {
  const folded = axes.map((axis) => foldGrid(axis, target.names));
  return {
    axes: folded.map((axis) => write(axis, target)),
    operators: new Set(folded.flatMap(operatorsIn)),
  };
}

/**
 * The C functions that the grids of one file call: exactly those, since compilers warn of unused ones.
 * They need `<stdint.h>` and gcc or clang.
 */
export function gridFunctions(grids: readonly EmittedGrid[]): string {
  return defineOperators(new Set(grids.flatMap(({ operators }) => [...operators])));
}

function write(expression: GridExpression, target: GridInC): string {
  switch (expression.kind) {
    case 'integer':
      return writeInteger(expression.value);
    case 'name':
      return writeName(expression.name, target);
    case 'negate':
      return callOperator('-', writeInteger(0n), write(expression.operand, target), target.bad);
    case 'binary': {
      const { operator, left, right } = expression;
      return callOperator(operator, write(left, target), write(right, target), target.bad);
    }
    case 'choice': {
      const { condition, whenTrue, whenFalse } = expression;
      const [test, yes, no] = [condition, whenTrue, whenFalse].map((child) => write(child, target));
      return `(${test} != 0 ? ${yes} : ${no})`;
    }
  }
}

/** In C a minus is not part of the literal, and 2^63 alone does not fit. */
function writeInteger(value: bigint): string {
  if (value === MIN_INTEGER) return 'INT64_MIN';
  return value < 0n ? `-INT64_C(${-value})` : `INT64_C(${value})`;
}

function writeName(name: string, { names, cName }: GridInC): string {
  if (names.get(name)?.kind !== 'value') throw new Error(`the grid's name ${name} was not checked`);
  return cName(name);
}

function operatorsIn(expression: GridExpression): readonly BinaryOperator[] {
  const below = childrenOf(expression).flatMap(operatorsIn);
  if (expression.kind === 'negate') return ['-', ...below];
  return expression.kind === 'binary' ? [expression.operator, ...below] : below;
}
