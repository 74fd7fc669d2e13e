import { describe, expect, it } from '@jest/globals';
import { checkGrid, type GridProblem } from '../../../src/core/grid/check.ts';
import type { GridName, GridNames } from '../../../src/core/grid/expression.ts';
import { parseGrid } from '../../../src/core/grid/parse.ts';

const NAMES: GridNames = new Map<string, GridName>([
  ['Q', { kind: 'unusable', why: 'a pointer' }],
  ['scale', { kind: 'unusable', why: 'an fp32' }],
  ['seqlen_q', { kind: 'value' }],
  ['batch', { kind: 'value' }],
  ['BLOCK_M', { kind: 'constant', value: 128n }],
  ['SPLIT', { kind: 'constant', value: 0n }],
  ['WIDE', { kind: 'constant', value: 2n ** 70n }],
]);
const USABLE = 'a grid may use seqlen_q, batch, BLOCK_M, SPLIT, WIDE';

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
  ])('has nothing against %j', (text) => {
    expect(check(text)).toEqual([]);
  });

  it.each([
    ['1 + seqlen', 4, `unknown name \`seqlen\`; did you mean \`seqlen_q\`? ${USABLE}`],
    ['block_m', 0, `unknown name \`block_m\`; did you mean \`BLOCK_M\`? ${USABLE}`],
    ['nheads', 0, `unknown name \`nheads\`; ${USABLE}`],
    ['constructor', 0, `unknown name \`constructor\`; ${USABLE}`],
    ['2 * Q', 4, '`Q` is a pointer; a grid computes with integers'],
    ['scale', 0, '`scale` is an fp32; a grid computes with integers'],
    ['batch + WIDE', 8, '`WIDE` is 1180591620717411303424, which does not fit 64 bits'],
    ['batch / 0', 8, 'division by zero: this divisor is always 0'],
    ['batch % SPLIT', 8, 'division by zero: this divisor is always 0'],
    ['cdiv(batch, BLOCK_M - 128)', 12, 'division by zero: this divisor is always 0'],
    ['batch ? 1 // SPLIT : 2', 13, 'division by zero: this divisor is always 0'],
    ['1 + 9223372036854775807', 0, 'overflow: this is always outside of 64 bits'],
    ['2 * -(-9223372036854775807 - 1)', 4, 'overflow: this is always outside of 64 bits'],
    ['2147483648', 0, 'the x axis is always 2147483648, but may have at most 2147483647 blocks'],
    [
      'BLOCK_M * 0x1000000',
      0,
      'the x axis is always 2147483648, but may have at most 2147483647 blocks',
    ],
  ])('reports what is wrong with %j', (text, offset, message) => {
    expect(check(text)).toEqual([{ axis: 0, offset, message }]);
  });

  it('knows the limits of y and z', () => {
    const limit = 'is always 65536, but may have at most 65535 blocks';
    expect(check('1, 65536, BLOCK_M * 512')).toEqual([
      { axis: 1, offset: 3, message: `the y axis ${limit}` },
      { axis: 2, offset: 10, message: `the z axis ${limit}` },
    ]);
  });

  it('reports everything at once, in the order of the text, and a name once an axis', () => {
    expect(check('Q / 0 + batch / 0 + Q, x + x').map(({ axis, offset }) => [axis, offset])).toEqual(
      [
        [0, 0],
        [0, 4],
        [0, 16],
        [1, 23],
      ],
    );
  });

  it('says so where there is nothing to use', () => {
    const names = new Map<string, GridName>([['Q', { kind: 'unusable', why: 'a pointer' }]]);
    expect(check('N', names)).toEqual([
      { axis: 0, offset: 0, message: 'unknown name `N`; there are no names a grid could use' },
    ]);
  });
});
