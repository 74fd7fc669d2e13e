import { describe, expect, it } from '@jest/globals';
import { checkAbi } from '../../../src/compile/cubin/check.ts';
import { allParameters, type Kernel } from '../../../src/manifest/terms/kernel.ts';
import type { AlgoChoice } from '../../../src/manifest/tuning/choice.ts';
import type { DecisionTree } from '../../../src/manifest/tuning/tree.ts';
import { writeChoice, writeTuned } from '../../../src/package/c/choose.ts';
import { tableOf } from '../../../src/package/c/table.ts';
import { fakeCompiled, fakeVariants } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: k.py:scale
    arguments: { x: "*fp32", factor: fp32, n: [i32:16, i32], wide: u64 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid_parameters: { rows: i64 }
    grid: [cdiv(n, BLOCK), rows]
  guarded:
    source: k.py:guarded
    arguments: { n: i32 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128 }]
    grid: n
    requires: n > 0
  constant: { source: "k.py:constant", signature: "7", grid: 1 }
`;
const variants = fakeVariants(MANIFEST, {
  scale: ['x', 'factor', 'n', 'wide', 'BLOCK'],
  guarded: ['n', 'BLOCK'],
  constant: ['seven'],
});

function kernelOf(name: string): Kernel {
  const found = variants.find(({ kernel }) => kernel.name === name);
  if (found === undefined) throw new Error(name);
  return found.kernel;
}

/** The C of a choice, for a kernel of which some images are missing: `ALGO SPECIALISATION TARGET`. */
function choiceOf(name: string, choice?: AlgoChoice, missing: readonly string[] = []): string {
  const kernel = kernelOf(name);
  const own = variants.filter(
    (each) =>
      each.kernel === kernel &&
      !missing.includes(`${each.config} ${each.specialisation} ${each.target.name}`),
  );
  const images = checkAbi(own.map((variant) => [variant, fakeCompiled(variant)] as const));
  const { functions, byDefault, choose } = writeChoice(kernel, tableOf(kernel, images), choice);
  return [functions, byDefault, choose].join('\n---\n');
}

/** What comes before the launch, which is the same for all measured choices. */
const chosenBy = (text: string): string =>
  text.slice(0, text.indexOf('static CUresult aot_launch_default'));

const split = (value: string, atMost: bigint, small: DecisionTree, large: DecisionTree) => ({
  value,
  atMost,
  small,
  large,
});
const [ZERO, ONE] = [{ algo: 0 }, { algo: 1 }];
const choiceBy = (...trees: readonly DecisionTree[]): AlgoChoice => ({
  tuning: '',
  devices: trees.map((_tree, table) => ({
    ...(table === 0 && { name: 'GPU */ "one"' }),
    ...(table === 1 && { capability: '8.6' }),
    table,
  })),
  tables: trees.map((tree) => ({ tree, algos: tree === ZERO ? [0] : [0, 1] })) as never,
});

describe('the C of a choice that was not measured', () => {
  it('returns algo 0 if each algo has code for each target', () => {
    expectGolden([choiceOf('scale'), choiceOf('constant')].join('\n======\n'));
  });

  it('is the same if a specialisation that is never reached has none', () => {
    expect(choiceOf('scale', undefined, ['0 0 sm_80', '0 0 sm_90'])).toBe(choiceOf('scale'));
  });

  it('looks for code if the first algo lacks it for a target', () => {
    expectGolden(choiceOf('scale', undefined, ['0 0 sm_80', '0 1 sm_80']));
  });
});

describe('the C of a measured choice', () => {
  it('compares values only, if one table is for all devices', () => {
    const tree = split('n', 64n, ZERO, split('blocks(1)', 2n ** 40n, ZERO, ONE));
    expectGolden(choiceOf('scale', choiceBy(tree)));
  });

  it('looks the device up, if there are several tables', () => {
    const tree = split(
      'specialisation()',
      0n,
      split('rows', 1n, ONE, ZERO),
      split('blocks(0)', 9n, ZERO, ONE),
    );
    expectGolden(chosenBy(choiceOf('scale', choiceBy(tree, ONE, ZERO))));
  });

  it('looks for code if an algo that can be chosen lacks it for a target', () => {
    const lacking = ['1 0 sm_80', '1 1 sm_80'];
    expectGolden(chosenBy(choiceOf('scale', choiceBy(split('n', 64n, ZERO, ONE)), lacking)));
    // Only algo 0, which has code, can be chosen.
    expect(choiceOf('scale', choiceBy(ZERO), lacking)).toBe(choiceOf('scale', choiceBy(ZERO)));
  });

  it('refuses what does not meet the requirements', () => {
    const check = '    if (check_requirements(&a, algo_id) != CUDA_SUCCESS) return 1;\n';
    expect(choiceOf('guarded', choiceBy(ONE))).toContain(check);
    expect(choiceOf('scale', choiceBy(ONE))).not.toContain(check);
  });

  it.each([
    [-(2n ** 63n), '(-INT64_C(9223372036854775807) - 1)'],
    [1n - 2n ** 63n, 'INT64_C(-9223372036854775807)'],
    [-(2n ** 31n), 'INT64_C(-2147483648)'],
    [1n - 2n ** 31n, '-2147483647'],
    [2n ** 31n - 1n, '2147483647'],
    [2n ** 31n, 'INT64_C(2147483648)'],
    [2n ** 63n - 1n, 'INT64_C(9223372036854775807)'],
    [2n ** 63n, 'UINT64_C(9223372036854775808)'],
  ])('compares with %i in its type', (atMost, literal) => {
    const tuned = writeTuned(
      choiceBy(split('wide', atMost, ZERO, ONE)),
      allParameters(kernelOf('scale')),
    );
    expect(tuned).toContain(`if (a->wide <= ${literal}) return 0;`);
  });
});
