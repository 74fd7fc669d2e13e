import { afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../src/base/process.ts';
import {
  errorsIn,
  expectSuccess,
  ROOT,
  TEST_HOME,
  type Workspace,
  workspace,
} from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { servePackages, wheelOf } from '../support/package-index.ts';
import { tritonPython, USUAL } from '../support/triton.ts';

const STAND_IN = join(ROOT, 'test/support/stand-in-gpu');

/** What only the running program knows: an installed package says it, or the environment. */
const PLATFORM = `MODE = "exact"


def is_npu_available():
    return False


def functions():
    return {"exact": abs}
`;
const SETTINGS = `import os
import platform_facts

FAST = os.environ.get("APP_FAST", "0") == "1"
SCALE = 3.0 if platform_facts.MODE == "exact" else 2.0
WIDTH = int(os.environ["APP_WIDTH"])


def is_npu():
    try:
        from accelerator import is_accelerator_available

        return is_accelerator_available()
    except ImportError:
        return False
`;
const KERNELS = `import triton
import triton.language as tl

import platform_facts
from .settings import FAST, SCALE, WIDTH, is_npu
from .other import WIDTH as OTHER_WIDTH

if is_npu() or platform_facts.is_npu_available():
    from .npu import act
else:
    from .gpu import act

C_FAST, C_SCALE = tl.constexpr(FAST), tl.constexpr(SCALE)
C_WIDTH = tl.constexpr(WIDTH + OTHER_WIDTH)


@triton.jit
def scale_kernel(x_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, at < n) * C_SCALE + C_WIDTH
    if C_FAST:
        x = act(x)
    tl.store(x_ptr + at, act(x), at < n)
`;
const LIBRARY = {
  'lib/__init__.py': '',
  'lib/settings.py': SETTINGS,
  'lib/other.py': 'import os\n\nWIDTH = int(os.environ["APP_WIDTH"]) + 1\n',
  'lib/kernels.py': KERNELS,
  'lib/gpu.py': 'import triton\n\n\n@triton.jit\ndef act(x):\n    return x + 1.0\n',
  'lib/npu.py': 'import triton\n\n\n@triton.jit\ndef act(x):\n    return x - 1.0\n',
};
const PROGRAM = `import os, sys
sys.path.insert(0, os.environ["APP_LIBRARY"])
import stand_in_gpu as gpu
from lib.kernels import scale_kernel
for n in (1000, 300):
    scale_kernel[(8,)](gpu.tensor(n), n, BLOCK=128)
`;

let python: string;
let space: Workspace;
beforeAll(async () => {
  python = await tritonPython(USUAL);
});
beforeEach(async () => {
  space = await workspace({ 'site/platform_facts.py': PLATFORM });
});
afterEach(() => space.remove());

const record = (
  program: string,
  env: Readonly<Record<string, string>>,
  { cwd = '', options = [] }: { readonly cwd?: string; readonly options?: readonly string[] } = {},
): Promise<ProcessResult> =>
  space.triton(['record', ...options, '--', python, program], {
    cwd,
    env: {
      PYTHONPATH: [STAND_IN, join(space.folder, 'site')].join(':'),
      PYTHONWARNINGS: 'ignore',
      APP_WIDTH: '5',
      ...env,
    },
  });

const manifest = (file = 'kernels.yaml'): Promise<string> =>
  readFile(join(space.folder, file), 'utf8');

async function expectBuild(...args: readonly string[]): Promise<void> {
  const built = await space.triton(['build', '--store', 'store', '--python', python, ...args]);
  expect(errorsIn(built.stderr)).toBe('');
  expectSuccess(built);
}

describe('record of kernels with values that only the program knows', () => {
  it('writes the values, and the manifest builds as it is', async () => {
    for (const [path, text] of Object.entries({ ...LIBRARY, 'program.py': PROGRAM }))
      await space.write(path, text);
    const recorded = await record('program.py', { APP_LIBRARY: space.folder });
    expect(errorsIn(recorded.stderr)).toBe('');
    expectSuccess(recorded);
    expectGolden((await manifest()).replace(/ {2}# lib[^]*?scale_kernel:/, '  scale_kernel:'));
    await expectBuild();
  });

  it('writes the manifest to the folder that has the sources, if none is named', async () => {
    for (const [path, text] of Object.entries(LIBRARY)) await space.write(`app/${path}`, text);
    await space.write('tools/program.py', PROGRAM);
    const env = { APP_LIBRARY: join(space.folder, 'app') };
    const { stdout } = await record('program.py', env, { cwd: 'tools' });
    expect(stdout).toContain('../app/kernels.yaml: 1 kernel added');
    expect(await manifest('app/kernels.yaml')).toContain('source: lib/kernels.py:scale_kernel');
    const named = await record('program.py', env, { cwd: 'tools', options: ['--out', 'k.yaml'] });
    expect(named.code).toBe(2);
    expect(named.stdout.replaceAll(space.folder, 'FOLDER')).toContain(
      "its source is outside the manifest's folder; `--out FOLDER/kernels.yaml` writes a manifest that can have it",
    );
  });

  it('says which kernels `build` could not take, and why', async () => {
    await space.write(
      'program.py',
      `import stand_in_gpu as gpu
import platform_facts
import triton
import triton.language as tl


@triton.jit
def known_kernel(x_ptr):
    tl.store(x_ptr, 1.0)


def make():
    text = "def unknown_kernel(x_ptr):\\n    tl.store(x_ptr, 2.0)\\n"
    open("made.py", "w").write("import triton\\nimport triton.language as tl\\n" + text)
    import made
    return triton.jit(made.unknown_kernel)


known_kernel[(1,)](gpu.tensor(1))
make()[(1,)](gpu.tensor(1))
`,
    );
    const { code, stdout } = await record('program.py', {});
    expect(code).toBe(0);
    expectGolden(stdout);
    expect(await manifest()).toContain('# Not recorded:\n#   unknown_kernel (made.py:3): ');
    await expectBuild();
  });
});

describe('record of kernels of an installed package', () => {
  const NAME = 'recorded-kernel-lib';
  const wheel = wheelOf(NAME, '1.2.0', {
    'recorded_kernels/__init__.py': '',
    'recorded_kernels/ops.py': `import platform_facts
import triton
import triton.language as tl

MODE = tl.constexpr(platform_facts.MODE)


@triton.jit
def fill_kernel(x_ptr, N: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    if MODE == "exact":
        tl.store(x_ptr + tl.program_id(0) * N + at, 1.0, at < N)
`,
  });
  const USE = `import stand_in_gpu as gpu
from recorded_kernels.ops import fill_kernel
for n in (100, 200, 300):
    fill_kernel[(4,)](gpu.tensor(4, n), N=n, BLOCK=512)
`;

  /** Unpacks the wheel where Python finds it. */
  async function unpack(): Promise<void> {
    const file = join(space.folder, wheel.name);
    await writeFile(file, wheel.content);
    const command = ['python3', '-m', 'zipfile', '-e', file, join(space.folder, 'site')];
    await run(command, { env: process.env, signal: new AbortController().signal });
    await space.write('program.py', USE);
  }

  it('names the package and its module, and the manifest builds as it is', async () => {
    await unpack();
    const stem = `wheel-${NAME}-1.2.0-${wheel.sha256.slice(0, 16)}`;
    await rm(join(TEST_HOME, 'toolchains', stem), { recursive: true, force: true });
    await using index = await servePackages({ [NAME]: [wheel] });
    const recorded = await record('program.py', { UV_DEFAULT_INDEX: index.url, CI: '' });
    expect(errorsIn(recorded.stderr)).toBe('');
    expect(recorded.stdout).toContain(
      '+ fill_kernel_{N}  (recorded_kernels.ops:8 fill_kernel, 3 calls)',
    );
    expectGolden(await manifest());
    expect(await manifest('kernels.lock')).toContain(`${NAME}==1.2.0 --hash=sha256:`);
    await expectBuild();
    const again = await record('program.py', { UV_DEFAULT_INDEX: index.url, CI: '' });
    expect(again.stdout).toContain('0 kernels added, 3 kept');
  });

  it.each([
    ['a folder', { url: 'file:///FOLDER/lib', dir_info: {} }],
    ['a repository', { url: 'https://host/lib.git', vcs_info: { vcs: 'git' } }],
  ])('takes the sources of a package that was installed from %s', async (what, origin) => {
    await unpack();
    const text = JSON.stringify(origin).replace('/FOLDER', space.folder);
    await space.write('site/recorded_kernel_lib-1.2.0.dist-info/direct_url.json', text);
    await cp(
      join(space.folder, 'site/recorded_kernels'),
      join(space.folder, 'lib/src/recorded_kernels'),
      { recursive: true },
    );
    const { code, stdout } = await record('program.py', {});
    if (what === 'a folder') {
      expect(await manifest()).toContain('source: lib/src/recorded_kernels/ops.py:fill_kernel');
      await expectBuild();
    } else {
      expect(code).toBe(2);
      expect(stdout).toContain(
        'its package recorded-kernel-lib was installed from https://host/lib.git, not from a package index',
      );
    }
  });

  it('refuses a file that is not the one that the package installed', async () => {
    await unpack();
    const file = join(space.folder, 'site/recorded_kernels/ops.py');
    await writeFile(file, (await readFile(file, 'utf8')).replace('1.0', '2.0'));
    const { code, stdout } = await record('program.py', {});
    expect(code).toBe(2);
    expect(stdout).toContain('was changed after recorded-kernel-lib was installed');
  });

  it('writes the manifest without the package index, and says that nothing was checked', async () => {
    await unpack();
    await using index = await servePackages({});
    const recorded = await record('program.py', { UV_DEFAULT_INDEX: index.url, CI: '' });
    expect(recorded.code).toBe(0);
    expect(recorded.stderr).toContain('so `build` may refuse kernels');
    expect(await manifest()).toContain('source: recorded_kernels.ops:fill_kernel');
  });
});
