import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { compileC } from '../support/recording-hip.ts';
import { TRITON_VERSIONS, tritonPython, tritonTools } from '../support/triton.ts';

const never = new AbortController().signal;

/** Triton's own driver for AMD runs the program, over a HIP runtime that only answers. */
describe.each(TRITON_VERSIONS)('bundle for AMD with Triton %s', (version) => {
  let space: Workspace;
  let python: string;
  /** The path of the HIP runtime in the image of the program. */
  let runtime: string;
  beforeAll(async () => {
    python = await tritonPython(version);
    space = await workspace();
    runtime = join(space.folder, 'image/lib/libamdhip64.so');
    const app = join(space.folder, 'app');
    for (const name of ['bundle', 'bundle-amd'])
      await cp(join(ROOT, 'test/fixtures', name), app, { recursive: true });
    await mkdir(join(space.folder, 'recorded'));
    const recorded = join(space.folder, 'recorded/libamdhip64.so');
    const include = join(await tritonTools(version), '../amd/include');
    const source = join(ROOT, 'test/fixtures/bundle-amd/hip.c');
    await compileC(['cc', '-shared', '-fPIC', `-isystem${include}`, source, '-o', recorded]);
    const recorder = { PYTHONPATH: join(ROOT, 'python/record') };
    const env = { ...recorder, TRITON_AOT_RECORD: join(space.folder, 'amd-recording') };
    const launched = await runPython(['amd.py', 'usual'], { ...env, TRITON_LIBHIP_PATH: recorded });
    expect(launched.stderr).toBe('');
    const to = join(space.folder, 'nvidia-recording');
    const other = { ...recorder, TRITON_AOT_RECORD: to, ARCH: '90' };
    expectSuccess(await runPython(['program.py', 'usual'], other));
    const made = await bundle(['amd-recording', 'nvidia-recording', '--complete'], {
      TRITON_LIBHIP_PATH: runtime,
    });
    expectSuccess(made);
    await mkdir(join(space.folder, 'image'));
    for (const name of ['app', 'dist'])
      await rename(join(space.folder, name), join(space.folder, 'image', name));
    await rename(join(space.folder, 'recorded'), join(space.folder, 'image/lib'));
  });
  afterAll(() => space.remove());

  const runPython = (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    cwd = 'app',
  ): Promise<ProcessResult> =>
    run([python, '-B', '-W', 'ignore', ...args], {
      cwd: join(space.folder, cwd),
      env: {
        PATH: process.env['PATH'],
        TRITON_CACHE_DIR: join(space.folder, 'jit'),
        ARCH: 'gfx942',
        ...env,
      },
      signal: never,
    });

  const bundle = (
    recordings: readonly string[],
    env: Readonly<Record<string, string>>,
    targets = 'gfx942,gfx1100,sm_90',
  ): Promise<ProcessResult> => {
    const args = ['--name', 'demo', '--python', python, '--paths', 'app', '--targets', targets];
    // The helper library of AMD is built without Python's headers too.
    const bare = {
      PYTHONPATH: join(ROOT, 'test/fixtures/no-python-headers'),
      TRITON_AOT_HOME: join(space.folder, 'home'),
    };
    return space.triton(['bundle', ...recordings, ...args], { env: { ...env, ...bare } });
  };

  /** Runs the program with the bundle, and without a C compiler. */
  const replay = (
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ProcessResult> =>
    runPython(
      args,
      {
        PATH: '/usr/sbin',
        PYTHONPATH: join(space.folder, 'image/dist'),
        TRITON_CACHE_MANAGER: 'demo_bundle:Manager',
        TRITON_CACHE_DIR: '/dev/null/no-cache',
        TRITON_AOT_BUNDLE: 'error',
        TRITON_LIBHIP_PATH: runtime,
        ...env,
      },
      'image/app',
    );

  it.each([
    ['gfx942', 256],
    ['gfx1100', 128],
  ])('has all that a launch on %s needs, and what --complete added', async (ARCH, threads) => {
    const result = await replay(['amd.py', 'usual', 'other'], { ARCH });
    expect(result.stderr).toBe('');
    expect(result.stdout).toContain(`launch of 4 blocks of ${threads} threads\n`);
    expect(result.stdout).toContain('3 of 3 found\n');
  });

  it('is preloaded: Triton looks for no kernel', async () => {
    const result = await replay(['amd.py', 'usual', 'other'], { TRITON_AOT_PRELOAD: '1' });
    expect(result.stderr).toBe('');
    expect(result.stdout).toContain('launch of 4 blocks of 256 threads\n');
    expect(result.stdout).toContain('0 of 0 found\n');
  });

  it('has what was recorded on an NVIDIA GPU too', async () => {
    const result = await replay(['program.py', 'usual'], { ARCH: '90' });
    expect(result.stdout).toBe('4 of 4 found\n');
  });

  it('says that a tensor is not below 2 GB, as the recorded one', async () => {
    const result = await replay(['amd.py', 'large']);
    expect(result.stderr).toMatch(/`x` is \*fp32.*; the nearest entry has \*fp32.*, below 2 GB/);
  });

  it('names the GPU in the evidence of a replay', async () => {
    const folder = join(space.folder, 'replays');
    expectSuccess(await replay(['amd.py', 'usual'], { TRITON_AOT_REPLAY: folder }));
    const [file = ''] = await readdir(folder);
    expect(await readFile(join(folder, file), 'utf8')).toContain('"device": "Stand-in 0"');
  });

  describe('with a HIP runtime at another path', () => {
    let moved: Readonly<Record<string, string>>;
    beforeAll(async () => {
      const path = join(space.folder, 'elsewhere');
      await cp(join(runtime, '..'), path, { recursive: true });
      moved = { TRITON_LIBHIP_PATH: join(path, 'libamdhip64.so') };
    });
    const reason = /the HIP runtime is \S+elsewhere\S+, and the bundle was made for \S+image\S+/;

    it('fails, and says so', async () => {
      const result = await replay(['amd.py', 'usual'], moved);
      expect(result.code).toBe(1);
      expect(result.stderr).toMatch(/Missing: .*is not in the bundle/);
      expect(result.stderr).toMatch(reason);
    });

    it('says so in the final image, for the AMD kernels only', async () => {
      const check = ['-m', 'demo_bundle'];
      const ready = await replay(check);
      expect(ready.stdout).toMatch(/^(\d+) of \1 kernels will be found\n$/);
      const other = await replay(check, moved);
      expect(other.code).toBe(1);
      expect(other.stdout).toMatch(reason);
      expect(other.stdout).toMatch(/^[1-9]\d* of \d+ kernels will be found\n/);
      const [found, all] = other.stdout.match(/\d+/g) ?? [];
      expect(Number(found)).toBeLessThan(Number(all));
    });
  });

  it('refuses what cannot be known', async () => {
    const foreign = await bundle(['nvidia-recording'], {}, 'sm_90,gfx942');
    expect(foreign.code).toBe(2);
    expect(foreign.stderr).toContain('nothing was recorded on an AMD GPU');
    const none = { PATH: process.env['PATH'] ?? '', TRITON_LIBHIP_PATH: '' };
    const lacking = await bundle(['amd-recording'], none, 'gfx942');
    expect(lacking.stderr).toContain('Triton finds no HIP runtime');
    expect(lacking.stderr).toContain('set TRITON_LIBHIP_PATH to its path in the image');
  });
});
