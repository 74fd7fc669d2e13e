import { describe, expect, it } from '#jest';
import { type GridExpression, namesIn } from '../../../src/manifest/grid/expression.ts';
import { parseGrid, parseSizes } from '../../../src/manifest/grid/parse.ts';
import { expectGolden } from '../../support/golden.ts';

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
    ['defined(x) * defined( defined )', ['(* (defined x) (defined defined))']],
    ['\n a\t+\r\n1 ', ['(+ a 1)']],
  ])('reads %j', (text, axes) => {
    const parsed = parseGrid(text);
    expect(parsed.ok ? parsed.axes.map(show) : parsed).toEqual(axes);
  });

  it.each([
    ['1); system("x"); (', 2],
    ['"1"', 0],
    ["'a'", 0],
    ['1 # one', 2],
    ['N\\\n1', 1],
    ['N{0}', 1],
    ['a ** b', 2],
    ['a << 2', 2],
    ['a.b', 1],
    ['N × M', 2],
    ['N 😀', 2],
    ['N\u00a0', 1],
    ['N\0', 1],
    ['a = b', 2],
    ['a && b', 2],
    ['a or b', 2],
    ['not a', 0],
    ['a if c else b', 2],
  ])('rejects the unsupported operator or character in %j', expectSyntaxError);

  it.each(['1.5', '1e3', '1_000', '128L', '010', '00', '0x', '0x1g', '0b1', '1x'])(
    'rejects the number %s',
    (text) => expectSyntaxError(`N + ${text}`, 4),
  );

  it.each(['9223372036854775808', '0x8000000000000000'])('rejects %s, which is too large', (text) =>
    expectSyntaxError(text, 0),
  );

  it.each([
    ['', 0],
    ['  ', 2],
    ['N +', 3],
    ['N * / 2', 4],
    ['a /* c */ b', 3],
    ['M,', 2],
    ['M,,1', 2],
    ['()', 1],
    ['M N', 2],
    ['1)', 1],
    ['(int)N', 5],
    ['a : b', 2],
    ['(M + 1', 6],
    ['(M, N)', 2],
    ['a ? b', 5],
    ['a ? b, c', 5],
    ['min(a b)', 6],
    ['max(', 4],
    ['1 + min(a)', 4],
    ['cdiv(a)', 0],
    ['cdiv(a, b, c)', 0],
    ['1 + abs(a)', 4],
    ['system(1)', 0],
    ['1 + defined(2)', 12],
    ['defined(x + 1)', 10],
    ['a<b<c', 3],
    ['a == b != c', 7],
    ['1, 2, 3, 4', 7],
  ])('rejects %j', expectSyntaxError);

  it.each([
    ['parentheses', (n: number) => '('.repeat(n) + '1' + ')'.repeat(n)],
    ['signs', (n: number) => '-'.repeat(n) + 'N'],
    ['branches', (n: number) => 'N ? 1 : '.repeat(n) + '2'],
    ['conditions', (n: number) => 'N ? '.repeat(n) + '1' + ' : 2'.repeat(n)],
    ['calls', (n: number) => 'min('.repeat(n) + '1' + ', 2)'.repeat(n)],
    ['sums', (n: number) => `N${' + N'.repeat(n)}`],
    ['products', (n: number) => `N${' * N'.repeat(n)}`],
    ['arguments', (n: number) => `max(N${', N'.repeat(n)})`],
  ])('limits the depth of %s', (_what, nest) => {
    expect(parseGrid(nest(100)).ok).toBe(true);
    for (const depth of [101, 100_000]) {
      expect(parseGrid(nest(depth))).toMatchObject({
        ok: false,
        message: 'more than 100 nested operations',
      });
    }
  });

  it('reads any number of sizes of a block', () => {
    const parsed = parseSizes('1, N, 3, 4');
    expect(parsed.ok && parsed.axes.map(show)).toEqual(['1', 'N', '3', '4']);
    expect(parseSizes('1,')).toMatchObject({ ok: false, offset: 2 });
  });

  it('limits the depth of an expression as a whole', () => {
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

function expectSyntaxError(text: string, offset: number): void {
  const parsed = parseGrid(text);
  expect(parsed).toEqual({ ok: false, offset, message: expect.any(String) });
  if (!parsed.ok) expectGolden(parsed.message);
}

function show(expression: GridExpression): string {
  switch (expression.kind) {
    case 'integer':
      return String(expression.value);
    case 'name':
      return expression.name;
    case 'defined':
      return `(defined ${expression.name})`;
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
