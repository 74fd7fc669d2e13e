import { describe, expect, it } from 'vitest';
import { packageTargets } from '../../../src/github/fetch/choose-package.ts';
import { chooseOne } from '../../../src/github/fetch/choose.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

/** Chooses among parts of a package, by their targets; `whole` has targets that are not known. */
function choose(parts: readonly string[], targets?: readonly string[]): string {
  const candidates = parts.map((part) => ({
    item: part,
    package: 'demo',
    targets: part === 'whole' ? undefined : part.split('+'),
  }));
  return chooseOne(candidates, { targets }, 'the release');
}

describe('a part of a package', () => {
  it.each<[what: string, parts: readonly string[], targets: readonly string[], chosen: string]>([
    ['for exactly the target', ['sm_80', 'sm_80+sm_86', 'sm_86'], ['sm_86'], 'sm_86'],
    [
      'for the target, even if another is smaller',
      ['sm_80', 'sm_80+sm_86'],
      ['sm_86'],
      'sm_80+sm_86',
    ],
    ['with few other targets', ['sm_80+sm_86', 'sm_80'], ['sm_89'], 'sm_80'],
    ['of the newest architecture', ['sm_80', 'sm_86', 'sm_90'], ['sm_89'], 'sm_86'],
    ['for all the targets', ['sm_80', 'sm_90', 'sm_80+sm_90'], ['sm_80', 'sm_90'], 'sm_80+sm_90'],
    [
      'for each of the targets',
      ['sm_80+sm_90', 'sm_80+sm_86+sm_90'],
      ['sm_86', 'sm_90'],
      'sm_80+sm_86+sm_90',
    ],
    ['without targets of a later version', ['sm_80+sm_999', 'sm_80'], ['sm_80'], 'sm_80'],
    ['that is the whole package', ['sm_80', 'whole'], ['sm_90'], 'whole'],
    ['rather than the whole package', ['whole', 'sm_80'], ['sm_80'], 'sm_80'],
    ['if it is the only one', ['sm_80'], [], 'sm_80'],
    ['that is the whole package, for no target', ['sm_80', 'whole'], [], 'whole'],
  ])('is the one %s', (_what, parts, targets, chosen) => {
    expect(choose(parts, targets)).toBe(chosen);
    expect(choose(parts.toReversed(), targets)).toBe(chosen);
  });

  it.each<[what: string, parts: readonly string[], targets: readonly string[]]>([
    ['there are several, and no target is named', ['sm_80', 'sm_90'], []],
    ['each has a part of the targets', ['sm_80', 'sm_90'], ['sm_80', 'sm_90']],
    ['none has a target', ['sm_80+sm_86', 'sm_90'], ['sm_100', 'sm_80']],
    ['a target is unknown', ['sm_80'], ['sm_81']],
  ])('is not chosen if %s', async (_what, parts, targets) => {
    expectGolden(await failureOf(() => choose(parts, targets)));
  });
});

it('the targets of a package are listed once, by their numbers', () => {
  const kernelFor = (...targets: readonly string[]) => ({
    variants: targets.map((target) => ({ target })),
  });
  const kernels = [kernelFor('sm_100', 'sm_90'), kernelFor('sm_80', 'sm_90')];
  expect(packageTargets({ kernels } as never)).toEqual(['sm_80', 'sm_90', 'sm_100']);
});
