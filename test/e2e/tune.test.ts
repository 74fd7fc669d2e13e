import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { recordedDriver } from '../support/recorded-driver.ts';
import { act } from '../support/runner.ts';
import { vectorAdd } from '../support/vector-add.ts';

describe('tune, with the recording driver as GPU', () => {
  let space: Workspace;
  let driver: string;
  beforeAll(async () => {
    driver = await recordedDriver(vectorAdd());
    space = await workspace();
    await space.example('vector-add');
    // The recording driver is one of CUDA 12, and the assembler for sm_80 and sm_90 is too.
    const args = ['--only', 'vector_add_fp32', '--targets', 'sm_80,sm_90', '--jobs', '1'];
    expectSuccess(await space.triton(['build', ...args]));
  });
  afterAll(() => space.remove());

  const tune = (args: readonly string[]) =>
    space.triton(['tune', '--manifest', 'kernels.yaml', '--time', '50', ...args], {
      env: { LD_LIBRARY_PATH: driver },
    });

  it('writes the scores of a package beside the manifest, once', async () => {
    const { code, stdout } = await tune([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^vector_add_fp32: 1 algo, 4 sizes, 4 new scores$/m);
    expect(stdout).toMatch(/^ {2}n=65537 +0 +\S+ .s +\S+ GB\/s +1\.00 ×$/m);
    const file = join(space.folder, 'tuning.json');
    const text = await readFile(file, 'utf8');
    const manifest = JSON.parse(await readFile(join(space.folder, 'aot/manifest.json'), 'utf8'));
    const hashes = manifest.kernels[0].variants.map(({ hash }: { hash: string }) => hash);
    const tuning = JSON.parse(text);
    expect(tuning).toMatchObject({
      format: 2,
      kernels: [{ kernel: 'vector_add_fp32', device: { capability: '9.0', multiprocessors: 132 } }],
    });
    expect(hashes).toContain(tuning.kernels[0].sizes[0].scores[0].hash);
    const again = await tune(['--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ kernels: [{ measured: 0, kept: 4 }] });
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('as an action sets every output and writes a summary', async () => {
    const env = { LD_LIBRARY_PATH: driver };
    const { code, outputs, summary } = await act(space, 'tune', {
      env,
      inputs: { out: 'action.json', only: 'vector_add_fp32' },
    });
    expect(code).toBe(0);
    expect(outputs).toMatchObject({
      tuning: join(space.folder, 'action.json'),
      measured: '4',
      kept: '0',
      device: 'Recording GPU 9.0',
    });
    expect(JSON.parse(await readFile(outputs['results'] ?? '', 'utf8'))).toMatchObject({
      kernels: [{ kernel: 'vector_add_fp32' }],
    });
    expect(summary).toContain('<td>vector_add_fp32</td><td>n=4096</td><td>0</td>');
  });
});
