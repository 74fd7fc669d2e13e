import { describe, expect, it } from '@jest/globals';
import { type GridExpression, namesIn } from '../../../src/core/grid/expression.ts';
import { parseGrid } from '../../../src/core/grid/parse.ts';

const CONTENTS =
  'it has integers, names, + - * / // %, == != < <= > >=, ?:, parentheses, min, max and cdiv';

describe('parseGrid', () => {
  it.each([
    ['1', ['1']],
    ['0x7f, N, 9223372036854775807', ['127', 'N', '9223372036854775807']],
    [
      '(seqlen_q + 127) / 128, batch * nheads, 1',
      ['(/ (+ seqlen_q 127) 128)', '(* batch nheads)', '1'],
    ],
    ['a - b - c', ['(- (- a b) c)']],
    ['a + b * c % d', ['(+ a (% (* b c) d))']],
    ['a // b / c', ['(/ (/ a b) c)']],
    ['-a * +b', ['(* (neg a) b)']],
    ['a--b', ['(- a (neg b))']],
    ['a + 1 <= b * 2', ['(<= (+ a 1) (* b 2))']],
    ['(a < b) == (c < d)', ['(== (< a b) (< c d))']],
    ['a < b ? a : b ? c : d', ['(? (< a b) a (? b c d))']],
    ['a ? b ? 1 : 2 : 3', ['(? a (? b 1 2) 3)']],
    ['cdiv(M, B) * cdiv(N, B)', ['(* (cdiv M B) (cdiv N B))']],
    ['min(a, b, c), max(a, b)', ['(min (min a b) c)', '(max a b)']],
    ['min + cdiv', ['(+ min cdiv)']],
    ['\n a\t+\r\n1 ', ['(+ a 1)']],
  ])('reads %j', (text, axes) => {
    const parsed = parseGrid(text);
    expect(parsed.ok ? parsed.axes.map(show) : parsed).toEqual(axes);
  });

  it.each([
    ['1); system("x"); (', 2, `\`;\` is not part of the grid language; ${CONTENTS}`],
    ['"1"', 0, `\`"\` is not part of the grid language; ${CONTENTS}`],
    ["'a'", 0, `\`'\` is not part of the grid language; ${CONTENTS}`],
    ['1 # one', 2, `\`#\` is not part of the grid language; ${CONTENTS}`],
    ['N\\\n1', 1, `\`\\\` is not part of the grid language; ${CONTENTS}`],
    ['N{0}', 1, `\`{\` is not part of the grid language; ${CONTENTS}`],
    ['a ** b', 2, `\`**\` is not part of the grid language; ${CONTENTS}`],
    ['a << 2', 2, `\`<<\` is not part of the grid language; ${CONTENTS}`],
    ['a.b', 1, `\`.\` is not part of the grid language; ${CONTENTS}`],
    ['N × M', 2, `\`×\` is not part of the grid language; ${CONTENTS}`],
    ['N 😀', 2, `\`😀\` is not part of the grid language; ${CONTENTS}`],
    ['N\u00a0', 1, `the character U+00A0 is not part of the grid language; ${CONTENTS}`],
    ['N\0', 1, `the character U+0000 is not part of the grid language; ${CONTENTS}`],
    ['a = b', 2, `\`=\` is not part of the grid language (to compare, write \`==\`); ${CONTENTS}`],
    [
      'a && b',
      2,
      `\`&&\` is not part of the grid language (for \`a && b\` write \`a ? b : 0\`); ${CONTENTS}`,
    ],
    [
      'a or b',
      2,
      `\`or\` is not part of the grid language (for \`a or b\` write \`a ? 1 : b\`); ${CONTENTS}`,
    ],
    [
      'not a',
      0,
      `\`not\` is not part of the grid language (for \`not a\` write \`a == 0\`); ${CONTENTS}`,
    ],
    [
      'a if c else b',
      2,
      `\`if\` is not part of the grid language (for \`a if c else b\` write \`c ? a : b\`); ${CONTENTS}`,
    ],
  ])('refuses the foreign characters of %j', (text, offset, message) => {
    expect(parseGrid(text)).toEqual({ ok: false, offset, message });
  });

  it.each(['1.5', '1e3', '1_000', '128L', '010', '00', '0x', '0x1g', '0b1', '1x'])(
    'refuses the number %s',
    (text) => {
      expect(parseGrid(`N + ${text}`)).toEqual({
        ok: false,
        offset: 4,
        message: `\`${text}\` is not an integer; expected decimal digits without leading zeros (128) or hexadecimal ones (0x80)`,
      });
    },
  );

  it.each(['9223372036854775808', '0x8000000000000000'])('refuses the too large %s', (text) => {
    expect(parseGrid(text)).toEqual({
      ok: false,
      offset: 0,
      message: `\`${text}\` is too large; the largest integer is 9223372036854775807`,
    });
  });

  it.each([
    ['', 0, 'expected an integer, a name or `(`, found the end'],
    ['  ', 2, 'expected an integer, a name or `(`, found the end'],
    ['N +', 3, 'expected an integer, a name or `(`, found the end'],
    ['N * / 2', 4, 'expected an integer, a name or `(`, found `/`'],
    ['a /* c */ b', 3, 'expected an integer, a name or `(`, found `*`'],
    ['M,', 2, 'expected an integer, a name or `(`, found the end'],
    ['M,,1', 2, 'expected an integer, a name or `(`, found `,`'],
    ['()', 1, 'expected an integer, a name or `(`, found `)`'],
    ['M N', 2, 'expected an operator, `,` or the end of the grid, found `N`'],
    ['1)', 1, 'expected an operator, `,` or the end of the grid, found `)`'],
    ['(int)N', 5, 'expected an operator, `,` or the end of the grid, found `N`'],
    ['a : b', 2, 'expected an operator, `,` or the end of the grid, found `:`'],
    ['(M + 1', 6, 'expected an operator or `)`, found the end'],
    ['(M, N)', 2, 'expected an operator or `)` (axes are not put in parentheses), found `,`'],
    ['a ? b', 5, 'expected an operator or the `:` of `?:`, found the end'],
    ['a ? b, c', 5, 'expected an operator or the `:` of `?:`, found `,`'],
    ['min(a b)', 6, 'expected an operator, `,` or `)`, found `b`'],
    ['max(', 4, 'expected an integer, a name or `(`, found the end'],
    ['1 + min(a)', 4, 'min takes at least two values, found 1'],
    ['cdiv(a)', 0, 'cdiv takes two values, found 1'],
    ['cdiv(a, b, c)', 0, 'cdiv takes two values, found 3'],
    ['1 + abs(a)', 4, 'there is no function `abs`; there are min, max and cdiv'],
    ['system(1)', 0, 'there is no function `system`; there are min, max and cdiv'],
    ['a<b<c', 3, 'comparisons do not chain; for `a < b < c` write `a < b ? b < c : 0`'],
    ['a == b != c', 7, 'comparisons do not chain; for `a < b < c` write `a < b ? b < c : 0`'],
    ['1, 2, 3, 4', 7, 'a grid has at most three axes, found `,` after the third'],
  ])('refuses %j', (text, offset, message) => {
    expect(parseGrid(text)).toEqual({ ok: false, offset, message });
  });

  it.each([
    ['parentheses', (n: number) => '('.repeat(n) + '1' + ')'.repeat(n)],
    ['signs', (n: number) => '-'.repeat(n) + 'N'],
    ['branches', (n: number) => 'N ? 1 : '.repeat(n) + '2'],
    ['conditions', (n: number) => 'N ? '.repeat(n) + '1' + ' : 2'.repeat(n)],
    ['calls', (n: number) => 'min('.repeat(n) + '1' + ', 2)'.repeat(n)],
    ['sums', (n: number) => `N${' + N'.repeat(n)}`],
    ['products', (n: number) => `N${' * N'.repeat(n)}`],
    ['arguments', (n: number) => `max(N${', N'.repeat(n)})`],
  ])('bounds the depth of %s', (_what, nest) => {
    expect(parseGrid(nest(100)).ok).toBe(true);
    for (const depth of [101, 100_000]) {
      expect(parseGrid(nest(depth))).toMatchObject({
        ok: false,
        message: 'more than 100 operations in one another',
      });
    }
  });

  it('does not let depths add up', () => {
    const sum = ' + N'.repeat(60);
    expect(parseGrid(`(N${sum}) * (N${sum})`).ok).toBe(true);
    expect(parseGrid(`((N${sum})${sum})`).ok).toBe(false);
  });
});

describe('namesIn', () => {
  it('lists every use with its offset', () => {
    const parsed = parseGrid('min(a, -bb) < 1 ? a : c');
    expect(parsed.ok && parsed.axes.flatMap(namesIn)).toEqual([
      { name: 'a', offset: 4 },
      { name: 'bb', offset: 8 },
      { name: 'a', offset: 18 },
      { name: 'c', offset: 22 },
    ]);
  });
});

function show(expression: GridExpression): string {
  switch (expression.kind) {
    case 'integer':
      return String(expression.value);
    case 'name':
      return expression.name;
    case 'negate':
      return `(neg ${show(expression.operand)})`;
    case 'binary':
      return `(${expression.operator} ${show(expression.left)} ${show(expression.right)})`;
    case 'choice': {
      const { condition, whenTrue, whenFalse } = expression;
      return `(? ${show(condition)} ${show(whenTrue)} ${show(whenFalse)})`;
    }
  }
}
