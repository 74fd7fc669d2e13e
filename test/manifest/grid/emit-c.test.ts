import { describe, expect, it } from '#jest';
import { emitGrid, type EmittedGrid, gridFunctions } from '../../../src/manifest/grid/emit-c.ts';
import type { GridName, GridNames } from '../../../src/manifest/grid/expression.ts';
import { parseGrid } from '../../../src/manifest/grid/parse.ts';

const NAMES: GridNames = new Map<string, GridName>([
  ['M', { kind: 'value' }],
  ['N', { kind: 'value' }],
  ['BLOCK', { kind: 'constant', value: 128n }],
  ['SPLIT', { kind: 'constant', value: 0n }],
  ['WIDE', { kind: 'constant', value: 2n ** 64n }],
  ['out', { kind: 'unusable', why: 'of type *fp16', presence: 'nullable' }],
  ['bias', { kind: 'unusable', why: 'the constant None', presence: 'absent' }],
  ['alpha', { kind: 'unusable', why: 'of type fp32' }],
]);

function emit(text: string): EmittedGrid {
  const parsed = parseGrid(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return emitGrid(parsed.axes, {
    names: NAMES,
    cName: (name) => `(int64_t)${name}`,
    cDefined: (name) => `(int64_t)(${name} != 0)`,
    bad: '&bad',
  });
}

describe('emitGrid', () => {
  it.each([
    ['1', 'INT64_C(1)'],
    ['defined(out)', '(int64_t)(out != 0)'],
    ['defined(bias) + defined(alpha) * 2 + defined(M) * 4', 'INT64_C(6)'],
    [
      'defined(out) ? M % 16 == 0 : 0',
      '((int64_t)(out != 0) != 0 ? grid_eq(grid_mod((int64_t)M, INT64_C(16), &bad), INT64_C(0)) : INT64_C(0))',
    ],
    ['M', '(int64_t)M'],
    ['BLOCK * 2 - 300', '-INT64_C(44)'],
    ['-9223372036854775807 - 1', 'INT64_MIN'],
    ['-M', 'grid_sub(INT64_C(0), (int64_t)M, &bad)'],
    [
      '(M + BLOCK - 1) / BLOCK',
      'grid_div(grid_sub(grid_add((int64_t)M, INT64_C(128), &bad), INT64_C(1), &bad), INT64_C(128), &bad)',
    ],
    ['cdiv(M, BLOCK) * N', 'grid_mul(grid_cdiv((int64_t)M, INT64_C(128), &bad), (int64_t)N, &bad)'],
    ['min(M, N, 4)', 'grid_min(grid_min((int64_t)M, (int64_t)N), INT64_C(4))'],
    ['M < N ? M : 2 + 3', '(grid_lt((int64_t)M, (int64_t)N) != 0 ? (int64_t)M : INT64_C(5))'],
    ['SPLIT ? cdiv(M, SPLIT) : N', '(int64_t)N'],
  ])('writes %s', (text, c) => {
    expect(emit(text).axes).toEqual([c]);
  });

  it('writes every axis', () => {
    expect(emit('M, N, 1').axes).toEqual(['(int64_t)M', '(int64_t)N', 'INT64_C(1)']);
  });

  it.each(['unknown', 'WIDE'])('throws for the unchecked name %s', (name) => {
    expect(() => emit(name)).toThrow(`the grid's name ${name} was not checked`);
  });
});

describe('gridFunctions', () => {
  it('defines each function the grids of a file call once, in a fixed order', () => {
    const functions = gridFunctions([emit('cdiv(M, N) * 2, M * N'), emit('-M, max(N, 1), 5 / 2')]);
    expect(functions.match(/grid_\w+/g)).toEqual(['grid_sub', 'grid_mul', 'grid_cdiv', 'grid_max']);
  });

  it('is empty if no function is called', () => {
    expect(gridFunctions([emit('M, BLOCK * 2, 1')])).toBe('');
  });

  it('writes readable C', () => {
    expect(gridFunctions([emit('cdiv(M, N)')])).toBe(
      [
        'static inline int64_t grid_cdiv(int64_t a, int64_t b, int *bad)',
        '{',
        '    if (b == 0 || (a == INT64_MIN && b == -1)) {',
        '        *bad = 1;',
        '        return 0;',
        '    }',
        '    return a / b + (a % b != 0 && (a < 0) == (b < 0));',
        '}',
        '',
      ].join('\n'),
    );
  });
});
