import { describe, expect, it } from '#jest';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatProblem } from '../../src/base/errors.ts';
import { dropConfigs, droppedWarnings } from '../../src/compile/drop-configs.ts';
import type { ConfigEntry } from '../../src/manifest/config-entry.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { FunctionFacts } from '../../src/plan/sources.ts';
import type { Variant } from '../../src/plan/variants.ts';
import { verify } from '../../src/verify.ts';
import { launchesOf } from '../support/cuda-record.ts';
import { fakeCompiled, fakePlan } from '../support/fake-build.ts';
import { packageOf } from '../support/fake-package.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { compileProgram, runRecorded } from '../support/recording-cuda.ts';
import { fakeContext } from '../package/verify/context.ts';

const manifestOf = (settings = ''): string => `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  add:
    source: k.py:add
    arguments: { x: "*fp32:16", n: [i32, i32:16] }
    configs: autotune
    grid: cdiv(n, BLOCK)
    ${settings}
    smoke:
      reference: none
      cases: [{ n: 7 }, { n: 16 }]
      buffers: { x: { shape: [n], role: out } }
`;
const config = (block: bigint): ConfigEntry => ({
  constants: new Map([['BLOCK', { kind: 'int', value: block }]]),
  options: {},
});
const add: FunctionFacts = {
  line: 3,
  parameters: ['x', 'n', 'BLOCK'].map((name) => ({ name })),
  autotune: [16n, 32n, 64n].map(config),
  heuristics: [],
};

const preparationOf = (settings?: string): Plan => fakePlan(manifestOf(settings), { add });

/** Failures of the variants that `fails` picks. */
function failing(
  { variants }: Plan,
  fails: (variant: Variant) => boolean,
): ReadonlyMap<string, { readonly message: string; readonly line?: number; file?: string }> {
  return new Map(
    variants
      .filter(fails)
      .map(({ hash, config: algo }) => [
        hash,
        { message: `error ${Math.min(algo, 1)}`, file: 'lib/k.py', line: 5 },
      ]),
  );
}

const blocksOf = ({ kernels: [kernel] }: Plan): readonly unknown[] =>
  (kernel?.configs ?? []).map(({ constants }) => constants.get('BLOCK'));

const int = (value: bigint): unknown => ({ kind: 'int', value });

describe('a config that does not compile', () => {
  it('loses its number if it fails for all targets', () => {
    const before = preparationOf();
    const failures = failing(before, (variant) => variant.config === 1);
    const { plan, dropped } = dropConfigs(before, failures);
    expect(blocksOf(plan)).toEqual([int(16n), int(64n)]);
    expect(plan.variants.map((each) => each.config)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
    expect(plan.variants.map(({ job }) => job.constants['BLOCK']?.[1])).toEqual([
      '16',
      '16',
      '16',
      '16',
      '64',
      '64',
      '64',
      '64',
    ]);
    expect(plan.kernels[0]?.smoke).toMatchObject({ algos: [0, 1] });
    expect(plan.kernels[0]?.smoke?.cases[0]?.grids).toHaveLength(2);
    expect(droppedWarnings(dropped, 'kernels.yaml')).toHaveLength(1);
  });

  it('keeps its number if it compiles for a target', () => {
    const before = preparationOf();
    const failures = failing(
      before,
      ({ config: algo, target, specialisation }) =>
        algo === 0 && target.name === 'sm_80' && specialisation === 1,
    );
    const { plan, dropped } = dropConfigs(before, failures);
    expect(blocksOf(plan)).toEqual([int(16n), int(32n), int(64n)]);
    // Not even with the specialisation that compiles.
    expect(plan.variants.filter((each) => each.config === 0)).toHaveLength(2);
    expect(plan.variants).toHaveLength(10);
    expectGolden(droppedWarnings(dropped, 'a/kernels.yaml').map(formatProblem).join('\n'));
  });

  it('stays if the kernel does not allow it, and the same failure of another does not matter', () => {
    const before = preparationOf('strict_configs: true');
    const failures = failing(before, () => true);
    const { plan, dropped } = dropConfigs(before, failures);
    expect(dropped).toEqual([]);
    expect(plan.variants).toEqual(before.variants);
  });

  it('is renumbered in the algos that are tested', () => {
    const tested = (algos: string): Plan =>
      fakePlan(manifestOf().replace('cases:', `algos: ${algos}\n      cases:`), { add });
    const before = tested('[0, 2]');
    const failures = failing(before, (variant) => variant.config === 0);
    const { plan } = dropConfigs(before, failures);
    expect(plan.kernels[0]?.smoke?.algos).toEqual([1]);
  });

  it.each([
    ['no config is left for a target', '', ({ target }: Variant) => target.name === 'sm_90'],
    ['no config to test is left', 'algos: [1]', (variant: Variant) => variant.config === 1],
  ])('ends the build if %s', async (_what, smoke, fails) => {
    const manifest = manifestOf().replace('cases:', `${smoke}\n      cases:`);
    const before = fakePlan(manifest, { add });
    const failures = failing(before, fails);
    expectGolden(await failureOf(() => dropConfigs(before, failures)));
  });

  it('gives NO_BINARY_FOR_GPU where it is missing, and the default is another', async () => {
    const before = preparationOf();
    const failures = failing(
      before,
      (each) => each.config === 1 || (each.config === 0 && each.target.name === 'sm_80'),
    );
    const { plan } = dropConfigs(before, failures);
    const folder = await packageOf(manifestOf(), plan.variants, (variant) =>
      fakeCompiled(variant, { registers: 16 + variant.config }),
    );
    const program = await compileProgram({
      texts: { 'main.c': PROGRAM },
      sources: [join(folder, 'src/add.c')],
      includeDirs: [join(folder, 'include')],
    });
    const [old, recent] = await Promise.all(
      ['8.0', '9.0'].map((device) => runRecorded(program, { devices: [device] })),
    );
    expect(old?.stdout).toBe('0 0 209 0 1 0 2');
    expect(recent?.stdout).toBe('0 0 0 0 1 0 2');
    const grids = [old, recent].map((each) =>
      launchesOf(each?.records ?? []).map(({ grid }) => grid[0]),
    );
    expect(grids).toEqual([
      [2, 2],
      [7, 7, 2],
    ]);
    const [verified] = await verify({ package: folder }, fakeContext());
    expect(verified?.problems).toEqual([]);
    await rm(dirname(folder), { recursive: true });
    await rm(dirname(program), { recursive: true });
  });
});

const PROGRAM = `
#include <demo.h>
#include <stdio.h>
int main(void) {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
  printf("%d ", (int)load_add());
  printf("%d ", (int)add_default(0, 16, 100));
  printf("%d ", (int)add(0, 16, 100, 0));
  printf("%d ", (int)add(0, 16, 100, 1));
  printf("%d ", (int)add(0, 16, 100, 2));
  printf("%d ", (int)unload_add());
  printf("%d", add_get_num_algos());
  return 0;
}
`;
