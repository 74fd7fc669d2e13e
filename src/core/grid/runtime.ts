import type { BinaryOperator } from './expression.ts';

/**
 * The C function behind each operator. A checked one sets `*bad` where the language has no result; none of
 * them has undefined behaviour. Comparisons are functions too, so that no compiler warns of one whose
 * outcome it can tell.
 */
const FUNCTIONS: Readonly<Record<BinaryOperator, CFunction>> = {
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
  /** Whether it takes `int *bad` as its third argument. */
  readonly checked: boolean;
  readonly text: string;
}

/** The C call of an operator; `bad` is an expression of type `int *`. */
export function callOperator(
  operator: BinaryOperator,
  left: string,
  right: string,
  bad: string,
): string {
  const called = FUNCTIONS[operator];
  return `${called.name}(${left}, ${right}${called.checked ? `, ${bad}` : ''})`;
}

/** The definitions the operators need, in a fixed order. They need `<stdint.h>`. */
export function defineOperators(operators: ReadonlySet<BinaryOperator>): string {
  return Object.entries(FUNCTIONS)
    .filter(([operator]) => operators.has(operator as BinaryOperator))
    .map(([, { text }]) => text)
    .join('\n');
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
