import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { compileC } from '../support/recording-hip.ts';
import { TRITON_VERSIONS, tritonPython, tritonTools } from '../support/triton.ts';

const FIXTURE = join(ROOT, 'test/fixtures/bundle');
const never = new AbortController().signal;

/** A run of a program, or of a load of the helper library, by test/support/damage_bundle.py. */
interface DamagedRun {
  readonly file: keyof typeof OUTCOMES;
  readonly damage: string;
  readonly mode: 'overlay' | 'error';
  readonly what: 'program' | 'helper';
  /** Negative: a signal. */
  readonly code: number;
  readonly output: string;
}

/** What a program says if all files of a kind are damaged: `add` has 3 of the 5 kernels. */
const OUTCOMES = {
  nothing: '5 of 5 found',
  binary: '0 kernels came from demo_bundle, and 5 from elsewhere',
  metadata: '2 kernels came from demo_bundle, and 3 from elsewhere',
  choice: '5 of 5 found',
  index: '0 kernels came from demo_bundle, and 5 from elsewhere',
  helper: 'the helper is not from the bundle',
  'source of the helper': 'the helper is not from the bundle',
} as const;

describe.each(TRITON_VERSIONS)('bundle with Triton %s', (version) => {
  let space: Workspace;
  let python: string;
  beforeAll(async () => {
    python = await tritonPython(version);
    space = await workspace();
    await cp(FIXTURE, join(space.folder, 'app'), { recursive: true });
    await record('recording', ['usual', 'tuned', 'nested']);
    // The kernel of a function that is made when the program runs cannot be found again.
    const result = await bundle(['recording', '--complete', '--wheel', '--oci']);
    expect(result.code).toBe(4);
    expect(result.stderr).toContain('dist/demo_bundle lacks 1 recorded kernel');
    expect(result.stderr).toContain('kernels:made.<locals>.inner: ');
    expect(result.stderr).toContain('makes it inside of a function');
    // It is used from elsewhere.
    await mkdir(join(space.folder, 'image'));
    await rename(join(space.folder, 'dist'), join(space.folder, 'image/dist'));
    await cp(join(space.folder, 'app'), join(space.folder, 'image/app'), { recursive: true });
    await rm(join(space.folder, 'app'), { recursive: true });
  });
  afterAll(() => space.remove());

  /** Runs Python with the program's folder as the current one. */
  const runPython = (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    cwd = 'image/app',
  ): Promise<ProcessResult> =>
    run([python, '-B', '-W', 'ignore', ...args], {
      cwd: join(space.folder, cwd),
      env: { PATH: process.env['PATH'], TRITON_CACHE_DIR: join(space.folder, 'jit'), ...env },
      signal: never,
    });

  const record = async (to: string, calls: readonly string[]): Promise<void> => {
    const folder = join(space.folder, to);
    const env = {
      PYTHONPATH: join(ROOT, 'python/record'),
      TRITON_AOT_RECORD: folder,
    };
    expectSuccess(await runPython(['program.py', ...calls], env, 'app'));
  };

  const bundle = (args: readonly string[], paths = 'app'): Promise<ProcessResult> =>
    space.triton(
      ['bundle', ...args, '--name', 'demo', '--python', python, '--paths', paths].concat(
        '--targets',
        'sm_80,sm_90',
      ),
    );

  /** Runs the program with the bundle, which it cannot compile without. */
  const replay = (
    calls: readonly string[],
    env: Readonly<Record<string, string>> = {},
    dist = 'image/dist',
  ): Promise<ProcessResult> =>
    runPython(['program.py', ...calls], {
      PYTHONPATH: join(space.folder, dist),
      TRITON_CACHE_MANAGER: 'demo_bundle:Manager',
      TRITON_CACHE_DIR: '/dev/null/no-cache',
      TRITON_AOT_BUNDLE: 'error',
      ...env,
    });

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

  /** Damages the files of the bundle, and runs the program each time. Empty: in all ways. */
  const testDamages = (damages: readonly string[]): void => {
    let runs: readonly DamagedRun[];
    beforeAll(async () => {
      const bundled = join(space.folder, 'damaged/demo_bundle');
      await cp(join(space.folder, 'image/dist/demo_bundle'), bundled, { recursive: true });
      const paths = [bundled, join(space.folder, 'damaged-jit'), join(space.folder, 'image/app')];
      const script = join(ROOT, 'test/support/damage_bundle.py');
      const { stdout, ...result } = await runPython([script, ...paths, ...damages], {});
      expectSuccess(result);
      runs = stdout
        .trim()
        .split('\n')
        .map((line): DamagedRun => JSON.parse(line));
      await rm(join(space.folder, 'damaged'), { recursive: true });
    });
    const runsIn = (mode: DamagedRun['mode']): readonly DamagedRun[] =>
      runs.filter((each) => each.mode === mode && each.file !== 'nothing');
    /** A bit or a byte more of `bundle.json` may be in a name, or change nothing. */
    const isCertain = ({ file, damage }: DamagedRun): boolean =>
      file !== 'index' || !['one bit', 'longer'].includes(damage);

    it('is whole before', () => {
      const before = runs.filter(({ file }) => file === 'nothing');
      expect(before).toHaveLength(4);
      for (const { code, output } of before) {
        expect(code).toBe(0);
        expect(output).toMatch(/^(?:5 of 5 found|the helper is from the bundle)$/m);
        expect(output).not.toContain('damaged');
      }
    });

    it('neither ends nor stops a program, which compiles what is damaged and says so once', () => {
      for (const each of runsIn('overlay')) {
        expect(each).toMatchObject({ code: 0 });
        if (!isCertain(each)) continue;
        const said = each.output.match(/demo_bundle is damaged: .* is not as it was written/g);
        expect([each, said?.length]).toEqual([each, 1]);
        expect(each.output).toContain(OUTCOMES[each.what === 'helper' ? 'helper' : each.file]);
      }
    });

    it('is an error in mode `error`', () => {
      const error = /^demo_bundle\.Missing: the bundle is damaged: .* is not as it was written$/m;
      for (const each of runsIn('error').filter(isCertain)) {
        expect(each).toMatchObject({ code: 1 });
        expect(each.output).toMatch(error);
      }
    });
  };
  describe('that is cut off, or has a pipe in place of a file,', () =>
    testDamages(['cut off', 'a pipe']));

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
      const driver = join(space.folder, 'driver');
      await mkdir(driver);
      const include = join(await tritonTools(version), 'include');
      const launches = join(ROOT, 'test/fixtures/bundle-launch');
      const library = ['-shared', '-fPIC', `-isystem${include}`, join(launches, 'cuda.c')];
      await compileC(['cc', ...library, '-o', join(driver, 'libcuda.so.1')]);
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
