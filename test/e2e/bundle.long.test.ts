import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import { readBundle, type ReadBundle } from '../../src/features/bundle/read-bundle.ts';
import { readReplays, type Replay } from '../../src/features/bundle/replays.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { buildRecordingCuda } from '../support/recording-cuda.ts';
import { silentLog } from '../support/silent-log.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

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

  it('takes what `record --keep` keeps', async () => {
    const program = [python, '-B', '-W', 'ignore', 'image/app/program.py', 'usual'];
    // It launches nothing, so there is no manifest.
    const result = await space.triton(['record', '--keep', 'kept', '--', ...program]);
    expect(result.stderr).toContain('the program launched no Triton kernel');
    const made = await space.triton(
      ['bundle', 'kept', '--name', 'kept', '--python', python, '--out', 'kept-dist'].concat(
        '--paths',
        'image/app',
        '--targets',
        'sm_90',
      ),
    );
    expect(made.stdout).toContain('kept-dist/kept_bundle: 4 kernels for sm_90');
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
  describe('that is damaged in any way', () => testDamages([]));

  it('compiles again what an earlier run has left', async () => {
    const home = join(space.folder, 'home');
    const cubinsBelow = async (folder: string): Promise<readonly string[]> => {
      const names = await readdir(folder, { recursive: true }).catch(() => []);
      return names.filter((path) => path.endsWith('.cubin')).toSorted();
    };
    const contents = async (out: string): Promise<readonly Buffer[]> => {
      const args = ['recording', '--name', 'demo', '--python', python, '--paths', 'image/app'];
      const env = { TRITON_AOT_HOME: home };
      await space.triton(['bundle', ...args, '--out', out, '--targets', 'sm_90'], { env });
      const folder = join(space.folder, out);
      return Promise.all((await cubinsBelow(folder)).map((path) => readFile(join(folder, path))));
    };
    const first = await contents('first');
    expect(first).toHaveLength(5);
    for (const path of await cubinsBelow(home)) await writeFile(join(home, path), '');
    expect(await contents('second')).toEqual(first);
  });

  it('reports what is missing, for another bundle', async () => {
    const missed = join(space.folder, 'missed');
    const result = await replay(['usual'], {
      TRITON_AOT_BUNDLE: 'report',
      TRITON_AOT_RECORD: missed,
      TRITON_CACHE_DIR: join(space.folder, 'report'),
      ARCH: '89',
    });
    expectSuccess(result);
    const made = await space.triton(
      ['bundle', missed, '--name', 'more', '--python', python, '--paths', 'image/app'].concat(
        '--out',
        'more',
      ),
    );
    expectSuccess(made);
    expect(made.stdout).toContain('more/more_bundle: 4 kernels for sm_89');
    const both = ['image/dist', 'more'].map((name) => join(space.folder, name)).join(':');
    const chained = { PYTHONPATH: both, TRITON_AOT_BUNDLE_NEXT: 'more_bundle:Manager', ARCH: '89' };
    expect((await replay(['usual'], chained)).stdout).toBe('4 of 4 found\n');
  });

  describe('a replay', () => {
    let released: ReadBundle;
    beforeAll(async () => {
      const dist = join(space.folder, 'image/dist');
      const [wheel = ''] = (await readdir(dist)).filter((name) => name.endsWith('.whl'));
      await mkdir(join(space.folder, 'read'));
      released = await readBundle(join(dist, wheel), join(space.folder, 'read'), never);
    });
    const read = async (name: string): Promise<readonly Replay[]> => {
      const replays = await readReplays(join(space.folder, name), [released], silentLog);
      return replays.get(released) ?? [];
    };
    const folderOf = (name: string) => ({ TRITON_AOT_REPLAY: join(space.folder, name) });

    it('names the kernels that were found, in each process, and the GPU', async () => {
      const driver = await buildRecordingCuda();
      const env = { ...folderOf('replayed'), LD_LIBRARY_PATH: driver, GITHUB_ACTIONS: 'true' };
      const inWorkflow = { ...env, GITHUB_REPOSITORY: 'me/app', GITHUB_RUN_ID: '7' };
      expectSuccess(await replay(['usual'], inWorkflow));
      expectSuccess(await replay(['tuned'], inWorkflow));
      const [ran, ...others] = await read('replayed');
      expect(others).toEqual([]);
      expect(ran).toMatchObject({ how: 'ran', mode: 'error', triton: version });
      expect(ran).toMatchObject({ run: { repository: 'me/app', id: '7' } });
      expect(ran?.device).toMatch(/\w/);
      expect(ran).toMatchObject({ missing: 0, compiled: 0 });
      expect(ran?.found.length).toBeGreaterThan(4);
      expect(released.index.entries.length).toBeGreaterThan(ran?.found.length ?? 0);
    });

    it('counts what was missing and what was compiled', async () => {
      const env = { ...folderOf('overlaid'), TRITON_CACHE_DIR: join(space.folder, 'overlaid-jit') };
      expectSuccess(await replay(['usual'], { ...env, TRITON_AOT_BUNDLE: 'overlay', ARCH: '75' }));
      const counts = { found: [], missing: 4, compiled: 4 };
      expect(await read('overlaid')).toMatchObject([{ ...counts, device: null, run: null }]);
      expect((await replay(['usual'], { ...folderOf('refused'), ARCH: '75' })).code).toBe(1);
      expect(await read('refused')).toMatchObject([{ found: [], missing: 1, compiled: 0 }]);
    });

    it('counts what Triton compiles although it is there', async () => {
      const env = { ...folderOf('always'), TRITON_ALWAYS_COMPILE: '1' };
      const cache = { TRITON_CACHE_DIR: join(space.folder, 'always-jit') };
      expectSuccess(await replay(['other'], { ...env, ...cache, TRITON_AOT_BUNDLE: 'overlay' }));
      expect(await read('always')).toMatchObject([{ missing: 0, compiled: 1 }]);
    });

    it('is also what the check in the final image found', async () => {
      const env = { PYTHONPATH: join(space.folder, 'image/dist'), ...folderOf('checked') };
      expectSuccess(await runPython(['-m', 'demo_bundle'], env));
      const [checked] = await read('checked');
      expect(checked).toMatchObject({ how: 'checked', device: null, missing: 0 });
      expect(checked?.found).toEqual(released.index.entries.map(({ key }) => key).toSorted());
    });
  });

  it.each([
    [['--name', 'my-app'], '`my-app` cannot be the name of a bundle'],
    [['--name', 'app', '--package-version', 'one'], 'cannot have the version `one`'],
    [['--name', 'app', '--targets', 'sm_1'], 'unsupported target `sm_1`'],
    [['--name', 'app', '--python', '/nowhere/python'], 'there is no /nowhere/python'],
  ])('refuses %j', async (args, message) => {
    const result = await space.triton(['bundle', 'recording', ...args]);
    expect(result.code).toBeGreaterThan(1);
    expect(result.stderr).toContain(message);
  });

  it('refuses recordings of different programs, and a Python with another Triton', async () => {
    const folder = join(space.folder, 'recording');
    const [file = ''] = await readdir(folder);
    const text = await readFile(join(folder, file), 'utf8');
    const change = async (name: string, from: RegExp, to: string): Promise<ProcessResult> => {
      const own = join(space.folder, `changed-${name}`);
      await mkdir(own);
      await writeFile(join(own, file), text.replaceAll(from, to));
      const more = name === 'both' ? [folder] : [];
      return space.triton(['bundle', own, ...more, '--name', 'app', '--python', python]);
    };
    const other = await change('other', /"triton": "\w{64}"/g, '"triton": "00"');
    expect(other.stderr).toContain('differs from the recorded one');
    const both = await change('both', /"variables": {}/g, '"variables": {"MODE": "1"}');
    expect(both.stderr).toContain('differ in the environment variable MODE: 1, and not set');
    const none = await change('none', /^.*"kind": "environment".*$/gm, '');
    expect(none.stderr).toContain('no compiles were recorded');
  });

  it('makes a wheel for this Python', async () => {
    const [wheel = ''] = (await readdir(join(space.folder, 'image/dist'))).filter((name) =>
      name.endsWith('.whl'),
    );
    expect(wheel).toMatch(/^demo_bundle-0\.1\.0-cp3\d+-none-linux_\w+\.whl$/);
    const install = join(space.folder, 'installed');
    const unpack = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])';
    const file = join(space.folder, 'image/dist', wheel);
    expectSuccess(await runPython(['-c', unpack, file, install], {}));
    expect((await replay(['usual'], {}, 'installed')).stdout).toBe('4 of 4 found\n');
  });
});
