import { describe, expect, it } from '#jest';
import * as fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import {
  emitPython,
  emitPythonCondition,
} from '../../../src/features/operators/wheel/emit-python.ts';
import { evaluateGrid } from '../../../src/manifest/grid/evaluate.ts';
import { type GridExpression, FUNCTIONS } from '../../../src/manifest/grid/expression.ts';
import { parseGrid } from '../../../src/manifest/grid/parse.ts';
import { runs } from '../../support/fuzzing.ts';
import { EXPRESSIONS, INFIX, INTEGERS, VALUES } from '../../support/grids.ts';

const TARGET = { pyName: (name: string) => name, min: 'min', max: 'max' };

function axis(text: string): GridExpression {
  const parsed = parseGrid(text);
  if (!parsed.ok || parsed.axes[0] === undefined) throw new Error(text);
  return parsed.axes[0];
}

const expressions = [
  ...INFIX.map((operator) => `a ${operator} b`),
  ...FUNCTIONS.map((name) => `${name}(a, b)`),
  '-a',
  '-(-a)',
  '-(a * b)',
  'a - (b - c)',
  'a // (b // c)',
  'a % (b * c)',
  '(a < b) < c',
  'cdiv(-a, b + c)',
  '(a ? 2 : 3) ? b : c',
  'a == b ? c : d',
  ...fc.sample(EXPRESSIONS, { ...runs(0), numRuns: 300 }),
].map(axis);
const rows = fc.sample(fc.tuple(INTEGERS, INTEGERS, INTEGERS, INTEGERS), {
  ...runs(0),
  numRuns: 30,
});

const PROGRAM = `
def row(a, b, c, d):
    for compute in COMPUTE:
        try:
            print(int(compute(a, b, c, d)))
        except ZeroDivisionError:
            print("division by zero")
for values in ROWS:
    row(*values)
`;

function inPython(emit: (expression: GridExpression) => string): string[] {
  const program = [
    `COMPUTE = [${expressions.map((each) => `lambda a, b, c, d: ${emit(each)}`).join(',\n')}]`,
    `ROWS = [${rows.map((values) => `(${values.join(', ')})`).join(', ')}]`,
    PROGRAM,
  ].join('\n');
  const { stdout, stderr, status } = spawnSync('python3', ['-I', '-S', '-'], {
    input: program,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim().split('\n');
}

/** What evaluateGrid computes; undefined where 64 bits are not enough, which Python has no limit for. */
function computed(show: (value: bigint) => string): (string | undefined)[] {
  return rows.flatMap((values) =>
    expressions.map((expression) => {
      const result = evaluateGrid(expression, (name) => values[VALUES.indexOf(name)] ?? 0n);
      if (result.ok) return show(result.value);
      return result.fault === 'overflow' ? undefined : result.fault;
    }),
  );
}

describe('an expression in Python', () => {
  it('has the value that evaluateGrid computes', () => {
    const expected = computed(String);
    const found = inPython((each) => emitPython(each, TARGET));
    expect(found.length).toBe(expected.length);
    expect(found.map((text, at) => (expected[at] === undefined ? undefined : text))).toEqual(
      expected,
    );
    // Most values are compared.
    const skipped = expected.filter((each) => each === undefined).length;
    expect(skipped / expected.length).toBeLessThan(0.5);
  });

  it('is true as a condition unless its value is 0', () => {
    const expected = computed((value) => String(Number(value !== 0n)));
    const found = inPython((each) => `1 if ${emitPythonCondition(each, TARGET)} else 0`);
    expect(found.map((text, at) => (expected[at] === undefined ? undefined : text))).toEqual(
      expected,
    );
  });

  it('has no more parentheses than it needs', () => {
    const texts = [
      'cdiv(a * 2, b) - (c - 1)',
      'min(a, b + 1, 4) // 2',
      '(a ? b : c) * 2',
      'defined(a) + (b + c)',
      '(-a + b) + -c * d % 2',
    ].map((text) => emitPython(axis(text), TARGET));
    expect(texts).toEqual([
      '-(-(a * 2) // b) - (c - 1)',
      'min(min(a, b + 1), 4) // 2',
      '(b if a != 0 else c) * 2',
      // Tensors are never null.
      '1 + (b + c)',
      '-a + b + -c * d % 2',
    ]);
  });
});
