import { describe, expect, it } from '#jest';
import { sha256 } from '../../../src/base/text.ts';
import { decodeFloats } from '../../../src/manifest/values/elements.ts';
import { fillElements } from '../../../src/manifest/values/fill.ts';
import { randomSequence } from '../../../src/manifest/values/random.ts';

type ComputedFill = Parameters<typeof fillElements>[0];

function integersOf(fill: ComputedFill, count: number, seed = SEED): number[] {
  return [...new Int32Array(fillElements(fill, 'i32', count, seed).buffer)];
}

const SEED = '0123456789abcdef0123456789abcdef';

describe('random numbers', () => {
  it('are those of xoshiro128** for the state 1, 2, 3, 4', () => {
    const target = new Uint32Array(5);
    randomSequence('00000001000000020000000300000004')(target);
    expect([...target]).toEqual([11520, 0, 5927040, 70819200, 2031721883]);
  });

  it('continue in the next call', () => {
    const whole = new Uint32Array(5);
    randomSequence(SEED)(whole);
    const parts = new Uint32Array(5);
    const random = randomSequence(SEED);
    random(parts.subarray(0, 2));
    random(parts.subarray(2));
    expect(parts).toEqual(whole);
  });
});

describe('a fill', () => {
  it('has the same bytes on every machine', () => {
    const normal = { kind: 'normal', mean: 0, deviation: 1 } as const;
    const uniform = { kind: 'uniform', from: -1, to: 1 } as const;
    const bytes = (['fp64', 'fp32', 'bf16', 'fp8e4nv'] as const).flatMap((element) =>
      [normal, uniform].map((fill) => fillElements(fill, element, 20_000, SEED)),
    );
    expect(sha256(Buffer.concat(bytes))).toBe(
      'a51d4b1bcbbc2ad22e6bac118e614369a2db86100202fcfcec519fe8f0ef9083',
    );
  });

  it('of kind normal has the mean, the deviation and a limited range', () => {
    const fill = { kind: 'normal', mean: 3, deviation: 2 } as const;
    const values = decodeFloats('fp64', fillElements(fill, 'fp64', 200_000, SEED));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    expect(mean).toBeCloseTo(3, 1);
    expect(Math.sqrt(variance)).toBeCloseTo(2, 1);
    expect(values.every((value) => Math.abs(value - 3) < 2 * 3.47)).toBe(true);
  });

  it('of floats has a quarter of sentinels, and the limits hold for the others', () => {
    const fill = { kind: 'uniform', from: -1, to: 1, sentinel: -Infinity } as const;
    const values = decodeFloats('fp32', fillElements(fill, 'fp32', 40_000, SEED));
    const others = values.filter((value) => value !== -Infinity);
    expect(others.length / values.length).toBeCloseTo(0.75, 2);
    expect(Math.min(...others)).toBeLessThan(-0.99);
    expect(Math.max(...others)).toBeGreaterThan(0.99);
    expect(others.every((value) => value >= -1 && value < 1)).toBe(true);
  });

  it('starts with the same elements for every length', () => {
    const fill = { kind: 'normal', mean: 0, deviation: 1 } as const;
    const long = fillElements(fill, 'fp16', 40_000, SEED);
    expect(fillElements(fill, 'fp16', 100, SEED)).toEqual(long.slice(0, 200));
  });

  it.each(['fp64', 'fp32', 'fp16', 'bf16', 'fp8e5'] as const)(
    'of kind uniform never reaches its upper limit in %s',
    (element) => {
      for (const [from, to] of [
        [0, 1],
        [1.5, 2],
        [-3, -1],
      ] as const) {
        const bytes = fillElements({ kind: 'uniform', from, to }, element, 50_000, SEED);
        const values = decodeFloats(element, bytes);
        expect(values.every((value) => value >= from && value < to)).toBe(true);
      }
    },
  );

  it('of kind uniform includes both limits for integers', () => {
    const bytes = fillElements({ kind: 'uniform', from: -2, to: 2 }, 'i8', 10_000, SEED);
    expect(new Set(new Int8Array(bytes.buffer))).toEqual(new Set([-2, -1, 0, 1, 2]));
  });

  it('of kind constant has the same value everywhere', () => {
    expect([...fillElements({ kind: 'constant', value: 3 }, 'i16', 3, SEED)]).toEqual([
      3, 0, 3, 0, 3, 0,
    ]);
  });

  it('has the elements that are listed', () => {
    const fill = { kind: 'values', values: [3, -1, 0] } as const;
    expect(integersOf(fill, 3)).toEqual([3, -1, 0]);
  });

  it('may be empty', () => {
    expect(fillElements({ kind: 'constant', value: 3 }, 'fp32', 0, SEED)).toHaveLength(0);
  });
});

describe('integers', () => {
  const PLAIN = { kind: 'integers', unique: false, sorted: false } as const;

  it('have the same bytes on every machine, and others with another seed', () => {
    const fill = { ...PLAIN, unique: true, from: 0, to: 9, group: 10 };
    expect(integersOf(fill, 10)).toEqual([5, 2, 6, 4, 7, 3, 0, 8, 9, 1]);
    expect(integersOf(fill, 10, SEED.replace('0', 'f'))).not.toEqual(integersOf(fill, 10));
  });

  it.each([
    [1000, 999],
    [1000, 2000],
    [1000, 1e6],
    [1000, 2 ** 31 - 1],
    [1, 0],
  ])('that are unique are %i different ones up to %i', (count, to) => {
    const values = integersOf({ ...PLAIN, unique: true, from: 0, to, group: count }, count);
    expect(new Set(values).size).toBe(count);
    expect(values.every((value) => value >= 0 && value <= to)).toBe(true);
    if (count > 1) expect(values).not.toEqual(values.toSorted((a, b) => a - b));
  });

  it('that are unique in rows can be in several rows', () => {
    const values = integersOf({ ...PLAIN, unique: true, from: 0, to: 3, group: 2 }, 200);
    for (let row = 0; row < 200; row += 2) expect(values[row]).not.toBe(values[row + 1]);
    expect(new Set(values).size).toBe(4);
  });

  it('that are sorted start and end with the limits', () => {
    const fill = { ...PLAIN, sorted: true, from: 0, to: 500, group: 9 };
    const values = integersOf(fill, 18);
    for (const row of [values.slice(0, 9), values.slice(9)]) {
      expect(row).toEqual(row.toSorted((a, b) => a - b));
      expect([row[0], row[8]]).toEqual([0, 500]);
    }
    const strict = integersOf({ ...fill, unique: true, to: 9 }, 9);
    expect(new Set(strict).size).toBe(9);
    expect(strict).toEqual(strict.toSorted((a, b) => a - b));
    expect(integersOf({ ...fill, group: 1 }, 1)).toHaveLength(1);
  });

  it('have a quarter of sentinels, and at least one but not all of several', () => {
    const fill = { ...PLAIN, from: 0, to: 9, sentinel: -1, group: 4000 };
    const share = integersOf(fill, 4000).filter((value) => value === -1).length / 4000;
    expect(share).toBeCloseTo(0.25, 1);
    for (let seed = 10; seed < 60; seed++) {
      const values = integersOf(fill, 2, SEED.replace('01', String(seed)));
      expect(values.filter((value) => value === -1)).toHaveLength(1);
    }
  });

  it('cannot be more unique ones than there are', () => {
    const fill = { ...PLAIN, unique: true, from: 0, to: 3, group: 5 };
    expect(() => integersOf(fill, 5)).toThrow('fewer integers than elements');
  });
});
