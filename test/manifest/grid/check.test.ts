import { describe, expect, it } from '#jest';
import { checkGrid, type GridProblem } from '../../../src/manifest/grid/check.ts';
import type { GridName, GridNames } from '../../../src/manifest/grid/expression.ts';
import { parseGrid, parseSizes } from '../../../src/manifest/grid/parse.ts';
import { expectGolden } from '../../support/golden.ts';

const NAMES: GridNames = new Map<string, GridName>([
  ['Q', { kind: 'unusable', why: 'a pointer' }],
  ['scale', { kind: 'unusable', why: 'an fp32' }],
  ['seqlen_q', { kind: 'value' }],
  ['batch', { kind: 'value' }],
  ['BLOCK_M', { kind: 'constant', value: 128n }],
  ['SPLIT', { kind: 'constant', value: 0n }],
  ['WIDE', { kind: 'constant', value: 2n ** 70n }],
]);

function check(text: string, names = NAMES): readonly GridProblem[] {
  const parsed = parseGrid(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return checkGrid(parsed.axes, names);
}

describe('checkGrid', () => {
  it.each([
    'cdiv(seqlen_q, BLOCK_M), batch, 1',
    '0',
    '-1, 0, -5',
    '2147483647, 65535, 65535',
    'SPLIT ? cdiv(seqlen_q, SPLIT) : 1',
    'seqlen_q / (BLOCK_M - 127)',
    '-9223372036854775807 - 1',
    'defined(Q) + defined(batch)',
  ])('accepts %j', (text) => {
    expect(check(text)).toEqual([]);
  });

  it.each([
    ['1 + seqlen', 4],
    ['block_m', 0],
    ['nheads', 0],
    ['constructor', 0],
    ['2 * Q', 4],
    ['scale', 0],
    ['batch + WIDE', 8],
    ['batch / 0', 8],
    ['batch % SPLIT', 8],
    ['cdiv(batch, BLOCK_M - 128)', 12],
    ['batch ? 1 // SPLIT : 2', 13],
    ['1 + 9223372036854775807', 0],
    ['2 * -(-9223372036854775807 - 1)', 4],
    ['2147483648', 0],
    ['BLOCK_M * 0x1000000', 0],
    ['batch * defined(bach)', 8],
  ])('reports what is wrong with %j', (text, offset) => {
    const problems = check(text);
    expect(problems).toEqual([{ axis: 0, offset, message: expect.any(String) }]);
    expectGolden(messages(problems));
  });

  it('knows the limits of y and z', () => {
    const problems = check('1, 65536, BLOCK_M * 512');
    expect(problems).toMatchObject([
      { axis: 1, offset: 3 },
      { axis: 2, offset: 10 },
    ]);
    expectGolden(messages(problems));
  });

  it('has no limit for sizes of a block after the third', () => {
    const parsed = parseSizes('1, 1, 1, 2147483648');
    if (!parsed.ok) throw new Error(parsed.message);
    expect(checkGrid(parsed.axes, NAMES)).toEqual([]);
  });

  it('reports everything at once, in the order of the text, and each name once per axis', () => {
    expect(check('batch / 0 + Q / 0 + Q, x + x').map(({ axis, offset }) => [axis, offset])).toEqual(
      [
        [0, 8],
        [0, 12],
        [0, 16],
        [1, 23],
      ],
    );
  });

  it('says if there are no usable names', () => {
    const names = new Map<string, GridName>([['Q', { kind: 'unusable', why: 'a pointer' }]]);
    const problems = check('N', names);
    expect(problems).toMatchObject([{ axis: 0, offset: 0 }]);
    expectGolden(messages(problems));
  });
});

function messages(problems: readonly GridProblem[]): string {
  return problems.map(({ message }) => message).join('\n');
}
