import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { fakePackage } from '../support/fake-package.ts';
import { type ReleasesApi, startReleasesApi } from '../support/releases-api.ts';
import { act, type Acted, type ActSettings } from '../support/runner.ts';

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

const PUSHED = { name: 'push', payload: { ref: 'refs/tags/v1.2.0' } };
const NAMES = ['aot-demo-1.2.0.SHA256SUMS', 'aot-demo-1.2.0.tar.gz'];

describe('the sub-action publish', () => {
  let api: ReleasesApi;
  let space: Workspace;
  beforeEach(async () => {
    api = await startReleasesApi([], 'secret', { tags: ['v1.2.0'] });
    space = await workspace();
    const pkg = await fakePackage(MANIFEST, { copy: ['x'] });
    await cp(pkg, join(space.folder, 'aot'), { recursive: true });
  });
  afterEach(async () => {
    await api[Symbol.asyncDispose]();
    await space.remove();
  });

  const publish = ({ inputs, env, ...more }: ActSettings = {}): Promise<Acted> =>
    act(space, 'publish', {
      event: PUSHED,
      ...more,
      inputs: { token: 'secret', attest: 'off', ...inputs },
      env: { ...api.env, GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.2.0', ...env },
    });

  it('uploads a package to the release of the tag, once', async () => {
    const first = await publish();
    expect(first).toMatchObject({ code: 0, outputs: { tag: 'v1.2.0', published: 'true' } });
    const [release] = api.releases;
    const names = release?.assets.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(NAMES));
    expect(first.outputs['release-id']).toBe(String(release?.id));
    const archive = release?.assets.find(({ name }) => name.endsWith('.tar.gz'));
    expect(first.outputs['digest']).toBe(archive?.digest);
    expect(first.summary).toContain('sha256sum --check aot-demo-1.2.0.SHA256SUMS');

    const writes = [...api.writes];
    const again = await publish();
    expect(api.writes).toEqual(writes);
    expect(again).toMatchObject({ code: 0, outputs: first.outputs });
  });

  it('rejects a package that did not run on a GPU if that is required', async () => {
    const refused = await publish({ inputs: { require: 'ran' } });
    expect(refused).toMatchObject({ code: 9, outputs: {} });
    expect(refused.stdout).toContain('demo: there is no evidence that `copy` ran');
    expect(refused.summary).toContain('<h3>❌ Verification failed</h3>');
    expect(refused.summary).toContain('demo: there is no evidence that `copy` ran');
    expect(api.asked).toEqual([]);
  });

  it('refuses to publish code of a fork', async () => {
    const repo = { full_name: 'me/kernels' };
    const payload = { pull_request: { base: { repo }, head: { repo: { full_name: 'you/fork' } } } };
    const refused = await publish({ event: { name: 'pull_request', payload } });
    expect(refused).toMatchObject({ code: 8, outputs: {} });
    expect(refused.stdout).toContain(
      'refusing to publish: the pull request comes from the fork you/fork',
    );
    expect(api.asked).toEqual([]);
  });

  it('needs a tag if the workflow does not run on one', async () => {
    const env = { GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' };
    const refused = await publish({ env });
    expect(refused.code).toBe(2);
    expect(refused.stdout).toContain(
      'no tag for the release: the workflow runs on the branch main',
    );
    expectSuccess(await publish({ env, inputs: { tag: 'demo/v1.2.0-rc.1' } }));
    expect(api.releases).toMatchObject([{ tag: 'demo/v1.2.0-rc.1', prerelease: true }]);
  });

  it('fails with the permission that the job lacks', async () => {
    const refused = await publish({ inputs: { token: 'other' } });
    expect(refused.code).toBe(2);
    expect(refused.stdout).toContain('The job needs `permissions: contents: write`');
  });
});

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

  it('shows what it would upload and changes nothing', async () => {
    const shown = await triton('--dry-run');
    expectSuccess(shown);
    expect(shown.stdout).toContain(
      'Release v1.2.0 of me/kernels does not exist and would be created.',
    );
    for (const name of NAMES) expect(shown.stdout).toContain(`to upload ${name} sha256:`);
    expect(api.writes).toEqual([]);
  });

  it('needs a token', async () => {
    const env = { ...api.env, GH_TOKEN: '', GITHUB_TOKEN: '' };
    const refused = await space.triton(['publish', '--tag', 'v1'], { env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('GH_TOKEN=$(gh auth token)');
  });
});
