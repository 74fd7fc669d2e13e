import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../src/base/errors.ts';
import { sha256 } from '../../src/base/text.ts';
import type {
  InspectedSource,
  ReadSource,
  SourceRequest,
} from '../../src/toolchain/wire/reading.ts';
import { inspectSources } from '../../src/plan/inspect-python.ts';
import { type ReaderContext, runReader } from '../../src/toolchain/reader.ts';
import { expectGolden } from '../support/golden.ts';
import { type WarmPython, warmPython } from '../support/warm-python.ts';

const BRIDGE = fileURLToPath(new URL('../../python/bridge', import.meta.url));

let warm: WarmPython;
let folder: string;

beforeAll(async () => {
  warm = await warmPython();
});

afterAll(() => warm.stop());

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function context(changes: Partial<ReaderContext> = {}): ReaderContext {
  const signal = new AbortController().signal;
  return { python: 'python3', bridge: BRIDGE, env: process.env, signal, ...changes };
}

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

type Request = Partial<SourceRequest>;

function request(file: string, changes: Request = {}): SourceRequest {
  return {
    file,
    function: 'f',
    mode: 'slice',
    globals: {},
    installed: [],
    configs: false,
    ...changes,
  };
}

async function inspect(file: string, changes: Request = {}): Promise<InspectedSource> {
  const [source] = await inspectSources(
    folder,
    [request(file, changes)],
    context({ python: warm.python }),
  );
  if (source === undefined) throw new Error('no answer');
  return source;
}

async function read(file: string, changes: Request = {}): Promise<ReadSource> {
  const source = await inspect(file, changes);
  if ('error' in source) throw new Error(source.error.message);
  return source;
}

/** The code of a file that is imported. */
async function imported(file: string) {
  const { code } = await read(file, { mode: 'reference' });
  if (code.kind !== 'import') throw new Error('a slice');
  return code;
}

async function closureOf(file: string): Promise<string[]> {
  return (await imported(file)).closure.map(({ path }) => path);
}

/** Writes k.py with these lines after the usual imports, which take two. */
async function writeKernel(...lines: readonly string[]): Promise<void> {
  await write({ 'k.py': ['import triton', 'import triton.language as tl', ...lines].join('\n') });
}

/** The function `f` of a file with these lines after the usual imports. */
async function functionIn(...lines: readonly string[]) {
  await writeKernel(...lines);
  return (await read('k.py')).function;
}

/** The taken lines of each module of the slice of `f` in k.py. */
async function sliceOf(changes: Request = {}): Promise<Readonly<Record<string, string[]>>> {
  const { code } = await read('k.py', changes);
  if (code.kind !== 'slice') throw new Error('not a slice');
  return Object.fromEntries(
    code.modules.map(({ path, text }) => [path, text.split('\n').filter((line) => line !== '')]),
  );
}

describe('the closure of a file that is imported', () => {
  it('contains the file with the hash of its bytes', async () => {
    await write({ 'k.py': 'x = 1\n' });
    expect(await imported('k.py')).toEqual({
      kind: 'import',
      root: folder,
      file: join(folder, 'k.py'),
      module: 'k',
      closure: [{ path: 'k.py', sha256: createHash('sha256').update('x = 1\n').digest('hex') }],
    });
  });

  it('follows imports anywhere in a file, also in cycles', async () => {
    await write({
      'k.py':
        'def g():\n    import a\ntry:\n    from b import name\nexcept ImportError:\n    import c\n',
      'a.py': 'import k',
      'b.py': '',
      'c.py': 'import not_used_by_k',
      'unused.py': '',
    });
    expect(await closureOf('k.py')).toEqual(['a.py', 'b.py', 'c.py', 'k.py']);
  });

  it('follows packages, relative imports and their __init__.py files', async () => {
    await write({
      'pkg/__init__.py': 'from . import version',
      'pkg/version.py': '',
      'pkg/sub/__init__.py': '',
      'pkg/sub/k.py': 'from ..lib import tools\nfrom .near import g\nfrom pkg import other',
      'pkg/sub/near.py': '',
      'pkg/lib/tools.py': '',
      'pkg/other.py': '',
    });
    const source = await imported('pkg/sub/k.py');
    expect(source).toMatchObject({ root: folder, module: 'pkg.sub.k' });
    expect(source.closure.map(({ path }) => path)).toEqual([
      'pkg/__init__.py',
      'pkg/lib/tools.py',
      'pkg/other.py',
      'pkg/sub/__init__.py',
      'pkg/sub/k.py',
      'pkg/sub/near.py',
      'pkg/version.py',
    ]);
  });

  it('finds modules beside the file first, then in the manifest’s folder', async () => {
    await write({
      'kernels/k.py': 'import common\nimport shared.tools',
      'kernels/common.py': '',
      'common.py': '',
      'shared/tools.py': '',
    });
    const source = await imported('kernels/k.py');
    expect(source).toMatchObject({ root: join(folder, 'kernels'), module: 'k' });
    expect(source.closure.map(({ path }) => path)).toEqual([
      'kernels/common.py',
      'kernels/k.py',
      'shared/tools.py',
    ]);
  });

  it('follows relative imports through packages without an __init__.py', async () => {
    await write({
      'k.py': 'import lib.sub.helper',
      'lib/sub/helper.py': 'from ..other import z\nfrom . import near',
      'lib/sub/near.py': '',
      'lib/other.py': '',
      'other.py': '',
    });
    expect(await closureOf('k.py')).toEqual([
      'k.py',
      'lib/other.py',
      'lib/sub/helper.py',
      'lib/sub/near.py',
    ]);
  });

  it('follows `import *` to the modules in __all__', async () => {
    await write({
      'k.py': 'from all import *\nfrom plain import *',
      'all/__init__.py': '__all__ = ["part", "more"]',
      'all/part.py': '',
      'all/more/__init__.py': '',
      'plain/__init__.py': '',
      'plain/part.py': '',
    });
    expect(await closureOf('k.py')).toEqual([
      'all/__init__.py',
      'all/more/__init__.py',
      'all/part.py',
      'k.py',
      'plain/__init__.py',
    ]);
  });

  it('treats a symbolic link as a file in its own folder, as Python does', async () => {
    await write({
      'k.py': 'import pkg.linked',
      'pkg/__init__.py': '',
      'pkg/near.py': '',
      'real/linked.py': 'from . import near',
      'real/near.py': '',
    });
    await symlink('../real/linked.py', join(folder, 'pkg/linked.py'));
    expect(await closureOf('k.py')).toEqual([
      'k.py',
      'pkg/__init__.py',
      'pkg/linked.py',
      'pkg/near.py',
    ]);
  });

  it('is that of a kernel with `source_mode: import` too', async () => {
    await write({ 'k.py': 'import triton, a\n@triton.jit\ndef f(x): pass', 'a.py': '' });
    const { function: fn, code } = await read('k.py', { mode: 'import' });
    expect(fn).toMatchObject({ line: 3, jit: true, parameters: [{ name: 'x' }] });
    expect(code).toMatchObject({ kind: 'import', closure: [{ path: 'a.py' }, { path: 'k.py' }] });
  });
});

/** Reads `f` of k.py. Returns the files that are opened and parsed, each as often as it is. */
async function filesRead(mode: SourceRequest['mode']) {
  const bridge = await mkdtemp(join(tmpdir(), 'counting-'));
  try {
    await writeFile(join(bridge, 'inspect_sources.py'), COUNTING);
    const requests = [request('k.py', { mode })];
    const [source] = await inspectSources(folder, requests, context({ bridge }));
    if (source === undefined || 'error' in source) throw new Error(JSON.stringify(source));
    const { opened, parsed } = JSON.parse(await readFile(join(bridge, 'events.json'), 'utf8'));
    const named = (paths: readonly string[]): string[] =>
      paths
        .filter((path) => path.startsWith(`${folder}/`))
        .map((path) => path.slice(folder.length + 1))
        .toSorted();
    return { opened: named(opened), parsed: named(parsed) };
  } finally {
    await rm(bridge, { recursive: true });
  }
}

/** The script, with an account of the files that it opens, and of those that it parses as a whole. */
const COUNTING = `
import json, os, runpy, sys
opened, parsed, texts, counting = [], [], {}, True
def count(event, args):
    global counting
    if counting and event == "open" and str(args[0]).endswith(".py"):
        counting = False
        opened.append(str(args[0]))
        with open(args[0], "rb") as file:
            texts[file.read()] = str(args[0])
        counting = True
    if event == "compile" and args[0] in texts:
        parsed.append(texts[args[0]])
sys.addaudithook(count)
runpy.run_path(${JSON.stringify(join(BRIDGE, 'inspect_sources.py'))}, run_name="__main__")
counting = False
with open(os.path.join(os.path.dirname(__file__), "events.json"), "w") as file:
    json.dump({"opened": opened, "parsed": parsed}, file)
`;

describe('in a large repository', () => {
  const modules = Array.from({ length: 30 }, (_, index) => `m${index}`);

  /** A package that has all names of its modules. They import each other. */
  async function writePackage(): Promise<void> {
    const texts = modules.map(
      (name, index) =>
        `import torch, triton\nfrom big import m${(index + 1) % 30}\n` +
        `@triton.jit\ndef scale_${name}(x):\n    return x * sum(range(${index}))\n`,
    );
    await write({
      ...Object.fromEntries(modules.map((name, index) => [`big/${name}.py`, texts[index] ?? ''])),
      'big/__init__.py': modules.map((name) => `from .${name} import *\n`).join(''),
    });
  }

  it('a slice reads only the files that its names lead to', async () => {
    await writePackage();
    await writeKernel(
      'from big.m3 import scale_m3',
      'from big.m4 import scale_m4',
      'import big.m5',
      '@triton.jit',
      'def f(x): tl.store(x, scale_m3(1))',
      'def launch(x): f[(1,)](x, scale_m4, big.m5)',
    );
    const { parsed } = await filesRead('slice');
    // What `from big import m4` in m3.py names depends on the package.
    expect(parsed).toEqual(['big/__init__.py', 'big/m3.py', 'k.py']);
  });

  it('a slice parses only the modules of `import *` that may have its names', async () => {
    await writePackage();
    await writeKernel(
      'from big import *',
      '@triton.jit',
      'def f(x):',
      '    for i in range(2): tl.store(x, scale_m3(sum(x)))',
    );
    const { opened, parsed } = await filesRead('slice');
    expect(parsed).toEqual(['big/__init__.py', 'big/m3.py', 'k.py']);
    // Once to see which names they may have, once to parse it.
    const all = [...modules.map((name) => `big/${name}.py`), 'big/__init__.py', 'k.py'];
    expect(opened).toEqual([...all, 'big/__init__.py', 'big/m3.py', 'k.py'].toSorted());
  });

  it('the closure of a file opens each file once, and parses none as a whole', async () => {
    await writePackage();
    await write({ 'k.py': 'import big\n\ndef f(x):\n    return x\n' });
    const { opened, parsed } = await filesRead('reference');
    const all = [...modules.map((name) => `big/${name}.py`), 'big/__init__.py', 'k.py'];
    expect(opened.filter((path) => path !== 'k.py')).toEqual(
      all.filter((path) => path !== 'k.py').toSorted(),
    );
    expect(parsed.filter((path) => path !== 'k.py' && path !== 'big/__init__.py')).toEqual([]);
  });

  it.each([
    ['in parentheses', 'from a import (b, # (one)\n  c)', ['a/b.py', 'a/c.py']],
    ['over lines', 'from \\\n a \\\n import b,\\\n c', ['a/b.py', 'a/c.py']],
    ['after others', 'x = 1; import a.b\nif x: import a.c', ['a/b.py', 'a/c.py']],
    ['with other ends of lines', 'x = 1\rimport a.b\r\nimport a.c', ['a/b.py', 'a/c.py']],
    ['after a mark of the encoding', '\ufeffimport a.b', ['a/b.py']],
    ['after quotes in comments', "# it's\nimport a.b\n# '''\nimport a.c", ['a/b.py', 'a/c.py']],
    ['after quotes in quotes', "x = \"'''\"\nimport a.b", ['a/b.py']],
    ['in another encoding', '# coding: latin-1\nimport a.b', ['a/b.py']],
  ])('imports are found %s', async (_how, text, found) => {
    await write({ 'k.py': text, 'a/b.py': '', 'a/c.py': '' });
    expect(await closureOf('k.py')).toEqual([...found, 'k.py']);
  });

  it.each([
    ['a text', '"""\nimport a.b\nfrom a import c\n"""'],
    ['a text over lines', "x = 'a \\\nimport a.b'"],
    ['a comment', '#: import a.b\n# x;import a.c'],
    ['a text with values', 'x = f"""\nimport a.b\n{__name__}"""'],
  ])('%s imports nothing', async (_what, text) => {
    await write({ 'k.py': text, 'a/b.py': '', 'a/c.py': '' });
    expect(await closureOf('k.py')).toEqual(['k.py']);
  });

  it.each([
    ['a value', 'A = 3'],
    ['a block', 'if True:\n  A = 3'],
    ['one of several values', '(B, [A]) = 1, [3]'],
    ['a loop', 'for A in (3,): pass'],
    ['a value in another', 'B = (A := 3)'],
    ['a value after a function', 'def g(\n  x,\n):\n# one\n\n  pass\n# two\nA = 3'],
    ['a value in other letters', '\u{1d400} = 3'],
    ['a value in another encoding', '# coding: latin-1\nA = 3'],
    ['another `import *`', 'from other import *'],
  ])('a name is found that `import *` binds by %s', async (_how, text) => {
    await write({ 'lib.py': text, 'empty.py': 'def h():\n  A = 1\n', 'other.py': 'A = 3' });
    await writeKernel(
      'from empty import *',
      'from lib import *',
      '@triton.jit',
      'def f(x): tl.store(x, A)',
    );
    expect(Object.keys(await sliceOf())).toContain('lib.py');
  });
});

/** A kernel `f` inside a block. */
const JIT = ['  @triton.jit', '  def f(): pass'];

describe('a kernel function', () => {
  it('is described with its parameters, defaults and lines', async () => {
    const found = await functionIn(
      '@triton.jit',
      'def f(x, n,',
      '      A: tl.constexpr, B: "tl.constexpr" = 4, *, C: triton.language.constexpr = tl.float16,',
      '      D=-1.5, E=len):',
      '    pass',
    );
    expect(found).toEqual({
      line: 4,
      jit: true,
      autotune: null,
      autotuneKey: [],
      heuristics: [],
      hooks: [],
      parameters: [
        { name: 'x', constexpr: false, hasDefault: false, line: 4 },
        { name: 'n', constexpr: false, hasDefault: false, line: 4 },
        { name: 'A', constexpr: true, hasDefault: false, line: 5 },
        {
          name: 'B',
          constexpr: true,
          hasDefault: true,
          default: { kind: 'int', value: 4n },
          line: 5,
        },
        {
          name: 'C',
          constexpr: true,
          hasDefault: true,
          default: { kind: 'dtype', value: 'float16' },
          line: 5,
        },
        {
          name: 'D',
          constexpr: false,
          hasDefault: true,
          default: { kind: 'float', value: -1.5 },
          line: 6,
        },
        { name: 'E', constexpr: false, hasDefault: true, line: 6 },
      ],
    });
  });

  it('has the configs of @triton.autotune if they are literal', async () => {
    const found = await functionIn(
      'SIZE = tl.constexpr(64)',
      '@triton.autotune([triton.Config({"A": SIZE, "B": True}),',
      '                  triton.Config({"T": tl.bfloat16}, num_warps=8, maxnreg=64, num_stages=2)], key=["n"])',
      '@triton.heuristics({"E": lambda args: True})',
      '@triton.jit',
      'def f(n): pass',
    );
    expect(found?.autotune).toEqual({
      static: [
        {
          constants: { A: { kind: 'int', value: 64n }, B: { kind: 'bool', value: true } },
          options: { num_warps: 4, num_stages: 3, num_ctas: 1 },
        },
        {
          constants: { T: { kind: 'dtype', value: 'bfloat16' } },
          options: { num_warps: 8, num_stages: 2, num_ctas: 1, maxnreg: 64 },
        },
      ],
    });
  });

  it.each([
    ['by name', 'configs=CONFIGS, key=["M", "N"]', ['M', 'N']],
    ['by position', 'CONFIGS, ("M",)', ['M']],
    ['as a constant', 'CONFIGS, key=KEY', ['K']],
    ['computed', 'CONFIGS, key=list(KEY)', []],
    ['not names', 'CONFIGS, key=[1]', []],
    ['not at all', 'CONFIGS', []],
  ])('has the key of @triton.autotune, given %s', async (_how, given, key) => {
    const found = await functionIn(
      'KEY = ["K"]',
      `@triton.autotune(${given})`,
      '@triton.jit',
      'def f(M, N, K): pass',
    );
    expect(found?.autotuneKey).toEqual(key);
  });

  it.each([
    ['made by code', '[triton.Config({"A": a}) for a in (1, 2)]'],
    ['named elsewhere', 'CONFIGS'],
    ['computed', '[triton.Config({"A": 2 * WARPS}, num_warps=4)]'],
    ['in a list that is changed', 'CHANGED'],
    ['in a list that is changed through another name', 'ALL'],
    ['in another name of a list that is changed', 'OTHER'],
    ['in a list of which a part is set', 'SET'],
    ['with what a function gives', '[triton.Config({"A": CALLED})]'],
    ['with what a function sets', '[triton.Config({"A": GLOBAL})]'],
    ['with what another file sets', '[triton.Config({"A": ELSEWHERE})]'],
  ])('has dynamic configs if they are %s', async (_how, configs) => {
    await write({ 'other.py': 'import k\nk.ELSEWHERE = 8\n' });
    const found = await functionIn(
      'GLOBAL = ELSEWHERE = 4',
      'import other',
      'def init():',
      '  global GLOBAL',
      '  GLOBAL = 8',
      'init()',
      'CHANGED = [triton.Config({"A": 1})]',
      'CHANGED.append(triton.Config({"A": 2}))',
      'OTHER = CHANGED',
      'ALL = [triton.Config({"A": 1})]',
      'RENAMED = ALL',
      'RENAMED.append(triton.Config({"A": 2}))',
      'CALLED = abs(-4)',
      'SET = [triton.Config({"A": 1})]',
      'SET[0] = triton.Config({"A": 2})',
      `@triton.autotune(configs=${configs}, key=[])`,
      '@triton.jit',
      'def f(): pass',
    );
    expect(found?.autotune).toBe('dynamic');
  });

  it('has the values of @triton.heuristics, in the grid language if they have a form in it', async () => {
    const found = await functionIn(
      '@triton.heuristics({"E": lambda args: args["n"] % 16 == 0,',
      '                    "G": lambda args: other(args)})',
      '@triton.jit',
      'def f(n, E: tl.constexpr, G: tl.constexpr): pass',
    );
    expect(found?.heuristics).toMatchObject([
      { parameter: 'E', line: 3, expression: expect.stringContaining('n % 16') },
      { parameter: 'G', line: 4, untranslated: expect.stringContaining('other(args)') },
    ]);
  });

  it('is found through an alias, inside if and try, and where it is imported from', async () => {
    const lines = ['try:', '  if True:', '    @triton.jit', '    def g(n): pass', 'finally: pass'];
    expect(await functionIn(...lines, 'f = g')).toMatchObject({ line: 6, jit: true });
    expect(await functionIn('def g(n): pass', 'f = triton.jit(g)')).toMatchObject({ line: 3 });
    await write({ 'elsewhere.py': 'import triton\n@triton.jit\ndef f(n): pass' });
    expect(await functionIn('from elsewhere import f')).toMatchObject({ line: 3, jit: true });
    expect(await functionIn('from elsewhere import *')).toMatchObject({ line: 3, jit: true });
  });

  it.each([
    ['comes from a factory', ['def make():', '  return g', 'f = make()']],
    ['is defined twice', ['X = 1', 'if X:', ...JIT, 'else:', ...JIT]],
    ['is an alias of itself', ['f = f']],
  ])('is left to Triton if it %s', async (_how, lines) => {
    expect(await functionIn(...lines)).toBeNull();
  });

  it.each([
    ['has no decorator', ['def f(n): pass'], { line: 3 }],
    [
      'has a decorator of another package',
      ['from numba import jit', '@jit', 'def f(n): pass'],
      { line: 5 },
    ],
    ['is a class', ['class f: pass'], { line: 3 }],
    ['does not exist', ['@triton.jit', 'def ff(n): pass'], { line: null }],
    ['is in a class', ['class Ops:', ...JIT], { line: 5 }],
    ['is made by a function', ['def make():', ...JIT, '  return f'], { line: 5 }],
  ])('is refused if it %s', async (_how, lines, error) => {
    await writeKernel(...lines);
    const source = await inspect('k.py');
    expect(source).toMatchObject({ error: { kind: 'function', file: 'k.py', ...error } });
    if ('error' in source) expectGolden(`${source.error.message}\n${source.error.hint}`);
  });
});

describe('a slice', () => {
  it('has what the kernel needs and nothing else, every line where it is in its file', async () => {
    await write({
      'pkg/__init__.py': 'import torch',
      'pkg/lib.py':
        'import triton, os\nSCALE = 2\nOTHER = 3\n@triton.jit\ndef helper(x): return x * SCALE\n',
    });
    await writeKernel(
      'import torch',
      'from pkg.lib import helper, OTHER',
      'torch.manual_seed(1)',
      'LIMIT = tl.constexpr(8)',
      '@triton.jit',
      'def f(x): tl.store(x, helper(LIMIT))',
      '@triton.jit',
      'def g(x): tl.store(x, OTHER)',
    );
    expect(await sliceOf()).toEqual({
      'k.py': [
        'import triton',
        'import triton.language as tl',
        "helper = _aot_from('pkg/lib.py', 'helper')",
        'LIMIT = tl.constexpr(8)',
        '@triton.jit',
        'def f(x): tl.store(x, helper(LIMIT))',
      ],
      'pkg/lib.py': [
        'import triton',
        'SCALE = 2',
        '@triton.jit',
        'def helper(x): return x * SCALE',
      ],
    });
    const { code } = await read('k.py');
    const text = code.kind === 'slice' ? code.modules[0]?.text : '';
    expect(text?.split('\n').indexOf('@triton.jit')).toBe(6);
  });

  it.each([
    ['a method', 'S.append(2)'],
    ['another name of it', 'other = S', 'other.append(2)'],
    ['a method called for its result', 'last = S.pop()'],
    ['a function', 'def fill(s): s.append(2)', 'fill(S)'],
    ['a function in a loop', 'def fill(s): s.append(2)', 'for _ in range(3): fill(S)'],
    ['`del`', 'del S[0]'],
    ['a function with `global`', 'def init():', '  global S', '  S = [1, 2]', 'init()'],
    ['a condition that may not hold', 'X = 0', 'if X:', '  S.append(2)'],
  ])('has statements that change a value it reads: %s', async (_how, ...lines) => {
    const rest = ['V = tl.constexpr(len(S))', '@triton.jit', 'def f(x): tl.store(x, V)'];
    await writeKernel('S = [1]', ...lines, ...rest);
    const imports = ['import triton', 'import triton.language as tl'];
    expect(await sliceOf()).toEqual({ 'k.py': [...imports, 'S = [1]', ...lines, ...rest] });
  });

  it.each([
    ['other line ends', (text: string) => Buffer.from(text.replaceAll('\n', '\r'))],
    ['another encoding', (text: string) => Buffer.from(`# coding: latin-1\n${text}`, 'latin1')],
  ])('is the same for a file with %s', async (_what, encode) => {
    const text =
      'import triton\nNAME = "größe"\n@triton.jit\ndef f(x):\n    """Größe."""\n    print(NAME)\n';
    await write({ 'k.py': encode(text) });
    expect((await sliceOf())['k.py']).toEqual(text.trimEnd().split('\n'));
  });

  it('has all names of a module that is used as a value, but not the modules that it imports', async () => {
    await write({
      'k.py': `import triton
from pkg import fast, slow

FUNCTIONS = {"fast": fast, "slow": slow}
double = getattr(FUNCTIONS["fast"], "double")


@triton.jit
def f(x):
    double(x)
`,
      'pkg/__init__.py': 'import torch\n',
      'pkg/fast.py': `import math
from . import unrelated
from .shared import *

SIZE = 2


def double(x):
    return unrelated.twice(x)


def other(x):
    return triple(x)
`,
      'pkg/shared.py':
        'def triple(x):\n    return x * 3\n\n\ndef half(x):\n    return x / 2\n\n\ndef _own(x):\n    return x\n',
      'pkg/unrelated.py': 'def twice(x):\n    return x * 2\n\n\ndef unused(x):\n    return x\n',
      'pkg/slow.py': '',
    });
    expect(await sliceOf()).toEqual({
      'k.py': [
        'import triton',
        "fast = _aot_module('fast', 'pkg/fast.py', globals().get('fast')); slow = _aot_module('slow', 'pkg/slow.py', globals().get('slow'))",
        'FUNCTIONS = {"fast": fast, "slow": slow}',
        'double = getattr(FUNCTIONS["fast"], "double")',
        '@triton.jit',
        'def f(x):',
        '    double(x)',
      ],
      'pkg/fast.py': [
        "unrelated = _aot_module('unrelated', 'pkg/unrelated.py', globals().get('unrelated'))",
        "half = _aot_from('pkg/shared.py', 'half'); triple = _aot_from('pkg/shared.py', 'triple')",
        'SIZE = 2',
        'def double(x):',
        '    return unrelated.twice(x)',
        'def other(x):',
        '    return triple(x)',
      ],
      'pkg/shared.py': ['def triple(x):', '    return x * 3', 'def half(x):', '    return x / 2'],
      'pkg/slow.py': [],
      'pkg/unrelated.py': ['def twice(x):', '    return x * 2'],
    });
  });

  it('says which builtins are unknown', async () => {
    await writeKernel(
      'import torch',
      '@triton.jit',
      'def f(x, N: tl.constexpr):',
      '  if N: tl.store(x, open, torch.size)',
    );
    const { code } = await read('k.py');
    expect(code.kind === 'slice' && code.modules[0]?.unknown).toEqual({ open: 0 });
  });

  it('says which modules are packages', async () => {
    await write({ 'pkg/__init__.py': 'from .a import *\nSIZE = 1\n', 'pkg/a.py': 'MORE = 2\n' });
    await writeKernel('from pkg import MORE, SIZE', '@triton.jit', 'def f(x): x(SIZE, MORE)');
    const { code } = await read('k.py');
    expect(code).toMatchObject({
      modules: [
        { name: 'k', package: false },
        { name: 'pkg', package: true },
        { name: 'pkg.a', package: false },
      ],
    });
  });

  it('follows a relative import out of two packages', async () => {
    await write({
      'pkg/lib.py': 'SIZE = 1\n',
      'pkg/a/lib.py': '',
      'pkg/a/b/lib.py': '',
      'pkg/a/b/k.py':
        'import triton\nfrom ...lib import SIZE\n@triton.jit\ndef f(x): tl.store(x, SIZE)\n',
    });
    const { code } = await read('pkg/a/b/k.py');
    expect(code).toMatchObject({ modules: [{ path: 'pkg/a/b/k.py' }, { path: 'pkg/lib.py' }] });
  });

  it('has a hash of its text without comments, blank lines and trailing blanks', async () => {
    const lines: readonly (readonly [written: string, kept?: string])[] = [
      ['import triton'],
      ['@triton.jit  # one', '@triton.jit'],
      ['def f(x): # two', 'def f(x):'],
      ['    # three', ''],
      ['    """Doc.  '],
      ['  '],
      ['    # Not a comment.'],
      ['    """  # four', '    """'],
      ['  ', ''],
      ['    y = 1 ', '    y = 1'],
      ['    z = "a \\'],
      [' # not a comment"  ', ' # not a comment"'],
      ['    x(y, z)# five', '    x(y, z)'],
    ];
    await write({ 'k.py': `${lines.map(([written]) => written).join('\n')}\n` });
    const text = lines.map(([written, kept = written]) => kept).filter((line) => line !== '');
    const written = text.join('\\n').replaceAll('a \\', 'a \\\\');
    const { code } = await read('k.py');
    expect(code).toMatchObject({ modules: [{ sha256: sha256(`['k', '${written}', []]`) }] });
  });

  it('imports modules that are installed', async () => {
    await writeKernel(
      'import numpy as np, other',
      'V = np.pi',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    );
    expect(await inspect('k.py')).toMatchObject({ error: { kind: 'unknown', line: 4 } });
    expect((await sliceOf({ installed: ['numpy'] }))['k.py']).toContain('import numpy as np');
  });

  it('needs an answer for a value that only a program run gives', async () => {
    await writeKernel(
      'import torch',
      'HIP = torch.version.hip is not None',
      '@triton.jit',
      'def f(x):',
      '  if HIP: tl.store(x, 1)',
    );
    const source = await inspect('k.py');
    expect(source).toMatchObject({ error: { kind: 'unknown', file: 'k.py', line: 4 } });
    if ('error' in source) expectGolden(`${source.error.message}\n${source.error.hint}`);
    const globals = { HIP: ['bool', 'false'], HIPS: ['bool', 'true'] } as const;
    const { code, unused } = await read('k.py', { globals });
    expect(code).toMatchObject({
      modules: [{ answers: { HIP: { value: false, called: false, constexpr: false } } }],
    });
    expect(unused).toEqual([{ name: 'HIPS', near: 'HIP' }]);
  });

  it.each([
    [
      'a condition',
      [
        'def is_cuda(): return torch.version.hip is None',
        'if is_cuda(): V = tl.abs',
        'else: V = tl.exp',
      ],
    ],
    ['importlib', ['import importlib', 'V = tl.constexpr(importlib.import_module("plugin").size)']],
    ['an `import *` of a package', ['def V(x): return x', 'from elsewhere import *']],
    ['globals()', ['V = tl.constexpr(2)', 'globals()["V"] = tl.constexpr(3)']],
  ])('says which answers are enough for %s', async (_what, lines) => {
    await writeKernel('import torch', ...lines, '@triton.jit', 'def f(x): tl.store(x, V)');
    const source = await inspect('k.py');
    if (!('error' in source)) throw new Error('not refused');
    expectGolden(`${source.error.line}: ${source.error.message}\n${source.error.hint}`);
  });

  it('takes Triton where a stand-in is made if it cannot be imported', async () => {
    const lines = [
      'try:',
      '    import triton',
      '    import triton.language as tl',
      '    HAVE_TRITON = True',
      '    TMA = is_available() and hasattr(tl, "make_tensor_descriptor")',
      'except ImportError:',
      '    HAVE_TRITON = False',
      'if not HAVE_TRITON:',
      '    from unittest.mock import MagicMock',
      '    triton = MagicMock()',
      '    triton.jit = print',
      '    tl = MagicMock()',
      'elif TMA:',
      '    triton.set_allocator(print)',
      'V = tl.constexpr(1 if HAVE_TRITON else 2)',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ];
    await write({ 'k.py': `from torch import is_available\n${lines.join('\n')}` });
    expect((await sliceOf())['k.py']).toEqual([
      'if True:',
      ...lines.slice(1, 4),
      ...lines.slice(-3),
    ]);
  });

  it('says which answers are for constants, and which for functions', async () => {
    await writeKernel(
      'import torch',
      'V = tl.constexpr(torch.size) if torch.flag else 1',
      'W = int(torch.size)',
      'def limit(): return torch.limit',
      '@triton.jit',
      'def f(x): tl.store(x, V + W + limit())',
    );
    const one = ['int', '1'] as const;
    const globals = { V: one, 'k.py:W': one, 'limit()': one };
    const { code } = await read('k.py', { globals });
    const value = 1;
    expect(code).toMatchObject({
      modules: [
        {
          answers: {
            V: { value, called: false, constexpr: true },
            W: { value, called: false, constexpr: false },
            limit: { value, called: true, constexpr: false },
          },
        },
      ],
    });
  });

  it('takes answers for what it reads from modules that are not imported', async () => {
    await writeKernel(
      'import torch',
      'from torch import version as v',
      'V = tl.constexpr(2 if torch.version.hip is None else torch.cuda.count() + v.limit(3))',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    );
    const globals = {
      'torch.version.hip': ['none', ''],
      'torch.cuda.count()': ['int', '8'],
      'torch.version.limit': ['dtype', 'int8'],
    } as const;
    expect((await sliceOf({ globals }))['k.py']).toEqual([
      'import triton',
      'import triton.language as tl',
      "torch = _aot_stand_in('torch', {'version.hip': None, 'cuda.count()': 8})",
      "v = _aot_stand_in('torch.version', {'limit': 'tl.int8'})",
      'V = tl.constexpr(2 if torch.version.hip is None else torch.cuda.count() + v.limit(3))',
      '@triton.jit',
      'def f(x): tl.store(x, V)',
    ]);
    expect((await read('k.py', { globals })).unused).toEqual([]);
  });

  it('computes the configs of @triton.autotune, if they are wanted', async () => {
    await writeKernel(
      'CONFIGS = [triton.Config({"A": a}) for a in (1, 2)]',
      'LEAST = 2',
      'def prune(configs, named_args, **kwargs): return [c for c in configs if c.kwargs["A"] >= LEAST]',
      'BY = {"early_config_prune": prune, "perf_model": print, "top_k": 10}',
      '@triton.autotune(CONFIGS, key=[], prune_configs_by=BY)',
      '@triton.jit',
      'def f(x, A: tl.constexpr): pass',
      'CONFIGS.append(triton.Config({"A": 3}))',
    );
    expect(await read('k.py')).not.toHaveProperty(['configs']);
    const { configs, prune, notes } = await read('k.py', { configs: true });
    expect(configs?.modules[0]?.text).not.toContain('def prune');
    expect(prune).toMatchObject({
      expression: expect.stringContaining('CONFIGS'),
      prune: expect.stringContaining('prune'),
      modules: [{ text: expect.stringMatching(/CONFIGS = [^]*LEAST = 2[^]*def prune/) }],
    });
    // What changes them after the function is defined comes too late.
    expect(configs?.modules[0]?.text).not.toContain('append');
    expect(configs).toMatchObject({
      expression: expect.stringContaining('CONFIGS'),
      modules: [{ text: expect.stringContaining('for a in (1, 2)') }],
    });
    expectGolden(notes.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  });

  it('notes what prunes configs but is known only when the program runs', async () => {
    await writeKernel(
      'import json',
      'TABLE = json.load(open("table.json"))',
      'def prune(configs, named_args): return configs[: TABLE["most"]]',
      '@triton.autotune([triton.Config({"A": 1})], [], {"early_config_prune": prune})',
      '@triton.jit',
      'def f(x, A: tl.constexpr): pass',
    );
    const { prune, notes } = await read('k.py', { configs: true });
    expect(prune).toBeUndefined();
    expectGolden(notes.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  });

  it('leaves out decorators that are not Triton’s, with a note', async () => {
    await writeKernel('from elsewhere import wrapped', '@wrapped', '@triton.jit', 'def f(x): pass');
    expect((await sliceOf())['k.py']).toEqual([
      'import triton',
      'import triton.language as tl',
      '@triton.jit',
      'def f(x): pass',
    ]);
    const { notes } = await read('k.py');
    expectGolden(notes.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'));
  });
});

describe('a source that cannot be read', () => {
  it.each([
    ['does not exist', 'none.py', '', { kind: 'missing', message: 'no such file' }],
    [
      'is outside the folder',
      '../k.py',
      '',
      { kind: 'outside', message: "the file is outside the manifest's folder" },
    ],
    ['is not Python', 'k.py', 'x = 1\ndef f(:\n', { kind: 'syntax', line: 2 }],
    ['is not text', 'k.py', new Uint8Array([120, 61, 34, 255, 34]), { kind: 'encoding' }],
    ['contains a null byte', 'k.py', 'x = 1\0', { message: expect.stringContaining('null') }],
  ])('is reported if it %s', async (_how, file, content, error) => {
    if (content.length > 0) await write({ [file]: content });
    expect(await inspect(file)).toMatchObject({ error });
    expect(await inspect(file, { mode: 'reference' })).toMatchObject({ error });
  });

  it.each([
    ['kernels/softmx.py', 'no such file; did you mean `kernels/softmax.py`?'],
    ['ad.py', 'no such file; did you mean `add.py`?'],
    ['matmul.py', 'no such file'],
  ])('%s: %s', async (file, message) => {
    await write({ 'add.py': '', 'kernels/softmax.py': '' });
    expect(await inspect(file)).toMatchObject({ error: { message } });
  });

  it.each<[how: string, put: (file: string) => unknown, message: RegExp]>([
    [
      'that is a link to itself',
      (file) => symlink(file, file),
      /^(its links lead in a circle|no such file)$/,
    ],
    [
      'that is a link in a circle of folders',
      (file) => symlink(join(file, 'k.py'), file),
      /^(its links lead in a circle|no such file)$/,
    ],
    ['that is a folder', (file) => mkdir(file), /^no such file$/],
    [
      'that is huge',
      async (file) => {
        await writeFile(file, '');
        await truncate(file, 3e9);
      },
      /^cannot read: it has more than 20 MB$/,
    ],
    ['that is a pipe', (file) => execFileSync('mkfifo', [file]), /^no such file$/],
    [
      'with a sum that is too deep for Python',
      (file) => writeFile(file, `x = ${'1+'.repeat(100_000)}1\n`),
      /^the code is nested too deeply, or too large, for Python to read it$/,
    ],
    [
      'with a kernel that is too deep for Python',
      (file) =>
        writeFile(file, `import triton\n@triton.jit\ndef f(n):\n    n = ${'-'.repeat(5000)}n\n`),
      /^the code is nested too deeply, or too large, for Python to read it$/,
    ],
    [
      'that imports a name that no file can have',
      (file) =>
        writeFile(
          file,
          `import triton\nfrom ${'a'.repeat(300)} import b\n@triton.jit\ndef f(n):\n    n = b\n`,
        ),
      /^cannot read .*aaa.*: File name too long$/,
    ],
  ])('is reported: one %s', async (_how, put, message) => {
    await put(join(folder, 'k.py'));
    expect(await inspect('k.py')).toMatchObject({
      error: { message: expect.stringMatching(message) },
    });
  });

  it('does not prevent reading the others', async () => {
    await write({ 'k.py': '' });
    const files = ['none.py', 'k.py'].map((file) => request(file, { mode: 'reference' }));
    const [bad, good] = await inspectSources(folder, files, context());
    expect(bad).toHaveProperty('error');
    expect(good).toHaveProperty('code');
  });
});

describe('the Python that reads the files', () => {
  it('is named if it cannot be started', async () => {
    const reading = inspectSources(folder, [], context({ python: '/nowhere/python' }));
    const error: unknown = await reading.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({
      kind: 'environment',
      message: expect.stringContaining('/nowhere/python could not read the kernel files'),
    });
  });

  it('is ended if it takes too long', async () => {
    const python = join(folder, 'python');
    await writeFile(python, '#!/bin/sh\nsleep 60\n', { mode: 0o755 });
    const reading = runReader('inspect_sources.py', {}, context({ python }), { seconds: 0.2 });
    await expect(reading).rejects.toThrow(
      `${python} could not read the kernel files: it was ended because it took longer than 0.2 seconds`,
    );
  });

  it('has a limit of its memory, which does not end it', async () => {
    await write({ 'large.py': `x = [${'[],'.repeat(500_000)}]\n`, 'k.py': '' });
    const sources = ['large.py', 'k.py'].map((file) => request(file, { mode: 'import' }));
    const question = { manifestFolder: folder, packages: {}, sources };
    const limits = { memory: 120e6 };
    const answers = await runReader('inspect_sources.py', question, context(), limits);
    expect(answers).toMatchObject([
      {
        error: {
          file: 'large.py',
          message: 'the code is nested too deeply, or too large, for Python to read it',
        },
      },
      { code: { kind: 'import' } },
    ]);
  });

  it('stops if the run is aborted', async () => {
    const reason = new Error('stop');
    const reading = inspectSources(folder, [], context({ signal: AbortSignal.abort(reason) }));
    await expect(reading).rejects.toBe(reason);
  });
});
