import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { z } from 'zod';
import { KERNELS_OF_TESTS, NAMES_OF_TESTS } from '../features/authoring/kernels-of-tests.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';

const smokeSchema = z.object({
  runs: z.array(z.object({ kernel: z.string(), expected: z.string() })),
});

describe('the tests that init writes', () => {
  let space: Workspace;

  beforeAll(async () => {
    space = await workspace({ 'k.py': KERNELS_OF_TESTS });
  });

  afterAll(async () => space.remove());

  it('pass on kernels that are right, with expected outputs that vary', async () => {
    for (const name of NAMES_OF_TESTS)
      expectSuccess(await space.triton(['init', `k.py:${name}`, '--name', `k_${name}`]));
    const own = ['--store', 'store', '--jobs', '1'];
    const built = await space.triton(['build', '--targets', 'sm_90', ...own]);
    expectSuccess(built);
    expect(built.stderr).not.toContain('warning');
    const tested = await space.triton(['smoke', '--emulate', ...own, '--json']);
    expectSuccess(tested);
    const { runs } = smokeSchema.parse(JSON.parse(tested.stdout));
    const compared = runs.filter(({ expected }) => expected === 'interpreter');
    expect([...new Set(compared.map(({ kernel }) => kernel))].toSorted()).toEqual(
      NAMES_OF_TESTS.map((name) => `k_${name}`).toSorted(),
    );
  });
});
