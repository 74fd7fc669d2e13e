import { describe, expect, it } from '#jest';
import { checkAbi } from '../../../src/compile/cubin/check.ts';
import { writeGrids, writeLaunches } from '../../../src/package/c/launch.ts';
import { tableOf } from '../../../src/package/c/table.ts';
import type { Variant } from '../../../src/plan/variants.ts';
import { fakeCompiled, fakeVariants } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  tiles:
    source: k.py:tiles
    arguments: { a: "tensordesc<fp16[64, 32]>", n: [i32:1, i32], b: "tensordesc<fp32[16]>" }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: [cdiv(n, BLOCK), 2]
  plain:
    source: k.py:plain
    arguments: { x: "*fp32", n: [i32:1, i32] }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: 1
`;

const VARIANTS = fakeVariants(MANIFEST, {
  tiles: ['a', 'n', 'b', 'BLOCK'],
  plain: ['x', 'n', 'BLOCK'],
});

/** With tensor maps from sm_90 on; before, `a` and `b` have one flag. */
function compile(variant: Variant) {
  const n = variant.specialisation === 0 ? [] : [4];
  const end = (rank: number): number[] => [...Array(rank).fill(4), ...Array(rank).fill(8)];
  if (Number(variant.target.arch) < 90) {
    const separate = (rank: number): number[] => [8, ...Array(2 * rank).fill(8), 1, ...end(rank)];
    return fakeCompiled(variant, { parameters: [...separate(2), ...n, ...separate(1), 8, 8] });
  }
  const map = { dataType: 6, swizzle: 3, elementSize: 2 };
  return fakeCompiled(
    variant,
    { parameters: [128, ...end(2), ...n, 128, ...end(1), 8, 8] },
    {
      tensorMaps: [
        { ...map, box: [64, 32] },
        { ...map, dataType: 7, elementSize: 4, swizzle: 0, box: [16] },
      ],
    },
  );
}

describe('the launch of a kernel with tensors', () => {
  const variants = VARIANTS.filter((variant) => variant.kernel.name === 'tiles');
  const images = checkAbi(variants.map((variant) => [variant, compile(variant)] as const));
  const [kernel] = variants.map((variant) => variant.kernel);
  if (kernel === undefined) throw new Error('no kernel');

  it('is chosen by the image, since each takes tensors in its way', () => {
    const { selector, branches } = writeLaunches(kernel, tableOf(kernel, images).images);
    expect(selector).toBe('(int)(image - images)');
    expectGolden(branches);
  });

  it('has no branch for an image that is missing', () => {
    const [first, ...others] = tableOf(kernel, images).images;
    expect(first).toBeDefined();
    const { branches } = writeLaunches(kernel, [undefined, ...others]);
    const labels = (text: string): readonly string[] => text.match(/case \d+:/g) ?? [];
    expect(labels(branches)).toHaveLength(others.length);
    expect(branches).not.toContain('case 0:');
  });

  it('has the grid of its algo, of three axes', () => {
    expectGolden(writeGrids(kernel).text);
  });
});

describe('the launch of a kernel without tensors', () => {
  it('is chosen by the specialisation, of which an algo may have no image', () => {
    const variants = VARIANTS.filter((variant) => variant.kernel.name === 'plain');
    const [kernel] = variants.map((variant) => variant.kernel);
    const images = checkAbi(variants.map((each) => [each, fakeCompiled(each)] as const));
    const left = images.filter(({ config, specialisation }) => config + specialisation > 0);
    if (kernel === undefined) throw new Error('no kernel');
    const launches = writeLaunches(kernel, tableOf(kernel, left).images);
    expect(launches).toEqual(writeLaunches(kernel, tableOf(kernel, images).images));
    expect(launches.selector).toBe('specialisation');
    expectGolden(launches.branches);
  });
});
