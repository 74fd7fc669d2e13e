import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cp, mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { prepare } from '../../../src/core/plan/prepare.ts';
import type { Variant } from '../../../src/core/plan/variants.ts';
import { silentLog } from '../../support/silent-log.ts';

const MANIFEST = `package: demo
version: 1.0.0
triton: 3.8.0
targets: [sm_80]
requirements: [numpy]
kernels:
  scale:
    source: nn/scale.py:scale_kernel
    arguments: { x: "*fp16:16", factor: fp32, n: [i32:16, i32] }
    configs: [{ BLOCK: 64 }, { BLOCK: 128, num_warps: 8 }]
    depends: [tables/*]
    grid: cdiv(n, BLOCK)
  copy:
    source: copy.py:copy_kernel
    signature: "*fp32, i32, 64"
    grid: 1
`;
const SCALE = `import importlib
import triton
import triton.language as tl
from . import constants
from .tools import helper
try:
    import fast
except ImportError:
    import slow

def late():
    from late_module import value
    return importlib.import_module("plugin")

@triton.jit
def scale_kernel(x, factor, n, BLOCK: tl.constexpr):
    pass
`;
const COPY = `import triton
import triton.language as tl

@triton.jit
def copy_kernel(x, n, BLOCK: tl.constexpr):
    pass
`;
const PROJECT: Readonly<Record<string, string>> = {
  'kernels.yaml': MANIFEST,
  'nn/__init__.py': '',
  'nn/scale.py': SCALE,
  'nn/constants.py': 'A = 1\n',
  'nn/tools/__init__.py': '',
  'nn/tools/helper.py': 'from deep import inner\nfrom ..near import *\n',
  'nn/near.py': 'B = 1\n',
  'deep/inner.py': 'import deep.innermost\n',
  'deep/innermost.py': 'C = 1\n',
  'fast.py': '',
  'slow.py': '',
  'late_module.py': 'value = 1\n',
  'plugin.py': '',
  'nn/unrelated.py': '# not imported\n',
  'tables/sine.txt': '0 1\n',
  'copy.py': COPY,
  'README.md': 'words\n',
};

interface Edit {
  /** Files as they are afterwards; undefined removes one. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly triton?: string;
  readonly targets?: readonly string[];
  readonly only?: readonly string[];
  readonly machine?: string;
  /** Another change to the project's folder. Returns its new path. */
  readonly act?: (folder: string) => Promise<string>;
}

let scratch = '';
let before: ReadonlySet<string> = new Set();

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'hash-'));
  before = new Set((await variantsAfter({})).map(({ hash }) => hash));
});
afterAll(() => rm(scratch, { recursive: true }));

/** The plan of the edited project in a new folder. */
async function variantsAfter(edit: Edit): Promise<readonly Variant[]> {
  let folder = await mkdtemp(join(scratch, 'project-'));
  for (const [path, text] of Object.entries({ ...PROJECT, ...edit.files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    if (text !== undefined) await writeFile(join(folder, path), text);
  }
  folder = (await edit.act?.(folder)) ?? folder;
  const { triton, targets, only } = edit;
  const { variants } = await prepare(
    { manifest: join(folder, 'kernels.yaml'), triton, targets, only },
    {
      env: { PATH: process.env['PATH'], TZ: 'UTC', ...edit.env },
      platform: { os: 'linux', arch: edit.machine ?? 'x64', glibc: '2.36', etc: '/etc' },
      log: silentLog,
      signal: new AbortController().signal,
      home: join(scratch, 'home'),
      scratch,
      freeBytes: () => Promise.resolve(0),
      now: () => 0,
    },
  );
  return variants;
}

/** The number of variants of each kernel with a new hash. */
async function missesAfter(edit: Edit): Promise<Readonly<Record<string, number>>> {
  const misses: Record<string, number> = {};
  for (const { hash, kernel } of await variantsAfter(edit)) {
    if (!before.has(hash)) misses[kernel.name] = (misses[kernel.name] ?? 0) + 1;
  }
  return misses;
}

const NONE = {};
const SCALE_ONLY = { scale: 4 };
const ALL = { scale: 4, copy: 1 };

function edited(path: string, from: string, to: string): Edit {
  const text = PROJECT[path] ?? '';
  if (!text.includes(from)) throw new Error(`nothing to edit in ${path}: ${from}`);
  return { files: { [path]: text.replaceAll(from, to) } };
}

const file = (path: string, text: string | undefined): Edit => ({ files: { [path]: text } });
const manifest = (from: string, to: string): Edit => edited('kernels.yaml', from, to);

describe('variants are compiled again', () => {
  it.each<[what: string, edit: Edit, misses: Readonly<Record<string, number>>]>([
    ['nothing was edited', {}, NONE],
    // Files.
    ['a file without imports of it changes', file('nn/unrelated.py', 'D = 2\n'), NONE],
    ['a file that is not Python changes', file('README.md', 'other\n'), NONE],
    ['a file without imports of it is added', file('nn/more.py', 'D = 2\n'), NONE],
    ['a comment in the kernel file changes', file('copy.py', `# a comment\n${COPY}`), { copy: 1 }],
    ['line endings become those of Windows', edited('copy.py', '\n', '\r\n'), { copy: 1 }],
    ['a module of its package changes', file('nn/constants.py', 'A = 2\n'), SCALE_ONLY],
    ['the package itself changes', file('nn/__init__.py', '# a comment\n'), SCALE_ONLY],
    ["a helper's package changes", file('nn/tools/__init__.py', 'E = 1\n'), SCALE_ONLY],
    ['a helper changes', edited('nn/tools/helper.py', '\n', '\n\n'), SCALE_ONLY],
    ["a helper's helper changes", file('deep/innermost.py', 'C = 2\n'), SCALE_ONLY],
    ["a parent package's module changes", file('nn/near.py', 'B = 2\n'), SCALE_ONLY],
    ['an import under try changes', file('fast.py', 'F = 1\n'), SCALE_ONLY],
    ['an import under except changes', file('slow.py', 'F = 1\n'), SCALE_ONLY],
    ['an import inside a function changes', file('late_module.py', 'value = 2\n'), SCALE_ONLY],
    ['an import by importlib changes', file('plugin.py', 'G = 1\n'), NONE],
    ['a file of `depends` changes', file('tables/sine.txt', '0 2\n'), SCALE_ONLY],
    ['a file of `depends` is added', file('tables/cosine.txt', '1 0\n'), SCALE_ONLY],
    [
      'a file of `depends` is renamed',
      { files: { 'tables/sine.txt': undefined, 'tables/sin.txt': '0 1\n' } },
      SCALE_ONLY,
    ],
    ['an import under try loses its file', file('fast.py', undefined), SCALE_ONLY],
    ['a folder becomes a package', file('deep/__init__.py', ''), SCALE_ONLY],
    [
      'the kernel file is renamed',
      {
        files: {
          'copy.py': undefined,
          'copies.py': COPY,
          'kernels.yaml': MANIFEST.replace('copy.py', 'copies.py'),
        },
      },
      { copy: 1 },
    ],
    [
      '`depends` names a file that is imported too',
      manifest('[tables/*]', '[tables/*, fast.py]'),
      NONE,
    ],
    // The manifest.
    ['a comment in the manifest changes', manifest('kernels:', 'kernels: # all'), NONE],
    ["the package's version changes", manifest('1.0.0', '1.0.1'), NONE],
    ['a kernel is renamed', manifest('  copy:', '  duplicate:'), NONE],
    [
      'the configs are written in another order',
      manifest(
        '{ BLOCK: 64 }, { BLOCK: 128, num_warps: 8 }',
        '{ BLOCK: 128, num_warps: 8 }, { BLOCK: 64 }',
      ),
      NONE,
    ],
    [
      'the arguments are written in another order',
      manifest(
        'x: "*fp16:16", factor: fp32, n: [i32:16, i32]',
        'n: [i32, i32:16], x: "*fp16:16", factor: fp32',
      ),
      NONE,
    ],
    ['one config gets more warps', manifest('num_warps: 8', 'num_warps: 4'), { scale: 2 }],
    ['a constant of one kernel changes', manifest('i32, 64', 'i32, 32'), { copy: 1 }],
    ['a requirement is added', manifest('[numpy]', '[numpy, scipy]'), ALL],
    // The request.
    ['a target is added', { targets: ['sm_80', 'sm_90'] }, ALL],
    ['only some kernels are built', { only: ['copy'] }, NONE],
    ['Triton has another version', { triton: '3.9.0' }, ALL],
    // The machine.
    ['the machine is different', { machine: 'arm64' }, ALL],
    ['a compiler variable is set', { env: { PTXAS_OPTIONS: '-O1' } }, ALL],
    ['an unrelated variable is set', { env: { MLIR_ENABLE_DUMP: '1', FOO: '1' } }, NONE],
    ['the time zone and the language change', { env: { TZ: 'Asia/Tokyo', LANG: 'de_DE' } }, NONE],
    [
      'the files are newer',
      {
        act: async (folder) => {
          for (const path of Object.keys(PROJECT)) await utimes(join(folder, path), 1, 1);
          return folder;
        },
      },
      NONE,
    ],
    [
      'the project is moved',
      {
        act: async (folder) => {
          const moved = join(scratch, 'some', 'where', 'else');
          await mkdir(dirname(moved), { recursive: true });
          await rename(folder, moved);
          return moved;
        },
      },
      NONE,
    ],
    [
      'the project is a subfolder of a larger one',
      {
        act: async (folder) => {
          const inside = join(folder, 'sub', 'project');
          await cp(folder, `${folder}-copy`, { recursive: true });
          await mkdir(dirname(inside));
          await rename(`${folder}-copy`, inside);
          return inside;
        },
      },
      NONE,
    ],
  ])('when %s', async (_what, edit, misses) => {
    expect(await missesAfter(edit)).toEqual(misses);
  });

  it('when a tool has other content, wherever it is', async () => {
    const tool = async (name: string, content: string): Promise<Edit> => {
      await writeFile(join(scratch, name), content);
      return { env: { TRITON_PTXAS_PATH: join(scratch, name) } };
    };
    const hashes = async (edit: Edit) => (await variantsAfter(edit)).map(({ hash }) => hash);
    const one = await hashes(await tool('ptxas', 'one'));
    expect(await hashes(await tool('copied-ptxas', 'one'))).toEqual(one);
    expect(await hashes(await tool('ptxas', 'other'))).not.toEqual(one);
  });
});
