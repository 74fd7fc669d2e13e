import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Workspace, workspace } from '../support/command.ts';
import { startReleasesApi } from '../support/releases-api.ts';
import { act } from '../support/runner.ts';

describe('the action', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace();
    await space.example('vector-add');
  });
  afterEach(() => space.remove());

  it('executes the PTX if there is no GPU, unless `emulate: never` turns that off', async () => {
    const source = await readFile(join(space.folder, 'vector_add.py'), 'utf8');
    await space.write('vector_add.py', source.replace('position < n', 'position <= n'));
    // A file that is no library is a driver that cannot be loaded.
    await space.write('no-driver/libcuda.so.1', 'no library');
    const page = 'https://github.com/me/kernels';
    const env = {
      LD_LIBRARY_PATH: join(space.folder, 'no-driver'),
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'me/kernels',
      GITHUB_SHA: 'c0ffee1',
    };
    const inputs = { only: 'vector_add_fp32', targets: 'sm_80, sm_90' };
    const emulated = await act(space, 'main', { env, inputs });
    expect(emulated).toMatchObject({ code: 6, outputs: { smoke: 'failed', evidence: '' } });
    expect(emulated.stdout).toMatch(/^::error file=vector_add\.py,line=12::/m);
    // The cause comes first, once, with its line; then the tables, in which only what was executed has failed.
    const { summary } = emulated;
    const cause = 'reads 4 bytes at element 1 of x_ptr';
    expect(summary.split(cause)).toHaveLength(2);
    expect(summary).toMatch(
      /^<h3>❌ A smoke test or a measurement failed<\/h3>\n<p><a href="https:\/\/github\.com\/me\/kernels\/blob\/c0ffee1\/vector_add\.py#L12">vector_add\.py:12<\/a><\/p>/,
    );
    expect(summary).toMatch(/^&gt; 12 \|     x = tl\.load/m);
    expect(summary.indexOf(cause)).toBeLessThan(summary.indexOf('| <code>vector_add_fp32</code>'));
    expect(summary).toMatch(/\| sm_80 \|.*\*\*8 tests failed\*\* \|/);
    expect(summary).toMatch(/\| sm_90 \|.*\| not executed \|/);
    expect(summary).toContain('the PTX of sm_80 was executed on the CPU');
    const report = await readFile(emulated.outputs['report'] ?? '', 'utf8');
    expect(report).toContain(`<a href="${page}/blob/c0ffee1/vector_add.py#L12">`);
    expect(report).toContain('<mark>&gt; 12 |');
    const off = await act(space, 'main', { env, inputs: { ...inputs, emulate: 'never' } });
    expect(off).toMatchObject({ code: 0, outputs: { smoke: 'built', evidence: '' } });
    await using api = await startReleasesApi([], 'secret', { tags: ['v1.0.0'] });
    const refused = await act(space, 'publish', {
      event: { name: 'push', payload: { ref: 'refs/tags/v1.0.0' } },
      inputs: { token: 'secret', attest: 'off', require: 'emulated' },
      env: {
        ...api.env,
        GITHUB_REPOSITORY: 'me/kernels',
        GITHUB_RUN_ID: '12',
        GITHUB_REF_TYPE: 'tag',
        GITHUB_REF_NAME: 'v1.0.0',
      },
    });
    expect(refused).toMatchObject({ code: 9, outputs: {} });
    expect(refused.stdout).toContain('no evidence that `vector_add_fp32` ran or was emulated with');
  });
});
