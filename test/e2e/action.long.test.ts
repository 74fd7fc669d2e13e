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
    const env = { LD_LIBRARY_PATH: join(space.folder, 'no-driver') };
    const inputs = { only: 'vector_add_fp32', targets: 'sm_80' };
    const emulated = await act(space, 'main', { env, inputs });
    expect(emulated).toMatchObject({ code: 6, outputs: { smoke: 'failed', evidence: '' } });
    expect(emulated.stdout).toMatch(/^::error file=vector_add\.py,line=12::/m);
    expect(emulated.summary).toContain('the PTX of sm_80 was executed on the CPU');
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
