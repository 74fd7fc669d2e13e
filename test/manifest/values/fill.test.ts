import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/text.ts';
import { decodeFloats } from '../../../src/manifest/values/elements.ts';
import { fillElements, randomSequence } from '../../../src/manifest/values/fill.ts';

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

  it('may be empty', () => {
    expect(fillElements({ kind: 'constant', value: 3 }, 'fp32', 0, SEED)).toHaveLength(0);
  });
});
