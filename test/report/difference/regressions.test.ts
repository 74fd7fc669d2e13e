import { describe, expect, it } from 'vitest';
import { compareBuilds } from '../../../src/report/difference/difference.ts';
import {
  findRegressions,
  parseThresholds,
  failOnRegressions,
  type Thresholds,
} from '../../../src/report/difference/regressions.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { buildOf, type TestRun, type TestVariant } from './builds.ts';

function thresholds(text: string): Thresholds {
  const parsed = parseThresholds(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed;
}

/** Returns what got worse from the usual variant to another one. */
function regressions(after: TestVariant, failOn = 'regressions', runs: readonly TestRun[][] = []) {
  const before = buildOf([{}], {}, runs[0]);
  const difference = compareBuilds(before, buildOf([after], {}, runs[1]));
  return findRegressions(difference, thresholds(failOn)).map(({ text }) => text);
}

describe('thresholds', () => {
  it.each<[text: string, limits: readonly (readonly [string, object])[]]>([
    ['spills', [['spills', { amount: 0 }]]],
    ['registers 10%', [['registers', { percent: 10 }]]],
    [
      'registers 8, shared 4KiB',
      [
        ['registers', { amount: 8 }],
        ['shared', { amount: 4096 }],
      ],
    ],
    ['time 2.5 %', [['time', { percent: 2.5 }]]],
    ['time 5%, time 7%', [['time', { percent: 7 }]]],
  ])('%s', (text, limits) => {
    expect([...thresholds(text)]).toEqual(limits);
  });

  it('can change some of the default ones', () => {
    const changed = thresholds('regressions, time 50%');
    expect(changed.get('time')).toEqual({ percent: 50 });
    expect(changed.get('spills')).toEqual({ amount: 0 });
  });

  it.each([
    '',
    'register 10%',
    'everything',
    'registers 10KiB',
    'registers -1',
    'shared much',
    'occupancy 5',
    'time 5us',
    'spills,,time',
    'spills; time',
  ])('that are wrong: %s', (text) => {
    const parsed = parseThresholds(text);
    expectGolden(`${'problem' in parsed ? parsed.problem : 'accepted'}\n`);
  });
});

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
  ])('are found by default thresholds: %s', (_what, after, found) => {
    expect(regressions({ code: 'other', ...after })).toEqual(found);
  });

  it('are found by own thresholds, and nothing else is', () => {
    const worse = { code: 'other', registers: 176, spills: 8, size: 99_999 };
    expect(regressions(worse, 'registers 7')).toEqual(['registers 168 → 176 (+4.8 %)']);
    expect(regressions(worse, 'registers 8')).toEqual([]);
    expect(regressions(worse, 'spills 8B')).toEqual([]);
    expect(regressions(worse, 'spills 7B')).toEqual(['spills 0 B → 8 B']);
  });

  it('in time need other code: the same code takes another time for another reason', () => {
    const runs = [[{ microseconds: 100 }], [{ microseconds: 106 }]];
    expect(regressions({ code: 'other' }, 'time 5%', runs)).toEqual([
      'time 100 µs → 106 µs (+6 %)',
    ]);
    expect(regressions({ code: 'other' }, 'time 6%', runs)).toEqual([]);
    expect(regressions({ hash: 'other' }, 'time 5%', runs)).toEqual([]);
  });

  it('are not what another kernel takes that is new', () => {
    const difference = compareBuilds(buildOf([{}]), buildOf([{}, { kernel: 'new', spills: 99 }]));
    expect(findRegressions(difference, thresholds('regressions'))).toEqual([]);
  });
});

describe('the failure', () => {
  it('names each kernel and variant, what it was and is, and the threshold', async () => {
    const difference = compareBuilds(
      buildOf([{}, { block: 128 }], {}, [{ microseconds: 10 }]),
      buildOf(
        [
          { code: 'b', registers: 255, spills: 48 },
          { block: 128, code: 'c', shared: 65_536 },
        ],
        {},
        [{ microseconds: 12 }],
      ),
    );
    const failure = failureOf(() =>
      failOnRegressions(difference, thresholds('regressions, shared 4KiB'), () => ({
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
    const failure = await failureOf(() => failOnRegressions(difference, thresholds('registers')));
    expect(failure.split('\n').filter((line) => line.includes('registers 100 → 200'))).toHaveLength(
      50,
    );
    expect(failure.split('\n').at(-1)).toBe('… and 30 more problems');
  });

  it('does not exist without regressions', () => {
    const same = compareBuilds(buildOf([{}]), buildOf([{}]));
    expect(() => failOnRegressions(same, thresholds('regressions'))).not.toThrow();
  });

  it('does not exist without thresholds', () => {
    const worse = compareBuilds(buildOf([{}]), buildOf([{ spills: 9 }]));
    expect(() => failOnRegressions(worse, undefined)).not.toThrow();
  });
});
