import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { startActionsApi } from '../support/actions-api.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { fakeGh } from '../support/gh-tool.ts';
import { packageContents, packed, readFiles } from '../support/packed-package.ts';
import { startReleasesApi } from '../support/releases-api.ts';
import { act } from '../support/runner.ts';
import { zipOf } from '../support/zip-file.ts';

const NAME = 'aot-demo-1.2.0.tar.gz';

describe('fetching a package', () => {
  let project: Workspace;
  let home: string;
  beforeEach(async () => {
    project = await workspace();
    home = await mkdtemp(join(tmpdir(), 'home-'));
  });
  afterEach(async () => {
    await project.remove();
    await rm(home, { recursive: true });
  });

  it('in a workflow sets the variables with which later steps find it', async () => {
    const files = await packageContents();
    await using api = await startReleasesApi([
      { tag: 'v1.2.0', assets: [{ name: NAME, content: packed(files) }] },
    ]);
    const acted = await act(project, 'fetch', {
      inputs: { release: '^1', token: 'secret', targets: 'sm_90', out: 'third-party' },
      env: { ...api.env, TRITON_AOT_HOME: home, CMAKE_PREFIX_PATH: '/opt/other' },
    });
    expect([acted.code, acted.stderr]).toEqual([0, '']);
    const folder = join(project.folder, 'third-party');
    expect(acted.outputs).toEqual({
      'aot-dir': folder,
      package: 'demo',
      version: '1.2.0',
      targets: '["sm_80","sm_90"]',
      tag: 'v1.2.0',
      run: '',
      url: 'https://github.example/me/kernels/releases/tag/v1.2.0',
      asset: NAME,
      digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    expect(acted.exported).toEqual({
      CMAKE_PREFIX_PATH: `${folder}:/opt/other`,
      PKG_CONFIG_PATH: `${folder}/lib/pkgconfig`,
    });
    expect(acted.stdout).toContain('demo 1.2.0 for sm_80, sm_90');
    expect(await readFiles(folder)).toEqual(files);
  });

  it('in a workflow shows how its attestation is verified', async () => {
    const content = packed(await packageContents());
    await using api = await startReleasesApi([
      { tag: 'v1.2.0', assets: [{ name: NAME, content }] },
    ]);
    await using gh = await fakeGh();
    const acted = await act(project, 'fetch', {
      inputs: { release: 'v1.2.0', token: 'secret', attestation: 'required' },
      env: { ...api.env, TRITON_AOT_HOME: home, PATH: gh.path },
    });
    expect([acted.code, acted.stderr]).toEqual([0, '']);
    const commands = acted.stdout.split('\n').filter((line) => line.startsWith('[command]'));
    expect(commands).toEqual([
      expect.stringMatching(
        /^\[command\]\S+\/gh attestation verify \S+ --repo me\/kernels .* --source-ref refs\/tags\/v1\.2\.0$/,
      ),
    ]);
    expect(acted.stdout).not.toContain('verificationResult');
    expect(acted.stdout).not.toContain('secret');
  });

  it('from a branch in a workflow reports the run that built it', async () => {
    const content = zipOf(await packageContents());
    const poison = { artifacts: [{ name: 'aot', content: Buffer.from('') }], head: 'you/kernels' };
    await using api = await startActionsApi([poison, { artifacts: [{ name: 'aot', content }] }]);
    const acted = await act(project, 'fetch', {
      inputs: { branch: 'main', workflow: 'build.yml', token: 'secret' },
      env: { ...api.env, TRITON_AOT_HOME: home },
    });
    expect([acted.code, acted.stderr]).toEqual([0, '']);
    expect(acted.outputs).toMatchObject({ run: '1', tag: '', asset: 'aot' });
    expect(acted.stdout).toMatch(/skipped run 2 .*: it worked on the code of you\/kernels/);
  });

  it('in a workflow shows what is wrong and leaves nothing behind', async () => {
    await using api = await startReleasesApi([{ tag: 'v1', assets: [] }]);
    const acted = await act(project, 'fetch', {
      inputs: { release: 'v1', token: 'secret' },
      env: { ...api.env, TRITON_AOT_HOME: home },
    });
    expect(acted.code).toBe(2);
    expect(acted.stdout).toContain('::error::the release v1 of me/kernels has no archive');
    expect(acted.exported).toEqual({});
    expect(await readdir(project.folder)).toEqual(['.runner']);
  });

  it('in a shell prints the variables with which later programs find it', async () => {
    const files = await packageContents();
    await using api = await startReleasesApi([
      { tag: 'v1.2.0', assets: [{ name: NAME, content: packed(files) }] },
    ]);
    const env = { ...api.env, TRITON_AOT_HOME: home, GH_TOKEN: 'secret' };
    const out = "it's here";
    const args = ['fetch', '--repository', 'me/kernels', '--release', 'latest', '--out', out];
    const fetched = await project.triton(args, { env });
    expectSuccess(fetched);
    const folder = join(project.folder, out);
    const script = `eval "$1"; echo "$CMAKE_PREFIX_PATH"; echo "$PKG_CONFIG_PATH"`;
    const { signal } = new AbortController();
    const shown = await run(['sh', '-euc', script, 'sh', fetched.stdout], {
      env: { PATH: process.env['PATH'], PKG_CONFIG_PATH: '/opt/pc' },
      signal,
    });
    expect(shown.stdout).toBe(`${folder}\n${folder}/lib/pkgconfig:/opt/pc\n`);

    const again = await project.triton([...args, '--json', '--targets', 'sm_90'], { env });
    expect(JSON.parse(again.stdout)).toMatchObject({
      package: 'demo',
      folder,
      origin: { kind: 'release', tag: 'v1.2.0', asset: NAME },
    });
  });

  it('in a shell fails if a target is missing, and does not replace other folders', async () => {
    const content = packed(await packageContents());
    await using api = await startReleasesApi([
      { tag: 'v1.2.0', assets: [{ name: NAME, content }] },
    ]);
    const env = { ...api.env, TRITON_AOT_HOME: home, GITHUB_TOKEN: 'secret' };
    const args = ['fetch', '--release', 'v1.2.0'];
    const missing = await project.triton([...args, '--targets', 'sm_120'], { env });
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('has no code for sm_120');
    expect(existsSync(join(project.folder, 'aot'))).toBe(false);

    await project.write('aot/thesis.tex', 'all of it');
    expect((await project.triton(args, { env })).code).toBe(2);
    expect(await readdir(join(project.folder, 'aot'))).toEqual(['thesis.tex']);

    await rm(join(project.folder, 'aot'), { recursive: true });
    const nothing = await project.triton(['fetch'], { env });
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toContain('release, branch: set exactly one of them');
  });
});
