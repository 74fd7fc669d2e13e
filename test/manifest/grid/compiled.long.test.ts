import { afterAll, beforeAll, describe, expect, it } from '#jest';
import * as fc from 'fast-check';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emitGrid, type EmittedGrid, gridFunctions } from '../../../src/manifest/grid/emit-c.ts';
import { evaluateGrid } from '../../../src/manifest/grid/evaluate.ts';
import {
  FUNCTIONS,
  type GridExpression,
  type GridName,
  type GridNames,
} from '../../../src/manifest/grid/expression.ts';
import { parseGrid } from '../../../src/manifest/grid/parse.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { runs } from '../../support/fuzzing.ts';
import { EXPRESSIONS, INFIX, INTEGERS, VALUES } from '../../support/grids.ts';

const MIN = -(2n ** 63n);

const CONSTANTS = new Map([
  ['ZERO', 0n],
  ['MINUS', -3n],
  ['LEAST', MIN],
]);
const NAMES: GridNames = new Map<string, GridName>([
  ...VALUES.map((name) => [name, { kind: 'value' }] as const),
  ...[...CONSTANTS].map(([name, value]) => [name, { kind: 'constant', value }] as const),
]);

function axis(text: string): GridExpression {
  const parsed = parseGrid(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const [only] = parsed.axes;
  if (only === undefined) throw new Error('no axis');
  return only;
}

function program(grids: readonly EmittedGrid[], rows: readonly (readonly bigint[])[]): string {
  return `#include <inttypes.h>
#include <stdio.h>
${gridFunctions(grids)}
static void row(int64_t a, int64_t b, int64_t c, int64_t d)
{
${grids
  .map(
    ({ axes }) =>
      `  { int bad = 0; const int64_t x = ${axes.join()}; printf(bad ? "bad\\n" : "%" PRId64 "\\n", x); }`,
  )
  .join('\n')}
}
int main(void)
{
${rows.map((values) => `  row(${values.map(literalInC).join(', ')});`).join('\n')}
  return 0;
}
`;
}

function literalInC(value: bigint): string {
  return value === MIN ? 'INT64_MIN' : `INT64_C(${value})`;
}

const expressions = [
  ...INFIX.map((operator) => `a ${operator} b`),
  ...FUNCTIONS.map((name) => `${name}(a, b)`),
  '-a',
  'a == a',
  '(a ? 2 : 3) ? b : c',
  // The deepest expressions that can be parsed.
  `a${' + a'.repeat(100)}`,
  `${'a ? b : '.repeat(100)}c`,
  ...fc.sample(EXPRESSIONS, { ...runs(0), numRuns: 300 }),
  // A name after an operator is one of the constants here.
  ...fc
    .sample(EXPRESSIONS, { ...runs(0), numRuns: 60 })
    .map((text) => text.replaceAll(/ a\b/g, ' ZERO').replaceAll(/ b\b/g, ' MINUS'))
    .map((text) => text.replaceAll(/ c\b/g, ' LEAST')),
].map(axis);
const rows = fc.sample(fc.tuple(INTEGERS, INTEGERS, INTEGERS, INTEGERS), {
  ...runs(0),
  numRuns: 40,
});
const expected = rows.flatMap((values) =>
  expressions.map((expression) => {
    const result = evaluateGrid(
      expression,
      (name) => CONSTANTS.get(name) ?? values[VALUES.indexOf(name)] ?? 0n,
    );
    return result.ok ? String(result.value) : result.fault;
  }),
);
const grids = expressions.map((expression) =>
  emitGrid([expression], {
    names: NAMES,
    cName: (name) => name,
    cDefined: (name) => name,
    bad: '&bad',
  }),
);

function share(what: string): number {
  return expected.filter((result) => result === what).length / expected.length;
}

const WARNINGS = ['-Wall', '-Wextra', '-Wpedantic', '-Werror'];
/** Ends the program on undefined arithmetic. Trapping needs no run-time library. */
const SANITIZE = '-fsanitize=signed-integer-overflow,integer-divide-by-zero';
const trapOf = (compiler: string): string =>
  compiler === 'clang' ? '-fsanitize-trap=all' : '-fsanitize-undefined-trap-on-error';
const dialects = COMPILERS.flatMap((compiler) => [
  { compiler, language: 'c', standard: 'c11' },
  { compiler, language: 'c++', standard: 'c++17' },
]);

describe('a grid in C', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'grid-'));
    await writeFile(join(folder, 'grids'), program(grids, rows));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is tested with values, overflows and divisions by zero', () => {
    expect(share('overflow')).toBeGreaterThan(0.05);
    expect(share('division by zero')).toBeGreaterThan(0.05);
    expect(share('overflow') + share('division by zero')).toBeLessThan(0.7);
  });

  it.each(dialects)(
    'computes what evaluateGrid does, without warnings or undefined behaviour, with $compiler as $standard',
    ({ compiler, language, standard }) => {
      const executable = join(folder, `${compiler}-${standard}`);
      const dialect = ['-x', language, `-std=${standard}`, '-O1'];
      const flags = [...dialect, ...WARNINGS, SANITIZE, trapOf(compiler)];
      const built = spawnSync(compiler, [...flags, join(folder, 'grids'), '-o', executable], {
        encoding: 'utf8',
      });
      expect(built.stderr).toBe('');
      const ran = spawnSync(executable, { encoding: 'utf8', maxBuffer: 2 ** 26 });
      expect(ran.signal).toBeNull();
      const results = ran.stdout.trimEnd().split('\n');
      expect(results).toEqual(expected.map((result) => (/^-?\d/.test(result) ? result : 'bad')));
    },
  );
});
