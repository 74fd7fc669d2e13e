import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS } from '../support/triton.ts';

const CORRECT = 'test/cases/correct';
const MANIFESTS = ['rows', 'sequences', 'numbers', 'products', 'together'];
const RUNS = TRITON_VERSIONS.flatMap((version) =>
  ['sm_80', 'sm_90', 'sm_100'].flatMap((target) =>
    MANIFESTS.map((manifest) => [manifest, target, version] as const),
  ),
);

interface Result {
  readonly runs: readonly {
    readonly kernel: string;
    readonly case: string;
    readonly problems: unknown;
  }[];
}

describe('kernels that are right', () => {
  let space: Workspace;

  beforeAll(async () => {
    space = await workspace();
    await cp(join(ROOT, CORRECT), space.folder, { recursive: true });
  });
  afterAll(() => space.remove());

  it('are in the manifests that are tested', async () => {
    const files = await readdir(join(ROOT, CORRECT));
    const found = files.filter((name) => name.endsWith('.yaml')).map((name) => name.slice(0, -5));
    expect(found.toSorted()).toEqual(MANIFESTS.toSorted());
  });

  it.each(RUNS)(
    'pass in the emulator: those of %s for %s, compiled by Triton %s',
    async (manifest, target, version) => {
      const files = ['--manifest', `${manifest}.yaml`, '--store', 'store'];
      const build = ['build', ...files, '--targets', target, '--triton', version];
      expectSuccess(await space.triton([...build, '--out', manifest]));
      const smoke = ['smoke', ...files, '--package', manifest, '--emulate', '--target', target];
      const { code, stdout } = await space.triton([...smoke, '--json']);
      const { runs } = JSON.parse(stdout) as Result;
      const red = runs.filter(({ problems }) => JSON.stringify(problems) !== '[]');
      expect(red).toEqual([]);
      expect(code).toBe(0);
      expect(runs.length).toBeGreaterThan(50);
    },
    1_800_000,
  );
});
