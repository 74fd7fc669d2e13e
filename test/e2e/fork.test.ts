import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { type ReleasesApi, startReleasesApi } from '../support/releases-api.ts';
import { act, type Acted } from '../support/runner.ts';
import { documentedWorkflows, type Job } from '../support/workflows.ts';

describe('a job of a fork, as the guide shows it', () => {
  let space: Workspace;
  let api: ReleasesApi;
  let source: string;
  let inputs: Readonly<Record<string, string>>;
  // A file that is no library is a driver that cannot be loaded.
  const env = { LD_LIBRARY_PATH: '', GITHUB_REPOSITORY: 'me/kernels', GITHUB_RUN_ID: '12' };
  const repo = { full_name: 'me/kernels' };
  const payload = { pull_request: { base: { repo }, head: { repo: { full_name: 'you/fork' } } } };
  const build = (more: Readonly<Record<string, string>> = {}): Promise<Acted> => {
    const event = { name: 'pull_request', payload };
    return act(space, 'main', { event, env, inputs: { ...inputs, ...more } });
  };
  const publish = (): Promise<Acted> =>
    act(space, 'publish', {
      event: { name: 'push', payload: { ref: 'refs/tags/v1.2.0' } },
      inputs: { token: 'secret', attest: 'off', require: 'emulated' },
      env: { ...env, ...api.env, GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.2.0' },
    });

  beforeAll(async () => {
    space = await workspace();
    api = await startReleasesApi([], 'secret', { tags: ['v1.2.0'] });
    await space.example('vector-add');
    source = await readFile(join(space.folder, 'vector_add.py'), 'utf8');
    const folder = await mkdtemp(join(tmpdir(), 'no-driver-'));
    await writeFile(join(folder, 'libcuda.so.1'), 'no library');
    env.LD_LIBRARY_PATH = folder;
    const guide = (await documentedWorkflows()).find(({ name }) =>
      name.startsWith('docs-guides-ci'),
    );
    const workflow = parse(guide?.text ?? '') as { on: object; jobs: Record<string, Job> };
    expect(workflow.on).toHaveProperty('pull_request');
    const step = workflow.jobs['build']?.steps?.find(({ uses }) => uses?.includes('aot-action@'));
    const { artifact: _upload, ...own } = (step?.with ?? {}) as Record<string, string>;
    inputs = { ...own, only: 'vector_add_fp32', targets: 'sm_80' };
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await space.remove();
  });

  it('fails for a wrong kernel, with the line in the annotation and the summary', async () => {
    await space.write('vector_add.py', source.replace('position < n', 'position <= n'));
    const { code, stdout, outputs, summary } = await build();
    expect(code).toBe(6);
    expect(outputs).toMatchObject({ smoke: 'failed', evidence: '' });
    expect(stdout).toMatch(/^::error .*element 1000 of x_ptr, .*\(vector_add\.py:12\)/m);
    expect(summary).toContain('failed in');
    expect(summary).toContain('the PTX of sm_80 was executed on the CPU');
    expect(summary).toContain('which has 1000 elements (vector_add.py:12)');
    const refused = await publish();
    expect(refused).toMatchObject({ code: 9, outputs: {} });
    expect(refused.stdout).toContain('no evidence that `vector_add_fp32` ran or was emulated with');
  });

  it('succeeds after the fix, and the package can be published where it must be emulated', async () => {
    await space.write('vector_add.py', source);
    const { code, outputs, summary } = await build();
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ smoke: 'passed' });
    expect(outputs['evidence']).toContain('evidence.json');
    expect(summary).toContain('10 passed, 0 failed in');
    const published = await publish();
    expectSuccess(published);
    expect(published.summary).toContain('vector_add');
    expect(api.releases[0]?.body).toContain('executed on a CPU, in run 12 of me/kernels');
  });

  it('only compiles and links the test if emulation is turned off', async () => {
    const off = await build({ emulate: 'never' });
    expect(off).toMatchObject({ code: 0, outputs: { smoke: 'built' } });
    expect((await publish()).code).toBe(9);
  });
});
