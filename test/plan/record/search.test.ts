import { describe, expect, it } from '#jest';
import { evaluateGrid } from '../../../src/manifest/grid/evaluate.ts';
import { parseGrid } from '../../../src/manifest/grid/parse.ts';
import { findExpression, type Term } from '../../../src/plan/record/search.ts';

type Values = Readonly<Record<string, readonly number[]>>;

function terms(values: Values, cost: number): Term[] {
  return Object.entries(values).map(([text, each]) => ({ text, values: each.map(BigInt), cost }));
}

function find(
  targets: readonly number[],
  values: Values,
  constants: Values = {},
): Term | undefined {
  const names = { values: terms(values, 2), constants: terms(constants, 3), hasQuotients: true };
  return findExpression(targets.map(BigInt), names);
}

describe('findExpression', () => {
  it.each<[string, readonly number[], Values, Values]>([
    ['cdiv(n, BLOCK)', [1, 4, 97], { n: [1000, 4096, 98432] }, { BLOCK: [1024, 1024, 1024] }],
    ['cdiv(n, BLOCK)', [97], { n: [98432] }, { BLOCK: [1024] }],
    ['n_rows', [1823, 4], { n_rows: [1823, 4], n_cols: [781, 3] }, {}],
    [
      'cdiv(M, BLOCK_M) * cdiv(N, BLOCK_N)',
      [64, 6],
      { M: [1024, 256], N: [1024, 384], K: [64, 64] },
      { BLOCK_M: [128, 128], BLOCK_N: [128, 128], BLOCK_K: [64, 64] },
    ],
    ['Z * H', [8, 6], { Z: [4, 2], H: [2, 3], N: [128, 999] }, {}],
    [
      'Z * H * cdiv(N, BLOCK)',
      [16, 48],
      { Z: [4, 2], H: [2, 3], N: [256, 999] },
      { BLOCK: [128, 128] },
    ],
    ['min(132, n_rows)', [132, 132, 7], { n_rows: [4096, 133, 7] }, {}],
    ['min(SMS, n_rows)', [132, 132, 7], { n_rows: [4096, 133, 7] }, { SMS: [132, 132, 132] }],
    ['n // BLOCK', [3, 6], { n: [400, 800] }, { BLOCK: [128, 128] }],
    ['cdiv(M * N, BLOCK)', [12, 35], { M: [30, 50], N: [400, 700] }, { BLOCK: [1024, 1024] }],
    ['132', [132, 132], { n: [7, 9000] }, {}],
    ['1', [1], { n: [1] }, { BLOCK: [16] }],
  ])('finds %s', (text, targets, values, constants) => {
    expect(find(targets, values, constants)?.text).toBe(text);
  });

  it('uses the block that is named after the argument', () => {
    const constants = { BLOCK_N: [64], BLOCK_M: [64] };
    expect(find([16], { M: [1024] }, constants)?.text).toBe('cdiv(M, BLOCK_M)');
  });

  it('names another expression that is as likely', () => {
    const found = find([16], { count: [1024] }, { BLOCK_A: [64], BLOCK_B: [64] });
    expect(found).toMatchObject({ text: 'cdiv(count, BLOCK_A)', rival: 'cdiv(count, BLOCK_B)' });
    expect(find([16], { M: [1024] }, { BLOCK_M: [64] })?.rival).toBeUndefined();
  });

  it('finds nothing where one call does not fit', () => {
    expect(
      find([1, 4, 98], { n: [1000, 4096, 98432] }, { BLOCK: [1024, 1024, 1024] }),
    ).toBeUndefined();
  });

  it('does not multiply constants', () => {
    expect(find([256], { n: [10] }, { BLOCK: [16] })?.text).toBe('256');
  });

  it('writes what the grid language means by it, for every call', () => {
    // Targets that a hidden formula gives: whatever is found must give the same values.
    let seed = 1;
    const random = (below: number): number => {
      seed = (seed * 48271) % 2147483647;
      return 1 + (seed % below);
    };
    for (let round = 0; round < 200; round += 1) {
      const calls = Array.from({ length: 3 }, () => ({
        M: random(900),
        N: random(900),
        B: 2 ** random(6),
      }));
      const column = (key: 'M' | 'N' | 'B'): number[] => calls.map((call) => call[key]);
      const targets = calls.map(({ M, N, B }) => Math.ceil(M / B) * (round % 2 === 0 ? N : 1));
      const found = find(targets, { M: column('M'), N: column('N') }, { B: column('B') });
      const parsed = parseGrid(found?.text ?? '');
      if (!parsed.ok) throw new Error(parsed.message);
      for (const [index, call] of calls.entries()) {
        const value = evaluateGrid(parsed.axes[0]!, (name) => BigInt(Reflect.get(call, name)));
        expect(value).toEqual({ ok: true, value: BigInt(targets[index] ?? 0) });
      }
    }
  });
});
