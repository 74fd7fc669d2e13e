import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessResult } from '../../src/base/process.ts';
import { readBundle, type ReadBundle } from '../../src/features/bundle/read-bundle.ts';
import { readReplays, type Replay } from '../../src/features/bundle/replays.ts';
import { expectSuccess } from '../support/command.ts';
import { HERE } from '../support/here.ts';
import { buildRecordingCuda } from '../support/recording-cuda.ts';
import { silentLog } from '../support/silent-log.ts';
import { TRITON_VERSIONS } from '../support/triton.ts';
import { type BundledProgram, bundledProgram } from './bundled-program.ts';
import { testDamages } from './damaged-bundle.ts';
import { testPreload } from './preloaded-bundle.ts';

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

  it('takes what `record --keep` keeps', async () => {
    const command = [python, '-B', '-W', 'ignore', 'image/app/program.py', 'usual'];
    // It launches nothing, so there is no manifest.
    const result = await space.triton(['record', '--keep', 'kept', '--', ...command]);
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

  describe('that is damaged in any way', () => testDamages(() => program));

  describe('that is preloaded in any way', () =>
    testPreload(() => program, version, { all: true }));

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
      released = await readBundle(join(dist, wheel), join(space.folder, 'read'), HERE.signal);
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
