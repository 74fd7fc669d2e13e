import { cInteger } from '../../base/text.ts';
import { foldGrid } from './evaluate.ts';
import {
  type BinaryOperator,
  childrenOf,
  type GridExpression,
  type GridNames,
} from './expression.ts';

interface GridInC {
  readonly names: GridNames;
  /** Returns a C expression of type `int64_t`: an identifier, a cast, or in parentheses. */
  readonly cName: (name: string) => string;
  /** The same, 1 if a pointer is not null and else 0. */
  readonly cDefined: (name: string) => string;
  /** A C expression of type `int *`. An overflow or a division by zero writes 1 to it. */
  readonly bad: string;
}

export interface EmittedGrid {
  /** One C expression of type `int64_t` for each axis. */
  readonly axes: readonly string[];
  readonly operators: ReadonlySet<BinaryOperator>;
}

/**
 * Writes a grid without errors (see `checkGrid`) as C. It computes what `evaluateGrid` computes; if
 * that has no result, it sets `*bad` to 1 and the value has no meaning.
 */
export function emitGrid(axes: readonly GridExpression[], target: GridInC): EmittedGrid {
  const folded = axes.map((axis) => foldGrid(axis, target.names));
  return {
    axes: folded.map((axis) => write(axis, target)),
    operators: new Set(folded.flatMap(operatorsIn)),
  };
}

/**
 * Returns the C functions that the grids of one file call, in a fixed order, and no others:
 * compilers warn about unused ones. They need `<stdint.h>` and gcc or clang.
 */
export function gridFunctions(grids: readonly EmittedGrid[]): string {
  const operators = new Set(grids.flatMap((grid) => [...grid.operators]));
  return Object.entries(C_FUNCTIONS)
    .filter(([operator]) => operators.has(operator as BinaryOperator))
    .map(([, { text }]) => text)
    .join('\n');
}

function write(expression: GridExpression, target: GridInC): string {
  switch (expression.kind) {
    case 'integer':
      return cInteger(expression.value);
    case 'name':
      return writeName(expression.name, target);
    case 'defined':
      return target.cDefined(expression.name);
    case 'negate':
      return callOperator('-', cInteger(0n), write(expression.operand, target), target.bad);
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

function writeName(name: string, { names, cName }: GridInC): string {
  if (names.get(name)?.kind !== 'value') throw new Error(`the grid's name ${name} was not checked`);
  return cName(name);
}

function operatorsIn(expression: GridExpression): readonly BinaryOperator[] {
  const below = childrenOf(expression).flatMap(operatorsIn);
  if (expression.kind === 'negate') return ['-', ...below];
  return expression.kind === 'binary' ? [expression.operator, ...below] : below;
}

/** Writes the C call of an operator. */
function callOperator(operator: BinaryOperator, left: string, right: string, bad: string): string {
  const { name, checked: isChecked } = C_FUNCTIONS[operator];
  return `${name}(${left}, ${right}${isChecked ? `, ${bad}` : ''})`;
}

/**
 * The C function for each operator. A checked one sets `*bad` if there is no result; none has
 * undefined behaviour. Comparisons are functions too, so that compilers do not warn about those
 * that are always true or false.
 */
const C_FUNCTIONS: Readonly<Record<BinaryOperator, CFunction>> = {
  '+': checked('grid_add', overflowing('__builtin_add_overflow')),
  '-': checked('grid_sub', overflowing('__builtin_sub_overflow')),
  '*': checked('grid_mul', overflowing('__builtin_mul_overflow')),
  '/': checked('grid_div', quotient('a / b - (a % b != 0 && (a < 0) != (b < 0))')),
  '%': checked('grid_mod', [
    'if (b == 0) {',
    '    *bad = 1;',
    '    return 0;',
    '}',
    '/* INT64_MIN % -1 is 0, but undefined in C. */',
    'if (b == -1) return 0;',
    'const int64_t rest = a % b;',
    'return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;',
  ]),
  cdiv: checked('grid_cdiv', quotient('a / b + (a % b != 0 && (a < 0) == (b < 0))')),
  min: plain('grid_min', 'a < b ? a : b'),
  max: plain('grid_max', 'a > b ? a : b'),
  '==': plain('grid_eq', 'a == b'),
  '!=': plain('grid_ne', 'a != b'),
  '<': plain('grid_lt', 'a < b'),
  '<=': plain('grid_le', 'a <= b'),
  '>': plain('grid_gt', 'a > b'),
  '>=': plain('grid_ge', 'a >= b'),
};

interface CFunction {
  readonly name: string;
  /** True if it takes `int *bad` as its third argument. */
  readonly checked: boolean;
  readonly text: string;
}

function checked(name: string, body: readonly string[]): CFunction {
  return { name, checked: true, text: define(`${name}(int64_t a, int64_t b, int *bad)`, body) };
}

function plain(name: string, value: string): CFunction {
  return {
    name,
    checked: false,
    text: define(`${name}(int64_t a, int64_t b)`, [`return ${value};`]),
  };
}

function define(head: string, body: readonly string[]): string {
  return [
    'static inline int64_t ',
    head,
    '\n{\n',
    ...body.map((line) => `    ${line}\n`),
    '}\n',
  ].join('');
}

function overflowing(builtin: string): readonly string[] {
  return [
    'int64_t result;',
    `if (!${builtin}(a, b, &result)) return result;`,
    '*bad = 1;',
    'return 0;',
  ];
}

function quotient(value: string): readonly string[] {
  return [
    'if (b == 0 || (a == INT64_MIN && b == -1)) {',
    '    *bad = 1;',
    '    return 0;',
    '}',
    `return ${value};`,
  ];
}
