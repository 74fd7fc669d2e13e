import { describe, expect, it } from '#jest';
import { evaluateGrid, foldGrid } from '../../../src/manifest/grid/evaluate.ts';
import { parseGrid } from '../../../src/manifest/grid/parse.ts';

const VALUES = new Map([
  ['MIN', -(2n ** 63n)],
  ['MAX', 2n ** 63n - 1n],
  ['HUGE', 2n ** 63n],
  ['Z', 0n],
]);

function evaluate(text: string): bigint | string {
  const parsed = parseGrid(text);
  const axis = parsed.ok ? parsed.axes[0] : undefined;
  if (axis === undefined) throw new Error(`no axis in ${text}`);
  const result = evaluateGrid(axis, (name) => VALUES.get(name) ?? 0n);
  return result.ok ? result.value : result.fault;
}

describe('evaluateGrid', () => {
  it.each([
    ['7 / 2', 3n],
    ['-7 / 2', -4n],
    ['7 // -2', -4n],
    ['-7 // -2', 3n],
    ['-6 / 2', -3n],
    ['7 % 3', 1n],
    ['-7 % 3', 2n],
    ['7 % -3', -2n],
    ['-7 % -3', -1n],
    ['-6 % 3', 0n],
    ['cdiv(7, 2)', 4n],
    ['cdiv(8, 2)', 4n],
    ['cdiv(-7, 2)', -3n],
    ['cdiv(7, -2)', -3n],
    ['cdiv(-7, -2)', 4n],
    ['cdiv(0, 5)', 0n],
    ['cdiv(MAX, 1)', 2n ** 63n - 1n],
    ['cdiv(MIN, 1)', -(2n ** 63n)],
    ['MIN % -1', 0n],
    ['min(3, -1, 2)', -1n],
    ['max(3, -1, 2)', 3n],
    ['(1 == 1) + (1 != 1) * 10 + (1 < 2) * 100 + (2 <= 1) * 1000', 101n],
    ['(1 > 2) + (2 >= 2) * 10', 10n],
    ['5 ? 1 : 2', 1n],
    ['0 ? 1 : 2', 2n],
  ])('%s is %s', (text, value) => {
    expect(evaluate(text)).toBe(value);
  });

  it.each(['1 / Z', '1 // Z', '1 % Z', 'cdiv(1, Z)', 'Z / Z', 'Z * (1 / Z)', '1 / Z ? 1 : 2'])(
    '%s divides by zero',
    (text) => {
      expect(evaluate(text)).toBe('division by zero');
    },
  );

  it.each([
    'MAX + 1',
    'MIN - 1',
    'MAX * 2',
    '-MIN',
    'MIN / -1',
    'cdiv(MIN, -1)',
    'HUGE',
    'HUGE - 1',
  ])('%s overflows', (text) => {
    expect(evaluate(text)).toBe('overflow');
  });

  it('asks whether a name is defined, and throws if nobody can say', () => {
    const parsed = parseGrid('defined(x) + 2 * defined(y)');
    const [axis] = parsed.ok ? parsed.axes : [];
    if (axis === undefined) throw new Error('no axis');
    const none = (): bigint => 0n;
    expect(evaluateGrid(axis, none, (name) => name === 'x')).toEqual({ ok: true, value: 1n });
    expect(evaluateGrid(axis, none, (name) => name === 'y')).toEqual({ ok: true, value: 2n });
    expect(() => evaluateGrid(axis, none)).toThrow('whether x is defined was not checked');
    expect(foldGrid(axis, new Map())).toEqual(axis);
  });

  it('does not evaluate the branch that is not taken', () => {
    expect(evaluate('Z == 0 ? 5 : 1 / Z')).toBe(5n);
    expect(evaluate('Z ? MAX + 1 : 6')).toBe(6n);
  });
});
