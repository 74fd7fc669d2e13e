import { describe, expect, it } from '#jest';
import { parseTarget } from '../../../src/manifest/terms/target.ts';
import type { PackagedKernel } from '../../../src/package/read.ts';
import { emulatedTarget, wantedTarget } from '../../../src/prove/emulate/target.ts';

function kernelFor(...targets: readonly string[]): PackagedKernel {
  const variants = targets.flatMap((target) =>
    [0, 1].map((algo) => ({
      algo,
      specialisation: 0,
      target,
      hash: `${target} ${algo}`,
      symbol: '',
    })),
  );
  return { name: 'add', algos: [], specialisations: [''], variants } as unknown as PackagedKernel;
}

describe('the target whose PTX is executed', () => {
  const chosen = (targets: readonly string[], unknown: readonly string[] = []): string =>
    emulatedTarget(kernelFor(...targets), undefined, ({ hash }) =>
      unknown.includes(hash) ? 'an instruction' : undefined,
    ).name;

  it('is the first from Ampere on, else the newest before', () => {
    expect(chosen(['sm_100', 'sm_75', 'sm_89', 'sm_90'])).toBe('sm_89');
    expect(chosen(['sm_75'])).toBe('sm_75');
  });

  it('is another one of which more is known', () => {
    const targets = ['sm_80', 'sm_90', 'sm_100'];
    expect(chosen(targets, ['sm_80 1', 'sm_90 0', 'sm_90 1'])).toBe('sm_100');
    expect(chosen(targets, ['sm_80 1', 'sm_90 0', 'sm_90 1', 'sm_100 0'])).toBe('sm_80');
  });

  it('is what a request names, if a kernel has code for it', () => {
    const kernel = kernelFor('sm_80', 'sm_90');
    const wanted = wantedTarget([kernel], 'sm_90');
    expect(emulatedTarget(kernel, wanted, () => undefined)).toEqual(parseTarget('sm_90'));
    expect(() => wantedTarget([kernel], 'sm_100')).toThrow(
      'no selected kernel has code for sm_100',
    );
  });
});
