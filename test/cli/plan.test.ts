import { describe, expect, it } from '@jest/globals';
import { planJson, planText } from '../../src/cli/plan.ts';
import { entryName } from '../../src/compile/store/entry.ts';
import { fakePreparation, fakeResult } from '../support/fake-build.ts';
import { expectGolden } from '../support/golden.ts';
import { FUNCTIONS, MANIFEST } from './demo.ts';

const { preparation } = fakeResult(MANIFEST, FUNCTIONS);
const { variants } = preparation;

describe('plan', () => {
  const stored = new Map(variants.slice(0, 3).map((variant) => [variant, 20_000]));
  const seconds = new Map(
    variants.map(({ hash }, at) => [entryName('kernel', hash), at < 3 ? 1000 : 1.5]),
  );

  it('prints a line for each variant, then the total of all and of each target', () => {
    const unhashed = planText(preparation, { stored, seconds }).replaceAll(
      /^[0-9a-f]{16}/gm,
      'HASH',
    );
    expectGolden(unhashed);
    expect(planText(preparation, { stored, seconds }).slice(0, 16)).toBe(
      variants[0]?.hash.slice(0, 16),
    );
  });

  it('prints one total if there is one target, everything is stored, or no time is known', () => {
    const one = { ...preparation, variants: variants.filter(({ target }) => target.arch === 80) };
    const all = new Map(one.variants.map((variant) => [variant, 1_500_000]));
    const last = (text: string): string => text.split('\n').slice(one.variants.length).join('\n');
    expect(last(planText(one, { stored: all, seconds }))).toBe('5 variants: 5 stored (7.5 MB)\n');
    expect(last(planText(one, { stored: new Map(), seconds: undefined }))).toBe(
      '5 variants: 5 to compile\n',
    );
  });

  it('counts a result that kernels share once', () => {
    const entry = '{ source: "nn/demo.py:copy_kernel", signature: "*fp32", grid: 1 }';
    const shared = fakePreparation(
      `package: demo\ntriton: 3.8.0\ntargets: [sm_80]\nkernels:\n  a: ${entry}\n  b: ${entry}\n`,
      FUNCTIONS,
    );
    const both = new Map(shared.variants.map((variant) => [variant, 100]));
    const name = entryName('kernel', shared.variants[0]?.hash ?? '');
    expect(planJson(shared, { stored: both, seconds: undefined })).toMatchObject({
      total: { variants: 2, stored: 2, missing: 0, bytes: 100 },
    });
    expect(planJson(shared, { stored: new Map(), seconds: new Map([[name, 2]]) })).toMatchObject({
      total: { variants: 2, stored: 0, missing: 2, bytes: 0, seconds: 2 },
    });
  });

  it('gives the whole hashes as JSON', () => {
    const total = { bytes: 40_000, seconds: 4.5, stored: 2, missing: 3, variants: 5 };
    expect(planJson(preparation, { stored, seconds })).toEqual({
      package: 'demo',
      triton: '3.8.0',
      variants: variants.map(({ kernel, config, specialisation, target, hash }, at) => ({
        kernel: kernel.name,
        algo: config,
        specialisation,
        target: target.name,
        hash,
        status: at < 3 ? 'stored' : 'missing',
        ...(at < 3 && { bytes: 20_000 }),
      })),
      total: {
        variants: 10,
        stored: 3,
        missing: 7,
        bytes: 60_000,
        seconds: 10.5,
        targets: {
          sm_80: total,
          sm_90: { ...total, bytes: 20_000, seconds: 6, stored: 1, missing: 4 },
        },
      },
    });
  });
});
