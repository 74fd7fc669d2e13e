import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ProcessResult } from '../../src/base/process.ts';
import { expectSuccess, ROOT } from '../support/command.ts';
import { TRITON_VERSIONS } from '../support/triton.ts';
import { type BundledProgram, bundledProgram } from './bundled-program.ts';
import { testDamages } from './damaged-bundle.ts';
import { launchingDriver, testPreload } from './preloaded-bundle.ts';

describe.each(TRITON_VERSIONS)('bundle with Triton %s', (version) => {
  let program: BundledProgram;
  let space: BundledProgram['space'];
  let python: BundledProgram['python'];
  let runPython: BundledProgram['runPython'];
  let replay: BundledProgram['replay'];
  beforeAll(async () => {
    program = await bundledProgram(version);
    ({ space, python, runPython, replay } = program);
  });
  afterAll(() => space.remove());

  it.each(['90', '80'])('finds every recorded kernel on sm_%s', async (ARCH) => {
    const result = await replay(['usual', 'tuned'], { ARCH });
    expect(result.stdout).toMatch(/^(\d+) of \1 found\n$/);
    expect(result.code).toBe(0);
  });

  it('finds what --complete added', async () => {
    expect((await replay(['other'])).stdout).toBe('1 of 1 found\n');
  });

  it('keeps the choice of the autotuner', async () => {
    const measured = join(space.folder, 'image/app/measured.txt');
    await rm(measured, { force: true });
    expectSuccess(await replay(['tuned']));
    await expect(readFile(measured)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a kernel that was not recorded', {}, ['nested'], 'it was not recorded'],
    [
      'a variable',
      { TRITON_DEFAULT_FP_FUSION: '0' },
      ['usual'],
      'TRITON_DEFAULT_FP_FUSION is `false`; it was not set',
    ],
    ['another GPU', { ARCH: '75' }, ['usual'], 'the GPU is sm_75; the nearest entry is for sm_'],
  ])('says what differs: %s', async (_what, env, calls, reason) => {
    const result = await replay(calls, env);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('is not in the bundle');
    expect(result.stderr).toContain(reason);
  });

  describe('that is cut off, or has a pipe in place of a file,', () =>
    testDamages(() => program, ['cut off', 'a pipe']));

  describe('that is preloaded', () => testPreload(() => program, version));

  it('compiles what is missing, and says so', async () => {
    const result = await replay(['usual'], {
      TRITON_AOT_BUNDLE: 'overlay',
      TRITON_CACHE_DIR: join(space.folder, 'overlay'),
      ARCH: '75',
    });
    expect(result.stdout).toBe('0 of 4 found\n');
    expect(result.stderr).toContain('0 kernels came from demo_bundle, and 4 from elsewhere');
  });

  describe('the check in the final image', () => {
    const check = (env: Readonly<Record<string, string>> = {}, cwd = 'image/app') =>
      runPython(
        ['-m', 'demo_bundle'],
        { PYTHONPATH: join(space.folder, 'image/dist'), ...env },
        cwd,
      );
    const changed = async (change: (text: string) => string): Promise<string> => {
      const folder = join(space.folder, 'changed');
      await cp(join(space.folder, 'image/app'), folder, { recursive: true });
      const file = join(folder, 'kernels.py');
      await writeFile(file, change(await readFile(file, 'utf8')));
      return 'changed';
    };

    it('finds all', async () => {
      const result = await check();
      expect(result.stdout).toMatch(/^(\d+) of \1 kernels will be found\n$/);
      expect(result.code).toBe(0);
    });

    it.each([
      ['a line above', (text: string) => `# first\n${text}`, /it begins in line \d+, and was/],
      [
        'another text',
        (text: string) => text.replace('+ i, scaled', '+ i, -scaled'),
        /its text has changed/,
      ],
      [
        'another global',
        (text: string) => text.replace('3.0', '4.0'),
        /a function or a global that it uses/,
      ],
      ['no kernel', (text: string) => text.replace('def add(', 'def plus('), /has no `add`/],
      [
        'a module that needs a GPU',
        (text: string) => `${text}\ntriton.runtime.driver.active.utils\n`,
        /asks the GPU driver for `utils`/,
      ],
    ])('says what differs: %s', async (_what, change, reason) => {
      const result = await check({}, await changed(change));
      expect(result.stdout).toMatch(reason);
      expect(result.code).toBe(1);
    });

    it('says that the bundle is damaged', async () => {
      await cp(join(space.folder, 'image/dist'), join(space.folder, 'edited'), { recursive: true });
      await writeFile(join(space.folder, 'edited/demo_bundle/misses.py'), '# edited\n', {
        flag: 'a',
      });
      const result = await check({ PYTHONPATH: join(space.folder, 'edited') });
      expect(result.stdout).toMatch(/the bundle is damaged: .*misses\.py is not as it was written/);
      expect(result.code).toBe(1);
    });

    it('says that the wheel is another one', async () => {
      await cp(join(space.folder, 'image/dist'), join(space.folder, 'other'), { recursive: true });
      const index = join(space.folder, 'other/demo_bundle/bundle.json');
      const text = await readFile(index, 'utf8');
      await writeFile(index, text.replace(/"triton": "\w+"/, '"triton": "00"'));
      const result = await check({ PYTHONPATH: join(space.folder, 'other') });
      expect(result.stdout).toContain(`0 of `);
      expect(result.stdout).toContain(
        `this Triton is another one than that of the bundle (${version},`,
      );
    });
  });

  describe('with a Python that has no headers', () => {
    /** A program that starts the Python with `sitecustomize` of the fixture, which hides the headers. */
    const bundleThere = async (name: string, setting = ''): Promise<ProcessResult> => {
      const bare = join(space.folder, name);
      const modules = join(ROOT, 'test/fixtures/no-python-headers');
      const start = `PYTHONPATH='${modules}' ${setting} exec '${python}' "$@"`;
      await writeFile(bare, `#!/bin/sh\n${start}\n`, { mode: 0o755 });
      const options = ['--paths', 'image/app', '--targets', 'sm_90', '--out', 'bare'];
      return space.triton(['bundle', 'recording', '--name', 'bare', '--python', bare, ...options]);
    };

    it('builds a helper library that Triton launches kernels with', async () => {
      const made = await bundleThere('bare-python');
      expect(made.stderr).toContain('bare/bare_bundle lacks 1 recorded kernel');
      const driver = await launchingDriver(program, version);
      const launches = join(ROOT, 'test/fixtures/bundle-launch');
      await cp(join(launches, 'launch.py'), join(space.folder, 'image/app/launch.py'));
      const { code, stdout, stderr } = await runPython(['launch.py'], {
        PYTHONPATH: join(space.folder, 'bare'),
        TRITON_CACHE_MANAGER: 'bare_bundle:Manager',
        TRITON_CACHE_DIR: '/dev/null/no-cache',
        TRITON_AOT_BUNDLE: 'error',
        LD_LIBRARY_PATH: driver,
        ARCH: '90',
        // Without a C compiler.
        PATH: '/nowhere',
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n').slice(0, 2)).toEqual([
        'launch of 4 blocks of 128 threads: 12288 and 1024',
        'launch of 2 blocks of 256 threads: 12288 and 1023',
      ]);
    });

    it('says which package has them, if they must be there', async () => {
      const refused = await bundleThere('bare-free-threaded', 'FREE_THREADED=1');
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain('Python.h: No such file or directory');
      expect(refused.stderr).toContain('`apt-get install python3-dev` (Debian, Ubuntu)');
    });
  });

  it('makes an image whose digests are right', async () => {
    const layout = join(space.folder, 'image/dist/demo_bundle-oci');
    const blob = (digest: string): Promise<Buffer> =>
      readFile(join(layout, 'blobs', digest.replace(':', '/')));
    const digestOf = (content: Buffer): string =>
      `sha256:${createHash('sha256').update(content).digest('hex')}`;
    const index = JSON.parse(await readFile(join(layout, 'index.json'), 'utf8'));
    const manifest = await blob(index.manifests[0].digest);
    expect(digestOf(manifest)).toBe(index.manifests[0].digest);
    const { config, layers } = JSON.parse(String(manifest));
    const settings = JSON.parse(String(await blob(config.digest)));
    const layer = await blob(layers[0].digest);
    expect(digestOf(layer)).toBe(layers[0].digest);
    expect(layers[0].size).toBe(layer.length);
    expect(settings.rootfs.diff_ids).toEqual([digestOf(gunzipSync(layer))]);
    expect(JSON.parse(settings.config.Labels['cache.triton.image/summary'])).toEqual({
      targets: [
        { backend: 'cuda', arch: '80', warp_size: 32 },
        { backend: 'cuda', arch: '90', warp_size: 32 },
      ],
    });
    const names = execFileSync('tar', ['tz'], { input: layer, encoding: 'utf8' });
    expect(names).toContain('io.triton.cache/demo_bundle/__init__.py\n');
  });
});
