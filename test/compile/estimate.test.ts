import { describe, expect, it } from '#jest';
import {
  compileSeconds,
  costNote,
  divide,
  type WorkItem,
  workItems,
  workShare,
} from '../../src/compile/estimate.ts';
import { parseShard } from '../../src/compile/shard.ts';
import { entryName } from '../../src/compile/store/entry.ts';
import { NO_TIMES, timeOfVariant } from '../../src/compile/store/times.ts';
import { fakeVariants } from '../support/fake-build.ts';

const item = (id: number, seconds: number): WorkItem => ({
  name: entryName('kernel', String(id).padStart(64, '0')),
  seconds,
});
const items = (...seconds: readonly number[]): WorkItem[] =>
  seconds.map((each, id) => item(id, each));
const secondsOf = (shard: readonly WorkItem[]): number =>
  shard.reduce((sum, { seconds }) => sum + seconds, 0);
const loads = (shards: readonly (readonly WorkItem[])[]): number[] => shards.map(secondsOf);

describe('shards', () => {
  it('take about the same time, however different the results are', () => {
    expect(loads(divide(items(60, 1, 1, 1, 20, 20, 17), 2))).toEqual([60, 60]);
    const many = Array.from({ length: 500 }, (_each, id) => 0.1 + (id % 37) ** 2 / 100);
    const shards = loads(divide(items(...many), 8));
    const mean = shards.reduce((sum, each) => sum + each, 0) / 8;
    expect(Math.max(...shards) / mean).toBeLessThan(1.01);
  });

  it('contain every result once, and are the same each time', () => {
    const all = items(3, 3, 3, 2, 2, 1);
    const shards = divide(all, 3);
    expect(new Set(shards.flat())).toEqual(new Set(all));
    expect(shards.flat()).toHaveLength(all.length);
    expect(divide(all.toReversed(), 3)).toEqual(shards);
  });

  it('are as many as wanted, even if some have nothing to do', () => {
    expect(divide(items(1), 3).map(({ length }) => length)).toEqual([1, 0, 0]);
  });

  it.each(['0/2', '3/2', '1/257', '1', '1/2/3', ' 1/2', '01/2', '1/-2'])(
    'are not written as %s',
    (text) => {
      expect(parseShard(text)).toBeUndefined();
    },
  );

  it('are written as number and count', () => {
    expect(parseShard('2/8')).toEqual({ index: 2, count: 8 });
    expect(parseShard('256/256')).toEqual({ index: 256, count: 256 });
  });
});

describe('the time of a result', () => {
  const HEAD = 'package: demo\ntriton: 3.8.0\ntargets: [sm_80]\nkernels:\n';
  const kernel = (name: string, type: string): string =>
    `  ${name}: { source: "k.py:k", signature: "*${type}, 64", grid: 1, configs: [{ num_warps: 4, num_stages: 3 }, { num_warps: 8, num_stages: 3 }] }\n`;
  const variants = fakeVariants(HEAD + kernel('a', 'fp32') + kernel('b', 'fp16'), {
    k: ['x', 'N'],
  });
  const [first, second] = variants;
  const secondsFor = (times: Parameters<typeof workItems>[2]): number[] =>
    workItems(variants, [], times).map(({ seconds }) => Math.round(seconds * 1000) / 1000);

  it('is that of the same values in an earlier build', () => {
    if (first === undefined || second === undefined) throw new Error('no variants');
    const times = new Map([
      [
        'a',
        new Map([
          [timeOfVariant(first), 5],
          [timeOfVariant(second), 1],
        ]),
      ],
    ]);
    expect(secondsFor(times).slice(0, 2)).toEqual([5, 1]);
  });

  it('is estimated from other results of the kernel, or else of all kernels', () => {
    if (first === undefined) throw new Error('no variants');
    const times = new Map([['a', new Map([[timeOfVariant(first), 2]])]]);
    // Warps times stages are 12 and 24.
    expect(secondsFor(times)).toEqual([2, 3, 2, 3]);
    expect(secondsFor(NO_TIMES)).toEqual([0.4, 0.6, 0.4, 0.6]);
  });

  it('is unknown if no time of any variant is', () => {
    if (first === undefined) throw new Error('no variants');
    const [name, other] = variants.slice(0, 2).map(({ hash }) => entryName('kernel', hash));
    const of = (time: string) => compileSeconds(variants, new Map([['a', new Map([[time, 2]])]]));
    const known = of(timeOfVariant(first));
    expect([known?.get(name ?? 'x.kernel'), known?.get(other ?? 'x.kernel')]).toEqual([2, 3]);
    expect([of('of other values'), compileSeconds(variants, NO_TIMES)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is worth a note if it is long', () => {
    if (first === undefined) throw new Error('no variants');
    const noteFor = (seconds: number) =>
      costNote(variants, new Map([['a', new Map([[timeOfVariant(first), seconds]])]]));
    expect([noteFor(1), costNote([], NO_TIMES)]).toEqual([undefined, undefined]);
    expect(noteFor(600)).toBe('about 50 min of CPU time, including 25 min for 2 configs of a');
  });

  it('decides which share of the work is done, whatever the number of results', () => {
    const [slow, quick, ...others] = variants.map(({ hash }) => entryName('kernel', hash));
    if (slow === undefined || quick === undefined) throw new Error('no variants');
    const after = workShare(variants, [], NO_TIMES);
    // The other results of the first kernel will take as long, those of the second as all so far.
    expect(after(slow, 8)).toBeCloseTo(8 / (8 + 12 + 8 + 12));
    expect(after(quick, 2)).toBeCloseTo(10 / (10 + 4 + 6));
    for (const name of others) after(name, 1);
    expect(after(quick, 0)).toBe(1);
  });

  it('is all of the work after the last of many results', () => {
    const many = Array.from({ length: 301 }, (_, index) => `{ N: ${index + 1} }`).join(', ');
    const entry = `  a: { source: "k.py:k", arguments: { x: "*fp32" }, grid: 1, specialise: listed, configs: [${many}] }\n`;
    const all = fakeVariants(HEAD + entry, { k: ['x', 'N'] });
    const after = workShare(all, [], NO_TIMES);
    const shares = all.map(({ hash }) => after(entryName('kernel', hash), 1));
    expect(shares.at(-1)).toBe(1);
    expect(shares.at(-2)).toBeLessThan(1);
  });

  it('of an earlier build decides the share of what is left', () => {
    if (first === undefined || second === undefined) throw new Error('no variants');
    const times = new Map([['a', new Map([[timeOfVariant(second), 198]])]]);
    const own = [first, second];
    expect(workShare(own, [], times)(entryName('kernel', first.hash), 2)).toBeCloseTo(0.01);
  });
});
