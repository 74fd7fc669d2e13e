import { beforeAll, describe, expect, it } from '#jest';
import { kernelsOf, selectTasks, taskLabel } from '../../../src/prove/bench/tasks.ts';
import { readSmokePackage, type SmokePackage } from '../../../src/package/cases.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { scaleCase, scaleCases, smokePackage } from '../smoke/smoke-package.ts';

let pkg: SmokePackage;

beforeAll(async () => {
  pkg = await readSmokePackage(await smokePackage([scaleCases()]));
});

type Request = Parameters<typeof selectTasks>[1];

function labels(changes: Partial<Request> = {}, of = pkg): readonly string[] {
  return selectTasks(of, { only: [], ...changes }).map(taskLabel);
}

describe('what is measured', () => {
  it('is each case with each algo; the algos of a case follow one another', () => {
    expect(labels()).toEqual([
      'scale [algo 0, n=256]',
      'scale [algo 1, n=256]',
      'scale [algo 0, n=33]',
      'scale [algo 1, n=33]',
    ]);
  });

  it('is selected by kernel, case and algo', () => {
    expect(labels({ only: ['sc*'], case: 1, algo: 0 })).toEqual(['scale [algo 0, n=33]']);
    expect(labels({ case: 0 })).toEqual(['scale [algo 0, n=256]', 'scale [algo 1, n=256]']);
  });

  it('are the sizes of `tune:` if there are any', async () => {
    const timed = [scaleCase(4096)];
    const other = await readSmokePackage(await smokePackage([scaleCases({ timed })]));
    expect(labels({ algo: 0 }, other)).toEqual(['scale [algo 0, n=4096]']);
  });

  it('is no case of which only some blocks run, and the others keep their numbers', async () => {
    const blocks = { first: 1, last: 0, sample: 0, at: [] };
    const cases = [scaleCase(2 ** 20, { blocks }), scaleCase(64)];
    const other = await readSmokePackage(await smokePackage([scaleCases({ cases })]));
    expect(labels({ algo: 0 }, other)).toEqual(['scale [algo 0, n=64]']);
    expect(labels({ algo: 0, case: 1 }, other)).toEqual(['scale [algo 0, n=64]']);
    expect(() => labels({ case: 0 }, other)).toThrow('nothing to measure');
  });

  it('has code for the GPU', () => {
    const on = (major: number, minor: number) =>
      selectTasks(pkg, { only: [] }, { major, minor }).length;
    expect(on(9, 0)).toBe(4);
    expect(on(8, 6)).toBe(4);
    expect(() => on(7, 5)).toThrow('nothing to measure');
  });

  it('is grouped by kernel', () => {
    const found = kernelsOf(selectTasks(pkg, { only: [] }));
    const names = found.map(({ kernel, cases }) => [kernel.name, cases.map(({ name }) => name)]);
    expect(names).toEqual([['scale', ['n=256', 'n=33']]]);
  });

  it('is an error if there is nothing', async () => {
    const message = await failureOf(() => labels({ only: ['other'] }));
    expectGolden(message.replaceAll(pkg.folder, 'FOLDER'));
    expect(() => labels({ case: 2 })).toThrow('nothing to measure');
    expect(() => labels({ algo: 2 })).toThrow('nothing to measure');
  });
});
