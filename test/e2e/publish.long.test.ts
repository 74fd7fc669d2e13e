import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { WHEEL, writeFakeBundle } from '../support/fake-bundle.ts';
import { fakePackage } from '../support/fake-package.ts';
import { type ReleasesApi, startReleasesApi } from '../support/releases-api.ts';

const MANIFEST = `
package: demo
version: 1.2.0
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  copy:
    source: k.py:copy
    arguments: { x: "*fp32" }
    grid: [1]
`;
const NAMES = ['aot-demo-1.2.0.SHA256SUMS', 'aot-demo-1.2.0.tar.gz'];

describe('the command publish', () => {
  let api: ReleasesApi;
  let space: Workspace;
  beforeEach(async () => {
    api = await startReleasesApi([]);
    space = await workspace();
    const pkg = await fakePackage(MANIFEST, { copy: ['x'] });
    await cp(pkg, join(space.folder, 'aot'), { recursive: true });
  });
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
    await space.remove();
  });

  const triton = (...args: readonly string[]): ReturnType<Workspace['triton']> => {
    const env = { ...api.env, GH_TOKEN: 'secret' };
    return space.triton(['publish', '--tag', 'v1.2.0', ...args], { env });
  };

  it('publishes a folder of packages, as a draft', async () => {
    const done = await triton('--package', '.', '--draft', '--json');
    expectSuccess(done);
    const { isPublished, files } = JSON.parse(done.stdout) as {
      isPublished: boolean;
      files: { name: string; isNew: boolean }[];
    };
    expect(isPublished).toBe(false);
    expect(files.filter(({ isNew }) => isNew).map(({ name }) => name)).toEqual(
      expect.arrayContaining(NAMES),
    );
    expect(api.releases).toMatchObject([{ tag: 'v1.2.0', draft: true }]);
  });

  it('attaches a bundle, beside the package or alone', async () => {
    await writeFakeBundle(join(space.folder, 'dist'));
    const both = await triton('--bundle', 'dist', '--dry-run');
    expectSuccess(both);
    for (const name of [...NAMES, WHEEL])
      expect(both.stdout).toContain(`to upload ${name} sha256:`);
    const alone = await triton('--no-package', '--bundle', `dist/${WHEEL}`);
    expectSuccess(alone);
    expect(api.releases[0]?.assets.map(({ name }) => name)).toEqual(
      expect.arrayContaining([WHEEL, WHEEL.replace('whl', 'SHA256SUMS')]),
    );
    expect(alone.stdout).not.toContain('aot-demo');
    await writeFakeBundle(join(space.folder, 'dist'), { files: { 'x.py': '' } });
    const damaged = await triton('--no-package', '--bundle', 'dist');
    expect(damaged.code).toBe(9);
    expect(damaged.stderr).toContain('it also has x.py');
  });
});
