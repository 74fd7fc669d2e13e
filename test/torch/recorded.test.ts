import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';

// Needs a Python with PyTorch, Triton, NumPy, pytest and pytest-xdist: TORCH_PYTHON names it.
const PYTHON = process.env['TORCH_PYTHON'] ?? '';

/** Kernels and their tests become a manifest, a package and a bundle, and no step has a GPU. */
describe('a recording of an emulated test suite', () => {
  let space: Workspace;
  const at = (path: string): string => join(space.folder, path);
  const python = (args: readonly string[], env: Readonly<Record<string, string>>) =>
    run([PYTHON, '-B', '-W', 'ignore', ...args], {
      cwd: space.folder,
      env: { PATH: process.env['PATH'], TRITON_CACHE_DIR: at('jit'), ...env },
      signal: HERE.signal,
    });

  beforeAll(async () => {
    if (PYTHON === '') throw new Error('set TORCH_PYTHON to a Python with PyTorch');
    space = await workspace();
    await cp(join(ROOT, 'test/fixtures/emulated-suite'), space.folder, { recursive: true });
    const tests = ['-m', 'pytest', '-q', '-n', '2', 'test_kernels.py'];
    expectSuccess(
      await python(['-m', 'triton_aot_emulate', '--record', 'recording', ...tests], {
        PYTHONPATH: join(ROOT, 'python/emulate'),
      }),
    );
    expectSuccess(await space.triton(['record', '--from', 'recording']));
  }, 300_000);
  afterAll(() => space.remove());

  it('has no time, and no choice that depends on one', async () => {
    const files = (await readdir(at('recording'))).map((name) => at(`recording/${name}`));
    const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('');
    const lines = text.trim().split('\n');
    const kinds = new Set(lines.map((line): unknown => JSON.parse(line).kind));
    expect([...kinds]).toEqual(expect.arrayContaining(['kernel', 'call', 'contents', 'trial']));
    expect(kinds).not.toContain('tuned');
    expect(kinds).not.toContain('fault');
    expect(text).not.toMatch(/"gpuMs": [^n]/);
  });

  it('becomes a package that passes its smoke test', async () => {
    const manifest = await readFile(at('kernels.yaml'), 'utf8');
    expect(manifest).toContain('targets: [sm_80]');
    expect(manifest).not.toContain('on the GPU');
    const grids = [...manifest.matchAll(/grid: (.*)/g)].map(([, grid]) => grid);
    expect(new Set(grids)).toEqual(new Set(['[cdiv(n, BLOCK)]', '[x_size_0]']));
    expectSuccess(await space.triton(['build']));
    const { stdout, ...tested } = await space.triton(['smoke', '--emulate']);
    expectSuccess(tested);
    expect(stdout).toContain('softmax_kernel_128');
    expect(stdout).toMatch(/\d passed, 0 failed\n$/);
  }, 300_000);

  it('becomes a bundle with what a program on a GPU looks for, and no more', async () => {
    const options = ['--name', 'demo', '--python', PYTHON, '--targets', 'sm_80,sm_90'];
    expectSuccess(await space.triton(['bundle', 'recording', ...options]));
    const { entries } = JSON.parse(await readFile(at('dist/demo_bundle/bundle.json'), 'utf8'));
    const found = await Promise.all(
      ['80', '90'].map(async (arch) => {
        const ended = await python(['replay.py'], {
          PYTHONPATH: at('dist'),
          TRITON_CACHE_MANAGER: 'demo_bundle:Manager',
          TRITON_CACHE_DIR: '/dev/null/no-cache',
          TRITON_AOT_BUNDLE: 'error',
          TRITON_AOT_REPLAY: at(`replay-${arch}`),
          ARCH: arch,
        });
        expectSuccess(ended);
        expect(ended.stdout).toBe('13 of 13 found\n');
        const [name = ''] = await readdir(at(`replay-${arch}`));
        const lines = (await readFile(at(`replay-${arch}/${name}`), 'utf8')).trim().split('\n');
        return lines.map((line): unknown => JSON.parse(line).key);
      }),
    );
    const keys = found.flat().filter((key) => key !== undefined);
    expect(new Set(keys)).toEqual(new Set(entries.map(({ key }: { key: string }) => key)));
    expect(entries.length).toBe(26);
  }, 300_000);
});
