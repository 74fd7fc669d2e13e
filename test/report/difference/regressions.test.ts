import { describe, expect, it } from '#jest';
import { compareBuilds } from '../../../src/report/difference/difference.ts';
import { failOnRegressions, findRegressions } from '../../../src/report/difference/regressions.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { buildOf, type TestVariant } from './builds.ts';

/** Returns what got worse from the usual variant to another one. */
function regressions(after: TestVariant) {
  const difference = compareBuilds(buildOf([{}]), buildOf([after]));
  return findRegressions(difference).map(({ text }) => text);
}

describe('regressions', () => {
  it.each<[what: string, after: TestVariant, found: readonly string[]]>([
    ['registers', { registers: 255 }, ['registers 168 → 255 (+52 %)']],
    ['a few registers', { registers: 184 }, []],
    ['fewer registers', { registers: 100 }, []],
    ['any spill', { spills: 4 }, ['spills 0 B → 4 B']],
    ['occupancy', { occupancy: 0.4375 }, ['occupancy 50 % → 43.8 %']],
    ['a higher occupancy', { occupancy: 0.75 }, []],
    ['shared memory', { shared: 20_480 }, ['shared memory 16 KiB → 20 KiB (+25 %)']],
    ['size', { size: 24_001 }, ['size 19.5 KiB → 23.4 KiB (+20 %)']],
    ['as much size as is allowed', { size: 24_000 }, []],
    ['other instructions', { tensorCore: 5, globalLoads: { 1: 100 } }, []],
  ])('are found: %s', (_what, after, found) => {
    expect(regressions({ code: 'other', ...after })).toEqual(found);
  });

  it('are not what another kernel takes that is new', () => {
    const difference = compareBuilds(buildOf([{}]), buildOf([{}, { kernel: 'new', spills: 99 }]));
    expect(findRegressions(difference)).toEqual([]);
  });
});

describe('the failure', () => {
  it('names each kernel and variant, what it was and is, and what is allowed', async () => {
    const difference = compareBuilds(
      buildOf([{}, { block: 128 }]),
      buildOf([
        { code: 'b', registers: 255, spills: 48 },
        { block: 128, code: 'c', shared: 65_536 },
      ]),
    );
    const failure = failureOf(() =>
      failOnRegressions(difference, () => ({
        file: 'kernels.yaml',
        line: 7,
        column: 3,
      })),
    );
    expectGolden(`${await failure}\n`);
  });

  it('lists the worst of many', async () => {
    const many = (registers: number): TestVariant[] =>
      Array.from({ length: 80 }, (_each, block) => ({ block, registers, code: String(registers) }));
    const difference = compareBuilds(buildOf(many(100)), buildOf(many(200)));
    const failure = await failureOf(() => failOnRegressions(difference));
    expect(failure.split('\n').filter((line) => line.includes('registers 100 → 200'))).toHaveLength(
      50,
    );
    expect(failure.split('\n').at(-1)).toBe('… and 30 more problems');
  });

  it('does not exist without regressions', () => {
    const same = compareBuilds(buildOf([{}]), buildOf([{}]));
    expect(() => failOnRegressions(same)).not.toThrow();
  });
});
