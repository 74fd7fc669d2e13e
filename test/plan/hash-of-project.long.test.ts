import { withoutHints } from '../support/without-hints.ts';
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Memory } from '../../src/base/context.ts';
import { run } from '../../src/base/process.ts';
import { completePlan } from '../../src/plan/plan.ts';
import { readPlanOf } from '../support/read-plan.ts';
import type { Variant } from '../../src/plan/variants.ts';
import { noNetwork } from '../support/no-network.ts';
import { silentLog } from '../support/silent-log.ts';
import { type WarmPython, warmPython } from '../support/warm-python.ts';

const MANIFEST = `package: demo
version: 1.0.0
triton: 3.8.0
targets: [sm_80]
requirements: [numpy]
defaults: { specialise: listed }
kernels:
  scale:
    source: nn/scale.py:scale_kernel
    arguments: { x: "*fp16:16", factor: fp32, n: [i32:16, i32] }
    constants: { OTHER: 1 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128, num_warps: 8 }]
    globals: { IS_HIP: false }
    depends: [tables/*]
    grid: cdiv(n, BLOCK)
  copy:
    source: copy.py:copy_kernel
    signature: "*fp32, i32, 64"
    grid: 1
  old:
    source: old/copy.py:copy_kernel
    source_mode: import
    signature: "*fp32, i32, 64"
    grid: 1
`;
const SCALE = `"""Scales."""
import importlib
import torch
import triton
import triton.language as tl
from . import constants, units
from .tools import helper, renamed as other_name
from .near import *
try:
    from fast import quick
except ImportError:
    from slow import quick

IS_HIP = torch.version.hip is not None
LIMIT = tl.constexpr(1 << 4)
UNUSED = 5
TABLE = {"a": 1}
TABLE["b"] = 2
if LIMIT.value > 8:
    STEP = 1
else:
    STEP = 2

def launch(x):
    """The caller."""
    from late_module import value
    return importlib.import_module("plugin"), UNUSED, value

@triton.jit
def neighbour(x):
    return x + UNUSED

@triton.jit
def local_helper(x):
    # A helper.
    return x * STEP

@triton.autotune(configs=[triton.Config({"BLOCK": 32})], key=["n"])
@triton.jit(do_not_specialize=["factor"])
def scale_kernel(x, factor, n, BLOCK: tl.constexpr, OTHER: tl.constexpr):
    """Scales numbers."""
    offset = tl.program_id(0) * BLOCK  # of the block
    if not IS_HIP:
        offset += LIMIT
    value = local_helper(helper(offset, constants.A)) + other_name(TABLE["b"])
    tl.store(x + offset, quick(value) + from_star(value) + units.reexported(value))
`;
const COPY = `import triton
import triton.language as tl

@triton.jit
def copy_kernel(x, n, BLOCK: tl.constexpr):
    tl.store(x, n + BLOCK)
`;
const TOOLS = `import triton
from .inside import helper

@triton.jit
def renamed(x):
    return x

@triton.jit
def not_called(x):
    return x
`;
const INSIDE = `import torch
import triton
from deep import inner
from deep.inner import plus

@triton.jit
def helper(x, a):
    return plus(x) + a + inner.OFFSET
`;
const jitFile = (name: string, result: string, imports = ''): string =>
  `import triton\n${imports}\n@triton.jit\ndef ${name}(x):\n    return ${result}\n`;

const PROJECT: Readonly<Record<string, string>> = {
  'kernels.yaml': MANIFEST,
  'nn/__init__.py': 'import torch\n',
  'nn/scale.py': SCALE,
  'nn/constants.py': 'A = 1\nUNREAD = 2\n',
  'nn/tools/__init__.py': TOOLS,
  'nn/tools/inside.py': INSIDE,
  'nn/near.py': `${jitFile('from_star', 'x')}\n${jitFile('hidden', 'x')}`,
  'nn/units.py': 'from deep.exported import reexported\n',
  'nn/unrelated.py': '# not imported\n',
  'deep/inner.py': `import deep.unread\nOFFSET = 3\n${jitFile('plus', 'x + 1')}`,
  'deep/exported.py': jitFile('reexported', 'x + 2'),
  'deep/unread.py': 'C = 1\n',
  'fast.py': jitFile('quick', 'x'),
  'slow.py': jitFile('quick', 'x + 1'),
  'late_module.py': 'value = 1\n',
  'plugin.py': '',
  'tables/sine.txt': '0 1\n',
  'copy.py': COPY,
  'old/copy.py': `import old_helper\nimport importlib\n${COPY}`,
  'old/old_helper.py': 'import deep.unread\n',
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
let warm: WarmPython;
let before: ReadonlySet<string> = new Set();

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'hash-'));
  warm = await warmPython();
  before = new Set((await variantsAfter({})).map(({ hash }) => hash));
});
afterAll(() => Promise.all([warm.stop(), rm(scratch, { recursive: true })]));

/** The plan of the edited project in a new folder. */
async function variantsAfter(edit: Edit): Promise<readonly Variant[]> {
  let folder = await mkdtemp(join(scratch, 'project-'));
  for (const [path, text] of Object.entries({ ...PROJECT, ...edit.files })) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    if (text !== undefined) await writeFile(join(folder, path), text);
  }
  folder = (await edit.act?.(folder)) ?? folder;
  const { triton, targets, only } = edit;
  // Whoever changes the environment gets a Python that is started in it.
  const path = [...(edit.env ? [] : [warm.folder]), process.env['PATH']].join(':');
  const context = {
    env: { PATH: path, TZ: 'UTC', ...edit.env },
    platform: { os: 'linux' as const, arch: edit.machine ?? 'x64', glibc: '2.36', etc: '/etc' },
    log: silentLog,
    signal: new AbortController().signal,
    runTool: run,
    home: join(scratch, 'home'),
    scratch,
    memory: new Memory(),
    freeBytes: () => Promise.resolve(0),
    download: noNetwork,
    now: () => 0,
  };
  const manifest = join(folder, 'kernels.yaml');
  const draft = await readPlanOf({ manifest, triton, targets, only }, context);
  const { variants } = await completePlan(await withoutHints(draft), context);
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
const COPY_ONLY = { copy: 1 };
const OLD_ONLY = { old: 1 };
const ALL = { scale: 4, copy: 1, old: 1 };

function edited(path: string, from: string, to: string): Edit {
  const text = PROJECT[path] ?? '';
  if (!text.includes(from)) throw new Error(`nothing to edit in ${path}: ${from}`);
  return { files: { [path]: text.replaceAll(from, to) } };
}

const file = (path: string, text: string | undefined): Edit => ({ files: { [path]: text } });
const manifest = (from: string, to: string): Edit => edited('kernels.yaml', from, to);
const scale = (from: string, to: string): Edit => edited('nn/scale.py', from, to);

describe('variants are compiled again', () => {
  it.each<[what: string, edit: Edit, misses: Readonly<Record<string, number>>]>([
    ['nothing was edited', {}, NONE],
    // What the kernels do not reach.
    ['a file without imports of it changes', file('nn/unrelated.py', 'D = 2\n'), NONE],
    ['a file that is not Python changes', file('README.md', 'other\n'), NONE],
    ['a file without imports of it is added', file('nn/more.py', 'D = 2\n'), NONE],
    ['a comment above the kernel changes', file('copy.py', `# a comment\n${COPY}`), NONE],
    ['a comment inside a line of the kernel changes', scale('# of the block', '# other'), NONE],
    ['a comment inside a helper changes', scale('# A helper.', '# The helper.'), NONE],
    ['blank lines move the kernel', scale('UNUSED = 5\n', 'UNUSED = 5\n\n\n'), NONE],
    ['a blank line is added inside the kernel', scale('    value =', '\n    value ='), NONE],
    ['blanks are added at the end of a line', scale('+= LIMIT\n', '+= LIMIT  \n'), NONE],
    ['line endings become those of Windows', edited('copy.py', '\n', '\r\n'), NONE],
    ['the file gets a byte order mark', file('copy.py', `\uFEFF${COPY}`), NONE],
    ["the file's docstring changes", scale('"""Scales."""', '"""Other."""'), NONE],
    [
      'the code that launches the kernel changes',
      scale('return importlib', 'return 1, importlib'),
      NONE,
    ],
    ['another kernel of the file changes', scale('x + UNUSED', 'x - UNUSED'), NONE],
    ['a constant that it does not read changes', scale('UNUSED = 5', 'UNUSED = 6'), NONE],
    [
      'a constant of another file that it does not read changes',
      edited('nn/constants.py', 'UNREAD = 2', 'UNREAD = 3'),
      NONE,
    ],
    [
      'an import that it does not need is added',
      scale('import torch\n', 'import torch\nimport numpy\n'),
      NONE,
    ],
    ['an import that it does not need is removed', scale('import importlib\n', ''), NONE],
    ['a function is added', file('copy.py', `${COPY}\ndef launch(): pass\n`), NONE],
    ["its package's __init__.py changes", file('nn/__init__.py', 'import torch, os\n'), NONE],
    ['a folder becomes a package', file('nn/deep/__init__.py', ''), NONE],
    [
      "a helper's neighbour changes",
      edited(
        'nn/tools/__init__.py',
        'def not_called(x):\n    return x',
        'def not_called(x):\n    return 1',
      ),
      NONE,
    ],
    [
      'the rest of a star import changes',
      edited('nn/near.py', 'def hidden(x):\n    return x', 'def hidden(x):\n    return 1'),
      NONE,
    ],
    [
      'an import inside a function that it does not call changes',
      file('late_module.py', 'value = 2\n'),
      NONE,
    ],
    ['an import by importlib changes', file('plugin.py', 'G = 1\n'), NONE],
    ['a value that the manifest gives is set otherwise', scale('is not None', 'is None'), NONE],
    [
      'the configs of @triton.autotune change, and the manifest has its own',
      scale('{"BLOCK": 32}', '{"BLOCK": 16}'),
      NONE,
    ],
    ['the fallback of an import changes', file('slow.py', jitFile('quick', 'x + 9')), NONE],
    // What they reach.
    ['a statement of the kernel changes', edited('copy.py', 'n + BLOCK', 'n - BLOCK'), COPY_ONLY],
    ["the kernel's docstring changes", scale('"""Scales numbers."""', '"""Other."""'), SCALE_ONLY],
    ['blanks inside a statement change', edited('copy.py', 'n + BLOCK', 'n  +  BLOCK'), COPY_ONLY],
    [
      'the kernel is indented otherwise',
      scale('        offset += LIMIT', '            offset += LIMIT'),
      SCALE_ONLY,
    ],
    [
      'a statement moves out of an `if`',
      scale('        offset += LIMIT', '        pass\n    offset += LIMIT'),
      SCALE_ONLY,
    ],
    [
      'a parameter gets a default',
      edited('copy.py', 'BLOCK: tl.constexpr', 'BLOCK: tl.constexpr = 8'),
      COPY_ONLY,
    ],
    ['an option of @triton.jit changes', scale('["factor"]', '["n"]'), SCALE_ONLY],
    [
      '@triton.jit gets an option',
      edited('copy.py', '@triton.jit', '@triton.jit(noinline=True)'),
      COPY_ONLY,
    ],
    [
      'a decorator that gives the same constant is added',
      edited(
        'copy.py',
        '@triton.jit',
        '@triton.heuristics({"BLOCK": lambda args: 64})\n@triton.jit',
      ),
      NONE,
    ],
    ['a helper of the same file changes', scale('x * STEP', 'x + STEP'), SCALE_ONLY],
    [
      'a helper becomes a copy that is not inlined',
      scale('@triton.jit\ndef local_helper', '@triton.jit(noinline=True)\ndef local_helper'),
      SCALE_ONLY,
    ],
    ['a constant changes', scale('1 << 4', '1 << 5'), SCALE_ONLY],
    ['a constant of another file changes', edited('nn/constants.py', 'A = 1', 'A = 2'), SCALE_ONLY],
    ['a constant gets a second value', scale('UNUSED = 5', 'LIMIT = tl.constexpr(3)'), SCALE_ONLY],
    ['an item of a dictionary changes', scale('TABLE["b"] = 2', 'TABLE["b"] = 3'), SCALE_ONLY],
    [
      'an item of a dictionary is set later',
      scale('\ndef launch', '\nTABLE["b"] = 7\n\ndef launch'),
      SCALE_ONLY,
    ],
    [
      'a method changes a dictionary later',
      scale('\ndef launch', '\nTABLE.update(b=7)\n\ndef launch'),
      SCALE_ONLY,
    ],
    [
      'a function changes a dictionary',
      scale('    STEP = 2', '    STEP = 2\nsetdefaults(TABLE)'),
      SCALE_ONLY,
    ],
    [
      'a call for its result changes a dictionary',
      scale('    STEP = 2', '    STEP = 2\nlast = TABLE.pop("a")'),
      SCALE_ONLY,
    ],
    [
      'an item of a dictionary is deleted',
      scale('    STEP = 2', '    STEP = 2\ndel TABLE["a"]'),
      SCALE_ONLY,
    ],
    [
      'a function sets a constant',
      scale('UNUSED = 5', 'def init():\n    global STEP\n    STEP = 9\ninit()'),
      SCALE_ONLY,
    ],
    ['a constant is printed', scale('    STEP = 2', '    STEP = 2\nprint(STEP)'), NONE],
    ['a condition changes', scale('LIMIT.value > 8', 'LIMIT.value > 80'), SCALE_ONLY],
    ['the value under a condition changes', scale('STEP = 1', 'STEP = 3'), SCALE_ONLY],
    ['the value under the other condition changes', scale('STEP = 2', 'STEP = 3'), SCALE_ONLY],
    [
      'a helper of another file changes',
      edited('nn/tools/inside.py', '+ a +', '- a +'),
      SCALE_ONLY,
    ],
    ["a helper's helper changes", edited('deep/inner.py', 'x + 1', 'x + 9'), SCALE_ONLY],
    [
      "a helper's constant changes",
      edited('deep/inner.py', 'OFFSET = 3', 'OFFSET = 4'),
      SCALE_ONLY,
    ],
    [
      'a helper comes from another file',
      edited('nn/tools/__init__.py', 'from .inside import helper\n', jitFile('helper', 'x')),
      SCALE_ONLY,
    ],
    [
      'a renamed helper changes',
      edited(
        'nn/tools/__init__.py',
        'def renamed(x):\n    return x',
        'def renamed(x):\n    return 1',
      ),
      SCALE_ONLY,
    ],
    [
      'the name stands for another helper',
      scale('renamed as other_name', 'not_called as other_name'),
      SCALE_ONLY,
    ],
    [
      'a star import gives another helper',
      edited('nn/near.py', 'def from_star(x):\n    return x', 'def from_star(x):\n    return 1'),
      SCALE_ONLY,
    ],
    [
      'the file defines a name that a star import gave',
      scale('UNUSED = 5', 'from_star = abs'),
      SCALE_ONLY,
    ],
    [
      'a star import is appended to an __init__.py, and brings another helper',
      {
        files: {
          'nn/tools/__init__.py': `${PROJECT['nn/tools/__init__.py']}\nfrom .more import *\n`,
          'nn/tools/more.py': jitFile('renamed', 'x + 7'),
        },
      },
      SCALE_ONLY,
    ],
    [
      'a star import is appended to an __init__.py, and brings nothing that it reads',
      {
        files: {
          'nn/tools/__init__.py': `${PROJECT['nn/tools/__init__.py']}\nfrom .more import *\n`,
          'nn/tools/more.py': jitFile('other', 'x + 7'),
        },
      },
      NONE,
    ],
    ['a re-exported helper changes', edited('deep/exported.py', 'x + 2', 'x + 3'), SCALE_ONLY],
    [
      'a helper is re-exported from another file',
      file('nn/units.py', 'from deep.inner import plus as reexported\n'),
      SCALE_ONLY,
    ],
    ['an import under try changes', file('fast.py', jitFile('quick', 'x + 3')), SCALE_ONLY],
    ['an import under try loses its name', file('fast.py', ''), SCALE_ONLY],
    [
      'a file shadows a helper',
      file('nn/deep/inner.py', `OFFSET = 9\n${jitFile('plus', 'x')}`),
      NONE,
    ],
    ['the manifest gives a value otherwise', manifest('IS_HIP: false', 'IS_HIP: true'), SCALE_ONLY],
    ['a file of `depends` changes', file('tables/sine.txt', '0 2\n'), SCALE_ONLY],
    ['a file of `depends` is added', file('tables/cosine.txt', '1 0\n'), SCALE_ONLY],
    [
      'a file of `depends` is renamed',
      { files: { 'tables/sine.txt': undefined, 'tables/sin.txt': '0 1\n' } },
      SCALE_ONLY,
    ],
    [
      'the kernel file is renamed',
      {
        files: {
          'copy.py': undefined,
          'copies.py': COPY,
          'kernels.yaml': MANIFEST.replace(' copy.py', ' copies.py'),
        },
      },
      COPY_ONLY,
    ],
    [
      '`depends` names a file that it is made from too',
      manifest('[tables/*]', '[tables/*, fast.py]'),
      NONE,
    ],
    // A kernel whose file is imported.
    [
      'a comment in an imported kernel file changes',
      edited('old/copy.py', '\n@triton', '\n# a comment\n@triton'),
      OLD_ONLY,
    ],
    ['a module that it imports changes', edited('old/old_helper.py', '\n', '\n\n'), OLD_ONLY],
    ["a module's module changes", file('deep/unread.py', 'C = 2\n'), OLD_ONLY],
    ['its folder becomes a package', file('old/__init__.py', ''), OLD_ONLY],
    ['a folder it imports from becomes a package', file('deep/__init__.py', ''), OLD_ONLY],
    ['the mode changes', manifest('    source_mode: import\n', ''), OLD_ONLY],
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
    [
      'a constant of one kernel changes',
      manifest(
        'copy_kernel\n    signature: "*fp32, i32, 64',
        'copy_kernel\n    signature: "*fp32, i32, 32',
      ),
      COPY_ONLY,
    ],
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

  it('but not planned when an import under try may or may not succeed', async () => {
    await expect(variantsAfter(file('fast.py', undefined))).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('whether `fast` can be imported'),
    });
  });

  it('but not planned before problems are reported, although Triton would have to be installed', async () => {
    const wrong = MANIFEST.replace('grid: cdiv(n, BLOCK)', 'grid: cdiv(m, BLOCK)');
    const edit = { files: { 'kernels.yaml': wrong }, triton: '3.8.99' };
    await expect(variantsAfter(edit)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('`m`'),
    });
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
