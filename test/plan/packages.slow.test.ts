import { afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Log, Memory } from '../../src/base/context.ts';
import { writeAtomically } from '../../src/base/files.ts';
import type { ReadPlan } from '../../src/plan/read-plan.ts';
import { readPlanOf } from '../support/read-plan.ts';
import { readerContext } from '../../src/toolchain/reader.ts';
import { findUv, UV_WHEELS } from '../../src/toolchain/uv.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { type PackageIndex, servePackages, type Wheel, wheelOf } from '../support/package-index.ts';
import { PYTHON_CONTEXT } from '../support/triton.ts';

const HEAD = 'import triton\nimport triton.language as tl\n';
const KERNEL = `${HEAD}
from .utils import scaled
from kernel_lib.settings import LIMIT

@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, scaled(tl.load(x + at, mask=at < n)), mask=at < n)
`;
const MODULES = {
  'kernel_lib/__init__.py': 'import torch\nraise RuntimeError("nothing of a package runs")\n',
  'kernel_lib/settings.py': 'LIMIT = 3\n',
  'kernel_lib/ops/__init__.py': '',
  'kernel_lib/ops/copying.py': KERNEL,
  'kernel_lib/ops/utils.py': `${HEAD}\n@triton.jit\ndef scaled(x):\n    return x * 2\n`,
  'kernel_lib/ops/broken.py': `${HEAD}\n@triton.jit\ndef broken(x):\n  tl.store(x, 1\n`,
  'kernel_lib/ops/unknown.py': `${HEAD}import torch\nSIZE = torch.size()\n\n@triton.jit\ndef unknown(x):\n    tl.store(x, SIZE)\n`,
};
const LICENSE = 'License-Expression: MIT OR Apache-2.0\nLicense: other\n';

const kernel = (source: string): string =>
  `{ source: "${source}", arguments: { x: "*fp32:16", y: "*fp32:16", n: "i32:16" }, constants: { BLOCK: 128 }, specialise: listed, grid: "cdiv(n, BLOCK)" }`;
const manifestOf = (
  kernels: Readonly<Record<string, string>>,
  packages = 'Kernel_Lib: "1.0"',
): string =>
  [
    'package: demo',
    'triton: 3.8.0',
    'targets: [sm_90]',
    `packages: { ${packages} }`,
    'kernels:',
    ...Object.entries(kernels).map(([name, source]) => `  ${name}: ${kernel(source)}`),
    '',
  ].join('\n');
const COPY = { copy: 'kernel_lib.ops.copying:copy' };

let uv: string;
beforeAll(async () => {
  const program = await findUv(UV_WHEELS.x86_64, PYTHON_CONTEXT);
  uv = await mkdtemp(join(tmpdir(), 'uv-'));
  await symlink(program, join(uv, 'uv'));
});

let folder: string;
let index: PackageIndex;
const serve = async (projects: Parameters<typeof servePackages>[0]): Promise<void> => {
  index = await servePackages(projects);
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packages-'));
  await serve({ 'kernel-lib': [wheelOf('kernel-lib', '1.0', MODULES, LICENSE)] });
});
afterEach(async () => {
  await index[Symbol.asyncDispose]();
});

const write = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};
const lock = (): Promise<string> => readFile(join(folder, 'kernels.lock'), 'utf8');
const draft = async (
  text: string,
  env: Readonly<Record<string, string>> = {},
  log: Log = PYTHON_CONTEXT.log,
  python?: string,
): Promise<ReadPlan> => {
  // Whole, for others that read it at once.
  await writeAtomically(join(folder, 'kernels.yaml'), (file) => writeFile(file, text));
  const base = { ...process.env, CI: '', UV_DEFAULT_INDEX: index.url, UV_HTTP_RETRIES: '0' };
  return readPlanOf(
    { manifest: join(folder, 'kernels.yaml') },
    {
      ...PYTHON_CONTEXT,
      log,
      env: { ...base, PATH: `${uv}:${process.env['PATH']}`, ...env },
      home: join(folder, 'home'),
      scratch: join(folder, 'scratch'),
      memory: new Memory(),
    },
    { python },
  );
};
const failure = async (...args: Parameters<typeof draft>): Promise<string> =>
  (await failureOf(() => draft(...args)))
    .replaceAll(folder, 'FOLDER')
    .replaceAll(/\.making[\w.-]+/g, '.making')
    .replaceAll(/127\.0\.0\.1:\d+/g, 'INDEX')
    .replaceAll(/python3\.\d+(?=\/site)/g, 'python3')
    .replaceAll(/(?<=installed in )\/\S+/g, 'PYTHON')
    .replace(/Output of uv:[^]*/, 'Output of uv: …');
const modulesOf = ({ codes }: ReadPlan, name = 'copy'): Record<string, string> =>
  Object.fromEntries((codes.get(name)?.files ?? []).map(({ path, sha256 }) => [path, sha256]));

describe('a kernel of a package', () => {
  it('is taken from its wheel with what it needs, and its paths name no machine and no version', async () => {
    const plan = await draft(manifestOf(COPY));
    expect(Object.keys(modulesOf(plan))).toEqual([
      'kernel-lib.whl/kernel_lib/ops/copying.py',
      'kernel-lib.whl/kernel_lib/ops/utils.py',
    ]);
    expect(plan.kernels[0]?.read.kernel.source).toEqual({
      file: 'kernel-lib.whl/kernel_lib/ops/copying.py',
      function: 'copy',
      line: 8,
    });
    expect(JSON.stringify(plan.kernels[0]?.code)).not.toContain('/home/');
    expect(plan.packages).toMatchObject([
      { name: 'kernel-lib', version: '1.0', license: 'MIT OR Apache-2.0' },
    ]);
  });

  it('has the same slices in another version with the same code', async () => {
    const other = wheelOf('kernel-lib', '1.1', {
      ...MODULES,
      'kernel_lib/settings.py': 'LIMIT = 4\n',
    });
    await index[Symbol.asyncDispose]();
    await serve({ 'kernel-lib': [wheelOf('kernel-lib', '1.0', MODULES), other] });
    const first = await draft(manifestOf(COPY));
    const second = await draft(manifestOf(COPY, 'kernel-lib: "1.1"'));
    expect(modulesOf(second)).toEqual(modulesOf(first));
    expect(second.packages).toMatchObject([{ version: '1.1', wheel: other.sha256 }]);
    expect(await lock()).not.toContain('==1.0 ');
  });

  it('can be imported by the manifest’s own files, which come first', async () => {
    const own = `${HEAD}\nfrom kernel_lib.ops.utils import scaled\nfrom mine import number\n\n@triton.jit\ndef copy(x, y, n, BLOCK: tl.constexpr):\n    tl.store(y, scaled(tl.load(x)) + number())\n`;
    await write('own.py', own);
    await write('mine.py', `${HEAD}\n@triton.jit\ndef number():\n    return 7\n`);
    const plan = await draft(manifestOf({ copy: 'own.py:copy' }));
    expect(Object.keys(modulesOf(plan))).toEqual([
      'kernel-lib.whl/kernel_lib/ops/utils.py',
      'mine.py',
      'own.py',
    ]);
  });

  it('is explained if it is not there', async () => {
    const text = manifestOf({
      module: 'kernel_lib.ops.coyping:copy',
      top: 'other_lib.ops:copy',
      package: 'kernel_lib.ops:copy',
      function: 'kernel_lib.ops.copying:cpoy',
      folder: 'kernel_lib.missing:copy',
      broken: 'kernel_lib.ops.broken:broken',
      unknown: 'kernel_lib.ops.unknown:unknown',
      outside: 'kernel_lib.py:copy',
      suffix: 'own.copying:copy',
    });
    await write('own/copying.py', KERNEL);
    expectGolden(await failure(text));
  });
});

describe('the lock file', () => {
  it('gets the SHA-256 of each wheel, and decides from then on', async () => {
    await draft(manifestOf(COPY));
    const [request] = index.requests.filter((path) => path.startsWith('/files/'));
    expect(request).toBe('/files/kernel_lib-1.0-py3-none-any.whl');
    const text = await lock();
    expect(text).toMatch(
      /^# .*\nkernel-lib==1\.0 --hash=sha256:[0-9a-f]{64} # files sha256:[0-9a-f]{64}\n$/,
    );
    await draft(manifestOf(COPY), { CI: 'true' });
    expect(await lock()).toBe(text);
    const altered = text.replace(/sha256:.{8}/, 'sha256:00000000');
    await write('kernels.lock', altered);
    expect((await failure(manifestOf(COPY))).replaceAll(/[0-9a-f]{64}/g, 'DIGITS')).toMatch(
      /the wheel of kernel-lib 1\.0 has another SHA-256 than the lock file says: DIGITS instead of DIGITS/,
    );
    expect(await lock()).toBe(altered);
  });

  it('is not written in CI', async () => {
    expectGolden(await failure(manifestOf(COPY), { CI: 'true' }));
    await draft(manifestOf(COPY));
    expectGolden(await failure(manifestOf(COPY, 'kernel-lib: "1.1"'), { CI: '1' }));
  });

  it('that is damaged is an error with its line', async () => {
    await write('kernels.lock', '# head\n\nkernel-lib==1.0 --hash=sha256:12\n');
    expectGolden(await failure(manifestOf(COPY)));
    const line = `kernel-lib==1.0 --hash=sha256:${'0'.repeat(64)}\n`;
    await write('kernels.lock', line + line);
    expectGolden(await failure(manifestOf(COPY)));
  });
});

describe('wheels', () => {
  const wheels = async (): Promise<readonly string[]> =>
    (await readdir(join(folder, 'home/toolchains'))).filter((name) => name.startsWith('wheel-'));

  it('are found again without a network', async () => {
    await draft(manifestOf(COPY));
    await index[Symbol.asyncDispose]();
    const before = await wheels();
    await rm(join(folder, 'home/uv'), { recursive: true });
    await draft(manifestOf(COPY), { UV_OFFLINE: '1' });
    expect(await wheels()).toEqual(before);
    await rm(join(folder, 'home/toolchains'), { recursive: true });
    expectGolden(await failure(manifestOf(COPY)));
  });

  it('are the same for several processes at once', async () => {
    const plans = await Promise.all([1, 2, 3].map(() => draft(manifestOf(COPY))));
    expect(new Set(plans.map((plan) => JSON.stringify(modulesOf(plan)))).size).toBe(1);
    expect(await wheels()).toHaveLength(1);
  });

  describe('that were unpacked', () => {
    let modules: string;
    let marker: string;
    let before: Record<string, string>;
    const warnings: string[] = [];
    const log = {
      ...PYTHON_CONTEXT.log,
      warning: ({ message }: { readonly message: string }) => void warnings.push(message),
    };
    beforeEach(async () => {
      warnings.length = 0;
      before = modulesOf(await draft(manifestOf(COPY)));
      const [name = ''] = await wheels();
      modules = join(folder, 'home/toolchains', name, 'modules');
      marker = join(modules, '../toolchain.json');
    });
    const MODULE = 'kernel_lib/ops/utils.py';
    const INFO = 'kernel_lib-1.0.dist-info';
    /** Keeps size and time. */
    const change = async (file: string): Promise<void> => {
      const { atime, mtime } = await stat(file);
      const content = await readFile(file);
      const at = content.lastIndexOf('2');
      await writeFile(file, content.fill('3', at, at + 1));
      await utimes(file, atime, mtime);
    };

    it.each<[what: string, path: string, damage: (file: string) => unknown]>([
      ['one changed character', MODULE, change],
      ['a module that is cut off', MODULE, (file) => truncate(file, 40)],
      ['an empty module', MODULE, (file) => truncate(file, 0)],
      ['a missing module', MODULE, (file) => rm(file)],
      ['a folder for a module', MODULE, async (file) => (await rm(file), mkdir(file))],
      [
        'a pipe for a module',
        MODULE,
        (file) => execFileSync('sh', ['-c', `rm ${file}; mkfifo ${file}`]),
      ],
      [
        'a link for a module',
        MODULE,
        async (file) => (await rm(file), symlink('../settings.py', file)),
      ],
      [
        'one module more',
        'kernel_lib/ops/utils/__init__.py',
        (file) => write(relative(folder, file), ''),
      ],
      [
        'another METADATA',
        `${INFO}/METADATA`,
        (file) => writeFile(file, 'License-Expression: 0BSD\n'),
      ],
      ['another list of the wheel', `${INFO}/RECORD`, (file) => writeFile(file, '')],
      ['a damaged list', '../toolchain.json', (file) => truncate(file, 10)],
    ])('are unpacked again for %s, which is said once', async (_what, path, damage) => {
      const noted = await readFile(marker, 'utf8');
      await damage(join(modules, path));
      const plan = await draft(manifestOf(COPY), {}, log);
      expect(modulesOf(plan)).toEqual(before);
      expect(plan.packages).toMatchObject([{ license: 'MIT OR Apache-2.0' }]);
      expect(warnings).toEqual([
        expect.stringMatching(
          /^the unpacked files of kernel-lib 1\.0 are damaged and will be unpacked again: /,
        ),
      ]);
      expect(await readFile(marker, 'utf8')).toBe(noted);
      await draft(manifestOf(COPY), { UV_OFFLINE: '1' }, log);
      expect(warnings).toHaveLength(1);
    });

    it('share no file with the cache of uv, and are not taken from it', async () => {
      expect((await stat(join(modules, MODULE))).nlink).toBe(1);
      const cache = join(folder, 'home/uv/cache');
      for (const path of await readdir(cache, { recursive: true }))
        if (path.endsWith('utils.py')) await change(join(cache, path));
      await rm(join(modules, '..'), { recursive: true });
      expect(modulesOf(await draft(manifestOf(COPY), {}, log))).toEqual(before);
      expect(warnings).toEqual([]);
    });
  });

  it('are explained if the index does not have them', async () => {
    await index[Symbol.asyncDispose]();
    await serve({
      'kernel-lib': [wheelOf('kernel-lib', '1.0', MODULES)],
      'only-source': ['only_source-1.0.tar.gz'],
      'other-system': [windowsWheel()],
    });
    const packages = [
      'nothing: 1.0.0',
      'kernel-lib: "9.9"',
      'only-source: "1.0"',
      'other-system: "1.0"',
    ];
    const messages: string[] = [];
    for (const each of packages) messages.push(await failure(manifestOf(COPY, each)));
    expectGolden(messages.join('\n\n'));
  });
});

describe('without the index, an installed package', () => {
  const OFFLINE = { UV_OFFLINE: '1' };
  let python: string;
  let site: string;
  beforeEach(async () => {
    const { python: base } = await readerContext(undefined, undefined, PYTHON_CONTEXT);
    execFileSync(base, ['-m', 'venv', '--without-pip', join(folder, 'venv')]);
    python = join(folder, 'venv/bin/python');
    const [lib = ''] = await readdir(join(folder, 'venv/lib'));
    site = join(folder, 'venv/lib', lib, 'site-packages');
    await install(wheelOf('kernel-lib', '1.0', MODULES, LICENSE));
  });
  /** Unpacks a wheel as pip does. */
  const install = async ({ name, content }: Wheel): Promise<void> => {
    const file = join(folder, name);
    await writeFile(file, content);
    execFileSync(python, ['-m', 'zipfile', '-e', file, site]);
  };
  const planned = (env = {}, at: string | undefined = python): Promise<ReadPlan> =>
    draft(manifestOf(COPY), env, PYTHON_CONTEXT.log, at);
  const refused = (env = OFFLINE): Promise<string> =>
    failure(manifestOf(COPY), env, PYTHON_CONTEXT.log, python);
  const forget = (): Promise<void> => rm(join(folder, 'home/toolchains'), { recursive: true });
  const FILES = / # files sha256:[0-9a-f]{64}\n$/;

  it('has the same slices as the wheel, and its files are locked', async () => {
    const installed = await planned(OFFLINE);
    expect(installed.packages).toMatchObject([
      { name: 'kernel-lib', version: '1.0', license: 'MIT OR Apache-2.0', wheel: undefined },
    ]);
    const first = await lock();
    expect(first).toMatch(/^# .*\nkernel-lib==1\.0 # files sha256:[0-9a-f]{64}\n$/);
    expect((await planned(OFFLINE, undefined)).packages).toEqual(installed.packages);
    await forget();
    const inCi = await planned({ CI: '1' });
    expect({ modules: modulesOf(inCi), lock: await lock() }).toEqual({
      modules: modulesOf(installed),
      lock: first,
    });
    expect(inCi.packages).toMatchObject([{ wheel: undefined }]);
    await forget();
    const [fetched] = (await planned()).packages ?? [];
    expect(await lock()).toBe(first.replace(' #', ` --hash=sha256:${fetched?.wheel} #`));
  });

  it('must be the locked one, also in CI, and counts as its wheel', async () => {
    const fetched = await planned();
    const text = await lock();
    expect(text).toMatch(FILES);
    await forget();
    await index[Symbol.asyncDispose]();
    const installed = await planned({ CI: '1' });
    expect(modulesOf(installed)).toEqual(modulesOf(fetched));
    const [{ wheel, files } = { wheel: '', files: '' }] = fetched.packages ?? [];
    expect(installed.packages).toMatchObject([{ wheel, files }]);
    expect(await lock()).toBe(text);
    await forget();
    const settings = 'kernel_lib/settings.py';
    await install(wheelOf('kernel-lib', '1.0', { ...MODULES, [settings]: 'LIMIT = 4\n' }, LICENSE));
    expectGolden(await refused());
    await write('kernels.lock', text.replace(FILES, '\n'));
    expectGolden(await refused());
  });

  it('is not taken if the index answers that it has none', async () => {
    await index[Symbol.asyncDispose]();
    await serve({});
    expect(await refused({ UV_OFFLINE: '' })).toContain('the package index has no package');
  });

  it('must be as it was installed, and in this version', async () => {
    const module = join(site, 'kernel_lib/ops/utils.py');
    await writeFile(module, 'changed');
    const messages = [await refused()];
    await rm(module);
    messages.push(await refused());
    const info = join(site, 'kernel_lib-1.0.dist-info');
    const origin = { url: 'file:///src/kernel-lib', dir_info: { editable: true } };
    await writeFile(join(info, 'direct_url.json'), JSON.stringify(origin));
    messages.push(await refused());
    await rm(info, { recursive: true });
    messages.push(await refused());
    await install(wheelOf('kernel-lib', '1.1', MODULES));
    messages.push(await refused());
    expectGolden(messages.join('\n\n'));
  });
});

function windowsWheel(): Wheel {
  const wheel = wheelOf('other-system', '1.0', {});
  return { ...wheel, name: wheel.name.replace('none-any', 'none-win_amd64') };
}
