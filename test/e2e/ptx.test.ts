import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { recordedDriver } from '../support/recorded-driver.ts';
import { vectorAdd } from '../support/vector-add.ts';

describe('a package with PTX for other GPUs', () => {
  let space: Workspace;
  const at = (path: string): string => join(space.folder, path);
  const build = (out: string, ...args: readonly string[]) =>
    space.triton([
      'build',
      '--only=vector_add_fp32',
      '--targets=sm_80,sm_89',
      `--out=${out}`,
      ...args,
    ]);
  const smokeOn = async (settings: Readonly<Record<string, string>>, out = 'aot') => {
    const newest = { RECORDING_CUDA_VERSION: '13000', ...settings };
    const driver = await recordedDriver(vectorAdd(), newest);
    return space.triton(['smoke', '--package', out], { env: { LD_LIBRARY_PATH: driver } });
  };
  const records = async (): Promise<readonly { target: string; capability: string }[]> => {
    const text = await readFile(at('aot/evidence.json'), 'utf8');
    return (JSON.parse(text) as { records: { target: string; capability: string }[] }).records;
  };

  beforeAll(async () => {
    space = await workspace();
    await space.example('vector-add');
    expectSuccess(await build('plain', '--store=store'));
    const manifest = await readFile(at('kernels.yaml'), 'utf8');
    await space.write(
      'kernels.yaml',
      manifest.replace('\nkernels:', '\nptx_fallback: true\nkernels:'),
    );
  });
  afterAll(() => space.remove());

  it('is compiled again for the oldest target only', async () => {
    const { code, stdout } = await build('aot', '--store=store');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /\(2 compiled, 2 from the store\)\n.* for sm_80, sm_89 and PTX of sm_80, /,
    );
    const list = await space.triton(['list', '--package', 'aot']);
    expect(list.stdout).toContain('\n  other GPUs: PTX of sm_80, compiled by their driver\n');
    const verified = await space.triton(['verify', '--package', 'aot']);
    expectSuccess(verified);
    expect(verified.stdout).toContain('4 cubins and 2 PTX of 1 kernel checked');
  });

  it('has the same bytes if it is compiled in another place', async () => {
    await rename(at('aot'), at('first'));
    expectSuccess(await build('aot', '--store=fresh'));
    const sums = await Promise.all(
      ['first', 'aot'].map((out) => readFile(at(`${out}/SHA256SUMS`), 'utf8')),
    );
    expect(sums[1]).toBe(sums[0]);
  });

  it('is tested on such a GPU, which the evidence says', async () => {
    const { code, stdout } = await smokeOn({ RECORDING_CUDA_DEVICES: '9.0' });
    expect(code).toBe(0);
    expect(stdout).toContain(
      'vector_add_fp32: ran from the PTX of sm_80, which the driver compiled',
    );
    expect(new Set((await records()).map(({ target }) => target))).toEqual(new Set(['compute_80']));
    const verified = await space.triton(['verify', '--package', 'aot']);
    expect(verified.code).toBe(0);
  });

  it('uses a cubin where one fits', async () => {
    const { code, stdout } = await smokeOn({ RECORDING_CUDA_DEVICES: '8.6' });
    expect(code).toBe(0);
    expect(stdout).not.toContain('PTX');
    expect((await records()).map(({ target }) => target)).toContain('sm_80');
  });

  it('says what the driver says if that does not compile it', async () => {
    const settings = { RECORDING_CUDA_DEVICES: '9.0', RECORDING_CUDA_PTX_VERSION: '80' };
    const { code, stderr } = await smokeOn(settings);
    expect(code).toBe(6);
    expectGolden(/the call returned .*/.exec(stderr)?.[0] ?? stderr);
  });

  it('is not tested with a driver that is too old, or on an older GPU', async () => {
    const old = await smokeOn({ RECORDING_CUDA_DEVICES: '9.0', RECORDING_CUDA_VERSION: '12080' });
    const older = await smokeOn({ RECORDING_CUDA_DEVICES: '7.5' });
    expect([old.code, older.code]).toEqual([7, 7]);
    expectGolden([old, older].map(({ stderr }) => /^error: .*$/m.exec(stderr)?.[0]).join('\n'));
    const none = await smokeOn({ RECORDING_CUDA_DEVICES: '9.0' }, 'plain');
    expect(none.code).toBe(7);
  });
});
