import { describe, expect, it } from '#jest';
import { packageTargets } from '../../../src/github/fetch/choose-package.ts';
import { chooseOne } from '../../../src/github/fetch/choose.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

/** Chooses among packages that have the same name, by the targets of each. */
function choose(held: readonly (readonly string[] | undefined)[], wanted: readonly string[]) {
  const candidates = held.map((targets, index) => ({
    item: index,
    package: 'demo',
    name: `folder-${index}`,
    targets,
  }));
  return chooseOne(candidates, { targets: wanted }, 'the release');
}

describe('the only package', () => {
  it.each<[what: string, held: readonly string[] | undefined, wanted: readonly string[]]>([
    ['no target is named', ['sm_80'], []],
    ['it is for the target', ['sm_80', 'sm_90'], ['sm_90']],
    ['its code runs on the target', ['sm_80', 'sm_90'], ['sm_86', 'sm_90']],
    ['it also has targets of a later version', ['sm_80', 'sm_999'], ['sm_80']],
    ['its targets are not known yet', undefined, ['sm_90']],
  ])('is chosen if %s', (_what, held, wanted) => {
    expect(choose([held], wanted)).toBe(0);
  });

  it.each<[what: string, held: readonly (readonly string[])[], wanted: readonly string[]]>([
    ['there is another', [['sm_80'], ['sm_90']], ['sm_90']],
    ['it lacks a target', [['sm_80', 'sm_86', 'sm_90']], ['sm_100', 'sm_80']],
    ['a target is unknown', [['sm_80']], ['sm_81']],
  ])('is not chosen if %s', async (_what, held, wanted) => {
    expectGolden(await failureOf(() => choose(held, wanted)));
  });
});

it('the targets of a package are listed once, by their numbers', () => {
  const kernelFor = (...targets: readonly string[]) => ({
    variants: targets.map((target) => ({ target })),
  });
  const kernels = [kernelFor('sm_100', 'sm_90'), kernelFor('sm_80', 'sm_90')];
  expect(packageTargets({ kernels } as never)).toEqual(['sm_80', 'sm_90', 'sm_100']);
});
