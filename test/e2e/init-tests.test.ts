import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KERNELS_OF_TESTS, NAMES_OF_TESTS } from '../plan/init/kernels-of-tests.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';

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
    const { kernels } = JSON.parse(tested.stdout) as { kernels: readonly { name: string }[] };
    expect(kernels.map(({ name }) => name).toSorted()).toEqual(
      NAMES_OF_TESTS.map((name) => `k_${name}`).toSorted(),
    );
  });
});
