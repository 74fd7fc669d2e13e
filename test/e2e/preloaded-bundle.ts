import { beforeAll, describe, expect, it } from '#jest';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessResult } from '../../src/base/process.ts';
import { ROOT } from '../support/command.ts';
import { compileC } from '../support/recording-hip.ts';
import { tritonTools } from '../support/triton.ts';
import type { BundledProgram } from './bundled-program.ts';

const LAUNCHES = join(ROOT, 'test/fixtures/bundle-launch');

/** Builds a CUDA driver without a GPU, for Triton's own launches. Returns its folder. */
export async function launchingDriver({ space }: BundledProgram, version: string): Promise<string> {
  const driver = join(space.folder, 'driver');
  await mkdir(driver, { recursive: true });
  const include = join(await tritonTools(version), 'include');
  const library = ['-shared', '-fPIC', `-isystem${include}`, join(LAUNCHES, 'cuda.c')];
  await compileC(['cc', ...library, '-o', join(driver, 'libcuda.so.1')]);
  return driver;
}

/** Runs a server with the bundle, in all ways or the usual ones. What it loads after `ready` ends it. */
export function testPreload(
  program: () => BundledProgram,
  version: string,
  { all = false } = {},
): void {
  let driver: string;
  beforeAll(async () => {
    driver = await launchingDriver(program(), version);
    await cp(join(LAUNCHES, 'serve.py'), join(program().space.folder, 'image/app/serve.py'));
  });
  const at = (path: string): string => join(program().space.folder, path);
  const serve = (
    steps: readonly string[],
    env: Readonly<Record<string, string>> = {},
    app = 'image/app',
  ): Promise<ProcessResult> =>
    program().runPython(
      ['serve.py', ...steps],
      {
        PYTHONPATH: at('image/dist'),
        TRITON_CACHE_MANAGER: 'demo_bundle:Manager',
        TRITON_CACHE_DIR: '/dev/null/no-cache',
        TRITON_AOT_BUNDLE: 'error',
        TRITON_AOT_PRELOAD: '1',
        LD_LIBRARY_PATH: driver,
        ARCH: '90',
        ...env,
      },
      app,
    );
  const overlay = () => ({
    TRITON_AOT_BUNDLE: 'overlay',
    TRITON_CACHE_DIR: at('preloaded-jit'),
  });
  /** A copy of the program whose kernels are changed. */
  const changed = async (name: string, change: (text: string) => string): Promise<string> => {
    await cp(at('image/app'), at(name), { recursive: true });
    const file = at(`${name}/kernels.py`);
    await writeFile(file, change(await readFile(file, 'utf8')));
    return name;
  };
  const launch = (blocks: number): string => `launch of ${blocks} blocks`;

  it('compiles and loads nothing after the first call of a kernel', async () => {
    const { code, stdout, stderr } = await serve(['add', 'ready', 'wide', 'half', 'other', 'copy']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.match(/launch of/g)).toHaveLength(5);
  });

  it('can be loaded by the program before any call', async () => {
    const { code, stdout, stderr } = await serve(['preload', 'ready', 'add', 'wide'], {
      TRITON_AOT_PRELOAD: '',
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(launch(2));
  });

  describe('with a next bundle', () => {
    beforeAll(async () => {
      const twin = join(at('preloaded-twin'), 'twin_bundle');
      await cp(at('image/dist/demo_bundle'), twin, { recursive: true });
    });
    const both = () => ({
      PYTHONPATH: `${at('image/dist')}:${at('preloaded-twin')}`,
      TRITON_AOT_BUNDLE_NEXT: 'twin_bundle:Manager',
    });

    it('loads both at the first call', async () => {
      const one = loads(await serve(['add']));
      expect(loads(await serve(['add'], both()))).toBe(2 * one);
    });

    it('compiles what neither has', async () => {
      const env = { ...overlay(), ...both(), TRITON_AOT_PRELOAD: '', ARCH: '75' };
      const { code, stdout, stderr } = await serve(['add'], env);
      expect({ code, stdout }).toMatchObject({ code: 0 });
      expect(stdout).toContain('loaded 1: add\n');
      expect(stderr).toContain('0 kernels came from twin_bundle, and 1 from elsewhere');
    });
  });

  it('says once which kernels have changed, and the program runs', async () => {
    const app = await changed('preloaded-4', (text) => text.replace('3.0', '4.0'));
    const { code, stderr } = await serve(['add', 'wide', 'copy'], overlay(), app);
    expect(code).toBe(0);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(
        /^demo_bundle: \d+ of \d+ kernels for sm_90 could not be preloaded\. Triton looks for each when it is first called:$/,
      ),
      '  kernels:add: a function or a global that it uses has changed since it was recorded',
    ]);
    expect(stderr.match(/preloaded/g)).toHaveLength(1);
  });

  it('says that a file is damaged, and the program runs', async () => {
    const bundle = join(at('preloaded-damaged'), 'demo_bundle');
    await cp(at('image/dist/demo_bundle'), bundle, { recursive: true });
    await writeFile(join(bundle, 'bundle.json'), '{');
    const env = { ...overlay(), PYTHONPATH: at('preloaded-damaged') };
    const { code, stderr } = await serve(['add'], env);
    expect(code).toBe(0);
    expect(stderr).toContain('demo_bundle: kernels could not be preloaded: the bundle is damaged:');
  });

  if (!all) return;

  it('loads what is used only, and later, without the variable', async () => {
    const { stdout } = await serve(['add', 'wide'], { TRITON_AOT_PRELOAD: '0' });
    expect(stdout).toContain('loaded 2: add\n');
    const late = await serve(['add', 'ready', 'wide'], { TRITON_AOT_PRELOAD: '' });
    expect(late.stderr).toContain('RuntimeError: add was compiled after the warm-up');
  });

  it('is loaded once onto each GPU that is used', async () => {
    const one = loads(await serve(['add', 'add', 'wide']));
    expect(one).toBeGreaterThan(10);
    expect(loads(await serve(['add', 'second', 'half', 'ready', 'wide']))).toBe(2 * one);
  });

  it('counts the kernels that are used, and not those that are loaded', async () => {
    const replay = at('preloaded-replay');
    expect((await serve(['add', 'wide'], { TRITON_AOT_REPLAY: replay })).code).toBe(0);
    const lines = await program().runPython(['-c', READ, replay], {});
    expect(lines.stdout).toBe('found found replay\n');
  });

  it('lets the program set a global of a kernel afterwards', async () => {
    const { code, stdout, stderr } = await serve(['preload', 'scale', 'add'], overlay());
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain(launch(4));
    expect(stderr).toBe(
      "0 kernels came from demo_bundle, and 1 from elsewhere: they were compiled, or are in Triton's own cache\n",
    );
  });

  it('says which module cannot be imported, and the program runs', async () => {
    const app = await changed('preloaded-broken', () => 'import sys\nsys.exit("no")\n');
    const { code, stdout, stderr } = await serve(['preload'], overlay(), app);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'loaded 0: \n' });
    expect(stderr).toContain(
      '\n  kernels:add, kernels:copy: `kernels` cannot be imported: SystemExit: no\n',
    );
  });

  it.each([
    ['another GPU', { ARCH: '75' }, 'the bundle has none for sm_75'],
    [
      'a variable',
      { TRITON_DEFAULT_FP_FUSION: '0' },
      'TRITON_DEFAULT_FP_FUSION is `false`; it was not set',
    ],
  ])('says why no kernel is loaded: %s', async (_what, env, reason) => {
    const { code, stdout, stderr } = await serve(['add', 'wide'], { ...overlay(), ...env });
    expect(code).toBe(0);
    expect(stdout).toContain('loaded 2: add\n');
    expect(stderr).toContain(`demo_bundle: no kernel is preloaded:\n  ${reason}\n`);
  });

  it('compiles always if Triton is told so', async () => {
    const env = { ...overlay(), TRITON_ALWAYS_COMPILE: '1' };
    const { code, stdout } = await serve(['add', 'add'], env);
    expect({ code, stdout }).toMatchObject({ code: 0 });
    expect(stdout).toContain('loaded 1: add\n');
  });
}

/** Returns how many kernels were loaded. */
function loads({ stdout, stderr }: ProcessResult): number {
  expect(stderr).toBe('');
  return Number(/^loaded (\d+):/m.exec(stdout)?.[1]);
}

/** Prints the kinds of the lines that a process wrote to a folder. */
const READ = `
import json, pathlib, sys
lines = [line for path in pathlib.Path(sys.argv[1]).iterdir() for line in path.read_text().splitlines()]
print(*sorted(json.loads(line)["kind"] for line in lines))
`;
