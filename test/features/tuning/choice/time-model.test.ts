import { describe, expect, it } from '#jest';
import * as fc from 'fast-check';
import {
  fitTimes,
  predict,
  type TimedSize,
  type TimeModel,
} from '../../../../src/features/tuning/choice/time-model.ts';
import { runs } from '../../../support/fuzzing.ts';
import { randomNumbers } from '../../../support/random.ts';

const MULTIPROCESSORS = 132;
const BLOCKS = [1, 40, 132, 133, 264, 300, 528, 529, 700, 1057, 2113, 4000, 4225, 9000, 20_000];
const LENGTHS = [64, 300, 1024, 5000];

/** The sizes of all numbers of blocks and lengths, with the times of a model. */
function timesOf(model: TimeModel, lengths = LENGTHS, noise = () => 1): readonly TimedSize[] {
  return BLOCKS.flatMap((blocks) =>
    lengths.map((length) => {
      const microseconds = predict(model, { blocks, length }, MULTIPROCESSORS) * noise();
      return { blocks, length, microseconds, weight: 1 };
    }),
  );
}

/** The ratios of predicted times to others, of which no size was fitted. */
function ratiosOf(fitted: TimeModel, model: TimeModel, lengths: readonly number[]) {
  return [7, 200, 1000, 3000, 12_345, 80_000].flatMap((blocks) =>
    lengths.map((length) => {
      const [found, wanted] = [fitted, model].map((each) =>
        predict(each, { blocks, length }, MULTIPROCESSORS),
      );
      return (found ?? 0) / (wanted ?? 1);
    }),
  );
}

describe('the model of times', () => {
  it('counts waves of the blocks that all multiprocessors run at once', () => {
    const model = { resident: 2, terms: [1, 0.5, 10, 0.25, 0] };
    const time = (blocks: number): number => predict(model, { blocks, length: 4 }, 10);
    expect([0, 1, 20, 21, 40, 41].map(time)).toEqual([3, 14, 14, 25, 25, 36]);
    const flow = { resident: 2, terms: [0, 0, 0, 0, 0, 3] };
    expect(predict(flow, { blocks: 25, length: 4 }, 10)).toBe(30);
    // The busiest multiprocessor has three of the 25 blocks.
    expect(predict({ ...flow, isWhole: true }, { blocks: 25, length: 4 }, 10)).toBe(36);
    const shared = { resident: 2, terms: [0, 0, 0, 0, 0, 0, 3] };
    const byRows = [undefined, 0, 1, 2].map((rows) =>
      predict(shared, { blocks: 25, length: 4, rows }, 10),
    );
    expect(byRows).toEqual([0, 30, 30, 15]);
    expect(predict({ resident: 1, terms: [] }, { blocks: 5, length: 5 }, 1)).toBe(0);
  });

  it.each([
    [1, [2, 0, 5, 0.01, 0, 0]],
    [2, [1.5, 0.001, 3, 0.02, 0, 0]],
    [3, [4, 0, 2, 0.05, 0, 0.001]],
    [4, [2, 0, 0, 0.015, 0, 0.004]],
    [8, [3, 0, 7, 0.03, 0, 0]],
    [16, [1, 0.002, 40, 0.01, 0]],
  ])('is found again from its times, if %i blocks are resident', (resident, terms) => {
    const model = { resident, terms };
    const found = fitTimes(timesOf(model), MULTIPROCESSORS).model;
    expect(found.resident).toBe(resident);
    for (const ratio of ratiosOf(found, model, [100, 2000, 9000])) expect(ratio).toBeCloseTo(1, 2);
    const one = fitTimes(timesOf(model, [1]), MULTIPROCESSORS).model;
    for (const ratio of ratiosOf(one, model, [1])) expect(ratio).toBeCloseTo(1, 2);
  });

  it('is close to the times if these have a noise of 3 %', () => {
    const random = randomNumbers(7);
    const noise = (): number => 1 + 0.03 * (2 * random() - 1);
    for (const resident of [1, 2, 4]) {
      const model = { resident, terms: [2, 0, 5, 0.02, 0] };
      const found = fitTimes(timesOf(model, LENGTHS, noise), MULTIPROCESSORS).model;
      expect(found.resident).toBe(resident);
      for (const ratio of ratiosOf(found, model, [100, 2000, 9000])) {
        expect(ratio).toBeGreaterThan(0.96);
        expect(ratio).toBeLessThan(1.04);
      }
    }
  });

  it('has an error of the squared relative differences, times the squared weights', () => {
    const size = { blocks: 1, length: 1 };
    const times = [
      { ...size, microseconds: 1, weight: 1 },
      { ...size, microseconds: 2, weight: 0.5 },
    ];
    // The best time t has the least (t - 1)² + (t / 2 - 1)² / 4: 10 / 17 + …
    const { model, error } = fitTimes(times, MULTIPROCESSORS);
    const time = predict(model, size, MULTIPROCESSORS);
    expect(time).toBeCloseTo((1 + 1 / 8) / (1 + 1 / 16), 4);
    expect(error).toBeCloseTo((time - 1) ** 2 + (time / 4 - 0.5) ** 2, 6);
  });

  it.each([1, 2])('is exact for %i sizes', (count) => {
    const sizes = [
      { blocks: 10, length: 64, microseconds: 3, weight: 1 },
      { blocks: 5000, length: 64, microseconds: 90, weight: 1 },
    ].slice(0, count);
    const { model, error } = fitTimes(sizes, MULTIPROCESSORS);
    expect(error).toBeLessThan(1e-3);
    for (const size of sizes)
      expect(predict(model, size, MULTIPROCESSORS) / size.microseconds).toBeCloseTo(1, 2);
  });

  it('has terms with 6 digits, as the C code has them', () => {
    const { model } = fitTimes(
      timesOf({ resident: 3, terms: [1 / 3, 0, 2 / 3, 1 / 7, 0] }),
      MULTIPROCESSORS,
    );
    for (const term of model.terms) {
      expect(term).toBe(Number(term.toPrecision(6)));
      expect(String(term)).toMatch(/^[\d.]+(e-\d+)?$/);
    }
  });

  it('never has negative terms, and predicts positive times for all sizes', () => {
    const size = fc.record({
      blocks: fc.integer({ min: 1, max: 2 ** 31 }),
      length: fc.integer({ min: 1, max: 2 ** 31 }),
      microseconds: fc.double({ min: 0.5, max: 1e6, noNaN: true }),
      weight: fc.double({ min: 1e-3, max: 1, noNaN: true }),
    });
    const sizes = fc.array(size, { minLength: 1, maxLength: 12 });
    const others = fc.record({
      blocks: fc.integer({ min: 1, max: 2 ** 31 }),
      length: fc.integer({ min: 1, max: 2 ** 31 }),
    });
    const multiprocessors = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(sizes, others, multiprocessors, (times, other, count) => {
        const { model } = fitTimes(times, count, { candidates: [1, 4], isWhole: count % 2 === 0 });
        expect(model.terms).toHaveLength(7);
        expect(Math.min(...model.terms)).toBeGreaterThanOrEqual(0);
        const time = predict(model, other, count);
        expect(Number.isFinite(time)).toBe(true);
        expect(time).toBeGreaterThan(0);
      }),
      runs(100),
    );
  });
});
