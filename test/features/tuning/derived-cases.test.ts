import { describe, expect, it } from '#jest';
import { hintSetOf, type Kernel } from '../../../src/manifest/terms/kernel.ts';
import type { ReachedCase } from '../../../src/manifest/cases/case.ts';
import { callClasses, classOf } from '../../../src/features/tuning/choice/classes.ts';
import { fakeKernels } from '../../support/fake-build.ts';

/** A kernel of k(x, n, m, BLOCK) with two algos and these cases of `tune:`. */
function kernelWith(cases: string, rest = '', n = '["i32:16", "i32:4", i32]'): Kernel {
  const [kernel] = fakeKernels(
    `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:k
    arguments: { x: "*fp16:8", n: ${n}, m: i32 }
    configs: [{ BLOCK: 32 }, { BLOCK: 128 }]
    grid: [cdiv(n, BLOCK), m]
    specialise: listed
${rest}    smoke:
      cases: [{ n: 32, m: 3 }]
      specialisations: [0]
      algos: [0]
      buffers: { x: { shape: [n, m], role: inout } }
${cases === '' ? '' : `    tune: { cases: [${cases}] }\n`}`,
    { k: ['x', 'n', 'm', 'BLOCK'] },
  );
  if (kernel === undefined) throw new Error('no kernel');
  return kernel;
}

const proposed = ({ smoke }: Kernel): readonly ReachedCase[] => smoke?.proposed ?? [];

const sizeOf = ({ scalars }: ReachedCase, name: string): number => Number(scalars.get(name)?.value);

/** The number of cases of each class, those of the manifest included. */
function countsOf(kernel: Kernel): readonly number[] {
  const classes = callClasses(kernel);
  const cases = [...(kernel.smoke?.timed ?? []), ...proposed(kernel)];
  const reached = cases.map(({ runs, scalars }) => {
    const [run] = runs;
    const values = [...scalars].flatMap(([name, value]) =>
      value.kind === 'integer' ? [[name, value.value] as const] : [],
    );
    return classOf(classes, hintSetOf(kernel, run?.specialisation ?? -1), new Map(values));
  });
  return classes.map((_class, index) => reached.filter((each) => each === index).length);
}

const WIDE = '{ n: 512, m: 100 }, { n: 8192, m: 4096 }';

describe('the cases that `tune` proposes', () => {
  it('are up to 40 for each class of calls, those of the manifest included', () => {
    const kernel = kernelWith(WIDE);
    // Multiples of 16, of 4 and also of 16 (which the first takes), of 4, and others.
    expect(callClasses(kernel)).toHaveLength(4);
    expect(countsOf(kernel)).toEqual([40, 0, 40, 40]);
    const all = kernel.smoke?.timed ?? [];
    expect(all).toHaveLength(2);
    expect(proposed(kernel)).toHaveLength(118);
  });

  it('have runs with aligned pointers, a path, and their own names', () => {
    const kernel = kernelWith(WIDE);
    const own = [...(kernel.smoke?.timed ?? []), ...proposed(kernel)].map(({ name }) => name);
    expect(new Set(own).size).toBe(own.length);
    for (const { runs, path } of proposed(kernel)) {
      expect(runs).toEqual([{ specialisation: expect.any(Number), offsets: {} }]);
      expect(path).toEqual(['kernels', 'k', 'tune', 'cases']);
    }
  });

  it('are between half of the smallest size and the largest, and compute no more than the largest', () => {
    const [, , ...spread] = proposed(kernelWith(WIDE));
    for (const each of spread) {
      const [n, m] = [sizeOf(each, 'n'), sizeOf(each, 'm')];
      expect(n).toBeGreaterThanOrEqual(256);
      expect(n).toBeLessThanOrEqual(8192);
      expect(m).toBeGreaterThanOrEqual(50);
      expect(m).toBeLessThanOrEqual(4096);
    }
    const small = proposed(kernelWith('{ n: 100, m: 5 }, { n: 4000, m: 11 }'));
    expect(small.length).toBeGreaterThan(60);
    for (const each of small) {
      expect(sizeOf(each, 'm')).toBeGreaterThanOrEqual(1);
      expect(sizeOf(each, 'm')).toBeLessThanOrEqual(11);
    }
    const crossed = proposed(kernelWith('{ n: 100, m: 4000 }, { n: 4000, m: 100 }'));
    expect(crossed.length).toBeGreaterThan(60);
    for (const each of crossed)
      expect(sizeOf(each, 'n') * sizeOf(each, 'm')).toBeLessThanOrEqual(400_000);
  });

  it('are spread over the range, by halves of its logarithm', () => {
    const spread = proposed(kernelWith(WIDE)).map((each) => sizeOf(each, 'n'));
    const middle = Math.sqrt(256 * 8192);
    const low = spread.filter((n) => n < middle).length;
    expect(low / spread.length).toBeGreaterThan(0.3);
    expect(low / spread.length).toBeLessThan(0.7);
  });

  it('begin with the largest case as a single row and a single column', () => {
    const names = proposed(kernelWith(WIDE)).map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['n=1, m=4096', 'n=8192, m=1']);
  });

  it.each([8, 64, 100, 4096])('leave a size of %i, that is the same in all cases', (m) => {
    const cases = proposed(kernelWith(`{ n: 512, m: ${m} }, { n: 8192, m: ${m} }`));
    const others = cases.filter(({ name }) => !name.endsWith('m=1'));
    expect(others.length).toBeGreaterThan(60);
    expect(new Set(others.map((each) => sizeOf(each, 'm')))).toEqual(new Set([m]));
  });

  it('are taken by an algo, and say by which if not by all', () => {
    const kernel = kernelWith(WIDE, '    requires: "BLOCK == 32 ? 1 : n % 128 == 0"\n');
    const counts = countsOf(kernel);
    expect(counts).toEqual([40, 0, 40, 40]);
    const all = proposed(kernel);
    for (const each of all)
      expect(each.runs[0]?.algos).toEqual(sizeOf(each, 'n') % 128 === 0 ? undefined : [0]);
    // A class that all algos refuse has no cases.
    const strict = kernelWith(WIDE, '    requires: n % 16 == 0\n');
    expect(countsOf(strict)).toEqual([40, 0, 0, 0]);
  });

  it('are none without cases of `tune:`, or if there is only one algo', () => {
    expect(proposed(kernelWith(''))).toEqual([]);
    const [one] = fakeKernels(
      `package: demo
triton: 3.8.0
targets: [sm_90]
kernels:
  k:
    source: k.py:k
    arguments: { x: "*fp16", n: i32 }
    grid: n
    smoke: { cases: [{ n: 32 }], buffers: { x: { shape: [n], role: inout } } }
    tune: { cases: [{ n: 100 }, { n: 4000 }] }
`,
      { k: ['x', 'n'] },
    );
    expect(one?.smoke?.timed).toHaveLength(2);
    expect(one?.smoke?.proposed).toEqual([]);
  });
});
