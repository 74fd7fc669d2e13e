import { describe, expect, it } from '#jest';
import * as fc from 'fast-check';
import { evaluateGrid, foldGrid } from '../../../src/manifest/grid/evaluate.ts';
import type { GridExpression, GridName } from '../../../src/manifest/grid/expression.ts';
import { parseGrid } from '../../../src/manifest/grid/parse.ts';
import { runs } from '../../support/fuzzing.ts';
import { EXPRESSIONS, INTEGERS, VALUES } from '../../support/grids.ts';

function axis(text: string): GridExpression {
  const parsed = parseGrid(text);
  if (!parsed.ok) throw new Error(`${parsed.message} in ${text}`);
  const [only, ...others] = parsed.axes;
  if (only === undefined || others.length > 0) throw new Error(`not one axis: ${text}`);
  return only;
}

/** Values of the names, in their order. */
const ROW = fc.tuple(INTEGERS, INTEGERS, INTEGERS, INTEGERS);

describe('the grid language', () => {
  it('parses any text, or says where it is wrong', () => {
    const pieces = fc.constantFrom(
      ...'n x1 _ 0 12 0x1f ( ) , ? : + - * / // % = == ! != < <= > >= ** << cdiv( min( max('.split(
        ' ',
      ),
      ...'defined( and not . e " \\ # \0 \u{1f600}'.split(' '),
      '9'.repeat(30),
      ' ',
      '\n',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(pieces, { maxLength: 300, size: 'max' }).map((list) => list.join('')),
      fc.tuple(pieces, fc.nat(5000)).map(([piece, times]) => piece.repeat(times)),
    );
    fc.assert(
      fc.property(text, (grid) => {
        const parsed = parseGrid(grid);
        if (parsed.ok) expect(parsed.axes.length).toBeLessThanOrEqual(3);
        else expect(parsed.offset >= 0 && parsed.offset <= grid.length).toBe(true);
      }),
      runs(300),
    );
  });

  it('ignores space and needless parentheses', () => {
    const spaces = fc.constantFrom(' ', '\n', '\t ');
    fc.assert(
      fc.property(EXPRESSIONS, spaces, ROW, (text, space, row) => {
        const other = `${space}((${text.replaceAll(' ', space)}))${space}`;
        expect(evaluated(axis(other), row)).toEqual(evaluated(axis(text), row));
      }),
      runs(300),
    );
  });

  it('gives the same with constants as with values', () => {
    const isConstant = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean());
    fc.assert(
      fc.property(EXPRESSIONS, ROW, isConstant, (text, row, constants) => {
        const names = new Map(
          VALUES.map((name, index): [string, GridName] => [
            name,
            constants[index] === true
              ? { kind: 'constant', value: row[index] ?? 0n }
              : { kind: 'value' },
          ]),
        );
        expect(evaluated(foldGrid(axis(text), names), row)).toEqual(evaluated(axis(text), row));
      }),
      runs(300),
    );
  });
});

function evaluated(expression: GridExpression, row: readonly bigint[]): unknown {
  return evaluateGrid(expression, (name) => row[VALUES.indexOf(name)] ?? 0n);
}
