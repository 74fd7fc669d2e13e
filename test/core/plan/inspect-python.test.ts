import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../../src/core/base/errors.ts';
import {
  type InspectContext,
  type InspectedSource,
  inspectSources,
  type ReadSource,
} from '../../../src/core/plan/inspect-python.ts';

const BRIDGE = fileURLToPath(new URL('../../../src/bridge', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function context(changes: Partial<InspectContext> = {}): InspectContext {
  const signal = new AbortController().signal;
  return { python: 'python3', bridge: BRIDGE, env: process.env, signal, ...changes };
}

async function write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

async function inspect(file: string, functions: readonly string[] = []): Promise<InspectedSource> {
  const [source] = await inspectSources(folder, [{ file, functions }], context());
  if (source === undefined) throw new Error('no answer');
  return source;
}

async function read(file: string, functions: readonly string[] = []): Promise<ReadSource> {
  const source = await inspect(file, functions);
  if ('error' in source) throw new Error(source.error.message);
  return source;
}

async function closureOf(file: string): Promise<string[]> {
  return (await read(file)).closure.map(({ path }) => path);
}

/** The function `f` of a file with these lines after the usual imports, which take two. */
async function functionIn(...lines: readonly string[]) {
  await write({ 'k.py': ['import triton', 'import triton.language as tl', ...lines].join('\n') });
  return (await read('k.py', ['f'])).functions['f'];
}

describe('the closure of a kernel file', () => {
  it('contains the file with the hash of its bytes', async () => {
    await write({ 'k.py': 'x = 1\n' });
    expect(await read('k.py')).toMatchObject({
      file: 'k.py',
      module: 'k',
      closure: [{ path: 'k.py', sha256: createHash('sha256').update('x = 1\n').digest('hex') }],
      external: [],
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
    const source = await read('pkg/sub/k.py');
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
    const source = await read('kernels/k.py');
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

  it('lists the modules to install', async () => {
    await write({ 'k.py': 'import os.path, numpy.linalg\nfrom torch import nn\nimport triton' });
    expect((await read('k.py')).external).toEqual(['numpy', 'torch', 'triton']);
  });
});

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
      heuristics: [],
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
      '@triton.autotune([triton.Config({"A": 64, "B": True}),',
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
    ['made by code', '[triton.Config({"A": a}) for a in (1, 2)]'],
    ['named elsewhere', 'CONFIGS'],
    ['computed', '[triton.Config({"A": 2 * WARPS}, num_warps=4)]'],
  ])('has dynamic configs if they are %s', async (_how, configs) => {
    const found = await functionIn(
      `@triton.autotune(configs=${configs}, key=[])`,
      '@triton.jit',
      'def f(): pass',
    );
    expect(found?.autotune).toBe('dynamic');
  });

  it('is found through an alias, and inside if and try', async () => {
    const lines = ['try:', '  if True:', '    @triton.jit', '    def g(n): pass', 'finally: pass'];
    expect(await functionIn(...lines, 'f = g')).toMatchObject({ line: 6, jit: true });
  });

  it('is not a kernel without a decorator', async () => {
    expect(await functionIn('def f(n): pass')).toMatchObject({ line: 3, jit: false });
  });

  it.each([
    ['comes from a factory', ['f = make()']],
    ['is defined twice', ['if X:', '  @triton.jit', '  def f(): pass', 'f = other']],
    ['is imported', ['from elsewhere import f']],
    ['has another decorator', ['@wrapped', '@triton.jit', 'def f(): pass']],
    ['is an alias of itself', ['f = f']],
    ['does not exist', []],
  ])('is left to Triton if it %s', async (_how, lines) => {
    expect(await functionIn(...lines)).toBeNull();
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
    expect(await inspect(file)).toMatchObject({ file, error });
  });

  it('does not prevent reading the others', async () => {
    await write({ 'k.py': '' });
    const files = ['none.py', 'k.py'].map((file) => ({ file, functions: [] }));
    const [bad, good] = await inspectSources(folder, files, context());
    expect(bad).toHaveProperty('error');
    expect(good).toHaveProperty('closure');
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

  it('stops if the run is aborted', async () => {
    const reason = new Error('stop');
    const reading = inspectSources(folder, [], context({ signal: AbortSignal.abort(reason) }));
    await expect(reading).rejects.toBe(reason);
  });
});
