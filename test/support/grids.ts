import * as fc from 'fast-check';
import { COMPARISONS, FUNCTIONS } from '../../src/manifest/grid/expression.ts';

const MIN = -(2n ** 63n);
const MAX = 2n ** 63n - 1n;

/** The names of `EXPRESSIONS`. */
export const VALUES: readonly string[] = ['a', 'b', 'c', 'd'];

/** Operators between two operands. */
export const INFIX = ['+', '-', '*', '/', '//', '%', ...COMPARISONS] as const;

const EDGES = [0n, 1n, -1n, 2n, 7n, 128n, 65535n, 2n ** 31n, 2n ** 32n, MIN, MIN + 1n, MAX];

/** 64-bit integers, mostly small ones and the limits. */
export const INTEGERS: fc.Arbitrary<bigint> = fc.oneof(
  fc.bigInt({ min: -20n, max: 20n }),
  fc.constantFrom(...EDGES),
);

const LEAVES = [...VALUES, ...VALUES, '0', '1', '2', '3', '128', '0xffffffff', String(MAX)];

/** Valid expressions in the grid language, with parentheses around each operation. */
export const EXPRESSIONS: fc.Arbitrary<string> = fc.letrec<{ expression: string }>((tie) => {
  const child = tie('expression');
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'max' },
      fc.constantFrom(...LEAVES),
      child.map((operand) => `(-${operand})`),
      fc
        .tuple(fc.constantFrom(...FUNCTIONS), child, child)
        .map(([name, left, right]) => `${name}(${left}, ${right})`),
      fc.tuple(child, child, child).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      {
        arbitrary: fc
          .tuple(child, fc.constantFrom(...INFIX), child)
          .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
        weight: 2,
      },
    ),
  };
}).expression;
