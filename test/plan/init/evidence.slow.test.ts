import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Memory } from '../../../src/base/context.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { manifestOf } from '../../../src/plan/init/entry.ts';
import { guessKernel, type KernelGuess } from '../../../src/plan/init/guesses.ts';

const CONTEXT = { env: process.env, memory: new Memory(), signal: new AbortController().signal };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evidence-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

const HEAD = `import os
import math
import torch
import triton
import triton.language as tl

`;

/** Guesses the entry of the kernel \`k\` in k.py, beside other files. */
async function guess(
  text: string,
  others: Readonly<Record<string, string>> = {},
): Promise<KernelGuess> {
  for (const [name, content] of Object.entries({ 'k.py': `${HEAD}${text}`, ...others })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return guessKernel(
    join(folder, 'k.py'),
    'k',
    { manifest: join(folder, 'kernels.yaml') },
    CONTEXT,
  );
}

/** The types of arguments and the values of constants, by name. */
function written({ parameters }: KernelGuess): Record<string, unknown> {
  return Object.fromEntries(
    parameters.map((each) => {
      if (each.kind === 'heuristic') return [each.name, 'heuristic'];
      if (each.kind !== 'constant' && each.kind !== 'config') return [each.name, each.type];
      const { value } = each;
      return [
        each.name,
        value.kind === 'none' ? null : 'value' in value ? String(value.value) : '',
      ];
    }),
  );
}

const notes = ({ parameters }: KernelGuess) =>
  Object.fromEntries(parameters.map((each) => [each.name, 'note' in each ? each.note : '']));

/** A kernel whose text says nothing about its parameters. */
const SILENT = (parameters: string) => `@triton.jit
def k(${parameters}):
    pass

`;

describe('types', () => {
  it('are those of annotations first', async () => {
    const found =
      await guess(`${SILENT('a: tl.int64, b: tl.float32, c: "i32", d: "*fp16", e: int, f: float, g: tl.pointer_type(tl.int64), h: tl.int1, i: "uint8_t"')}
def run(x):
    k[(1,)](x.stride(0), 1, 2.5, x, 1.5, 1, x, 1, 1)
`);
    expect(written(found)).toEqual({
      a: 'i64',
      b: 'fp32',
      c: 'i32',
      d: '*fp16',
      e: 'i32',
      f: 'fp32',
      g: '*i64',
      h: 'i1',
      i: 'u8',
    });
    expect(notes(found)['a']).toBe('annotated');
  });

  it('are those of what a launch passes, whatever the names say', async () => {
    const found =
      await guess(`${SILENT('eps, output_row_stride, stride, p, x_ptr, count, alpha, scale, flag, n')}
def run(x: torch.Tensor, d):
    rows, columns = x.shape
    k[(rows,)](x, x.stride(0), x.numel(), 1.0 / math.sqrt(d), columns, x.size(0) * 2, triton.cdiv(rows, 4),
               x.shape[-1] ** -0.5, len(x), d > 2)
`);
    expect(written(found)).toEqual({
      eps: '*fp32',
      output_row_stride: 'i32',
      stride: 'i32',
      p: 'fp32',
      x_ptr: 'i32',
      count: 'i32',
      alpha: 'i32',
      scale: 'fp32',
      flag: 'i32',
      n: 'i1',
    });
    expect(found.launch).toBe('k.py:14');
    expect(notes(found)).toMatchObject({ eps: 'guess: fp32', stride: '' });
  });

  it('follow variables, other functions, classes and calls', async () => {
    const found = await guess(`${SILENT('a, b, c, d, e, f, g')}
def sizes(x):
    return x.shape[0], 0.5

def run(x, y, saved):
    out = torch.empty_like(x)
    if saved is None:
        index = torch.argsort(y)
    else:
        index = None
    first, factor = sizes(x)
    k[(1,)](out, index, first, factor, y, saved, x.data_ptr())

def main():
    x = torch.randn(4, 4, dtype=torch.bfloat16, device="cuda")
    run(x, torch.arange(4), None)
`);
    expect(written(found)).toEqual({
      a: '*bf16',
      b: '*i64',
      c: 'i32',
      d: 'fp32',
      e: '*i64',
      f: 'i32',
      g: 'i64',
    });
  });

  it('follow attributes of autograd functions', async () => {
    const found = await guess(`${SILENT('a, b, c, D: tl.constexpr')}
class Run(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.save_for_backward(x.to(torch.float16), torch.zeros(4, dtype=torch.int32))
        ctx.scale = 0.5
        ctx.D = 64

    @staticmethod
    def backward(ctx, dy):
        x, lengths = ctx.saved_tensors
        k[(1,)](x, lengths, ctx.scale, D=ctx.D)
`);
    expect(written(found)).toEqual({ a: '*fp16', b: '*i32', c: 'fp32', D: '64' });
  });

  it('follow strides that are passed with a star', async () => {
    const found = await guess(`${SILENT('n, a_ptr, a0, a1, a2, b_ptr, b0')}
def run(x: torch.Tensor, y: torch.Tensor):
    k[(1,)](0.5, x, *x.stride(), y, *y.stride())
`);
    expect(written(found)).toEqual({
      n: 'fp32',
      a_ptr: '*fp32',
      a0: 'i32',
      a1: 'i32',
      a2: 'i32',
      b_ptr: '*fp32',
      b0: 'i32',
    });
  });

  it('are those that the program demands of tensors', async () => {
    const found = await guess(`${SILENT('a, b, c')}
def run(x, lengths, z):
    assert x.dtype == torch.bfloat16
    if lengths.dtype != torch.int32:
        raise ValueError
    k[(1,)](x, lengths, z.to(torch.int64))
`);
    expect(written(found)).toEqual({ a: '*bf16', b: '*i32', c: '*i64' });
  });

  it('come from launches in other files that import the kernel', async () => {
    const found = await guess(SILENT('a, b, N: tl.constexpr'), {
      'pkg/ops.py': `import torch\nfrom k import k as kernel\n\ndef run(x, n):\n    grid = (x.numel(),)\n    kernel[grid](x.half(), 2.0, N=128)\n`,
    });
    expect(written(found)).toEqual({ a: '*fp16', b: 'fp32', N: '128' });
    expect(found.launch).toBe('pkg/ops.py:6');
  });

  it('do not come from launches of other kernels with the same name', async () => {
    const found = await guess(SILENT('a, b'), {
      'a.py': `import triton\n\n@triton.jit\ndef k(a, b):\n    pass\n\ndef run():\n    k[(1,)](0.5, 0.5)\n`,
      'b.py': `from k import k\n\ndef run(x):\n    k[(1,)](x.half(), len(x))\n`,
    });
    expect(written(found)).toEqual({ a: '*fp16', b: 'i32' });
    expect(found.launch).toBe('b.py:4');
  });

  it('come from uses if a call passes what the kernel cannot use', async () => {
    const found = await guess(`@triton.jit
def k(x, index):
    tl.store(x + tl.load(index + tl.program_id(0)), 1.0)

def run(x, index):
    k[(1,)](x, index.contiguous())

def test():
    run(torch.randn(4), torch.randn(4))
`);
    expect(written(found)).toMatchObject({ x: '*fp32', index: '*i32' });
  });

  it('come from uses if no launch says them', async () => {
    const found = await guess(`@triton.jit
def helper(p, i):
    return tl.load(p + i)

@triton.jit
def k(table, packed, address, out, which, n, scale, BLOCK):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bits = tl.load(packed + at)
    row = helper(which, at)
    pointer = tl.load(address).to(tl.pointer_type(tl.float16))
    value = tl.load(table + row + n // 2) * scale + ((bits >> 4) & 15) + tl.load(pointer)
    tl.store(out + at, value)
`);
    expect(written(found)).toMatchObject({
      table: '*fp32',
      packed: '*i32',
      address: '*i64',
      which: '*i32',
      n: 'i32',
      scale: 'fp32',
    });
    expect(Number(written(found)['BLOCK'])).toBeGreaterThan(1);
  });

  it('come from bits that are taken apart later, and not from what data is compared with', async () => {
    const found = await guess(`@triton.jit
def k(packed, x, low, high, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    bits = tl.load(packed + at)
    bits = tl.interleave(bits, bits)
    value = tl.load(x + at)
    limit = tl.where(tl.program_id(0) < n, low, high)
    far = tl.abs(value) > limit
    tl.store(out + at, value * 0.5, mask=far)
    tl.store(out + tl.arange(0, 2 * BLOCK), (bits >> 4) & 15)
`);
    expect(written(found)).toMatchObject({ packed: '*i32', x: '*fp32' });
  });

  it('never become i1 by a name', async () => {
    const found = await guess(SILENT('output_row_stride, store_offset, is_causal, HAS_BIAS'));
    expect(new Set(Object.values(written(found)))).toEqual(new Set(['i32']));
  });
});

describe('a type that the caller chooses', () => {
  const RUN = (test: string) => `@triton.jit
def k(x, y, n):
    tl.store(y + tl.program_id(0), tl.load(x + tl.program_id(0)) * n)

def run(x, scale):
    ${test}
    y = torch.empty_like(x)
    k[(x.numel(),)](x, y, scale.item())
`;

  it('is `{dtype}` with the types that the program allows', async () => {
    const found = await guess(RUN('assert x.dtype in (torch.float16, torch.bfloat16)'));
    expect(written(found)).toMatchObject({ x: '*{dtype}', y: '*{dtype}' });
    expect(found.dtypes).toEqual(['fp16', 'bf16']);
    const manifest = manifestOf({ name: 'k', source: 'k.py:k', guess: found }, 'p', '3.9.0');
    const [first, second] = readManifest(manifest, 'kernels.yaml').kernels;
    expect([first?.name, second?.name]).toEqual(['k_fp16', 'k_bf16']);
  });

  it('is plain if the program says nothing', async () => {
    const found = await guess(RUN('pass'));
    expect(found.dtypes).toBeNull();
    expect(written(found)).toMatchObject({ x: '*fp32' });
  });
});

describe('constants', () => {
  it('have the values of the launch, and fit each other', async () => {
    const found =
      await guess(`${SILENT('x, bias, D: tl.constexpr, BLOCK_D: tl.constexpr, CAUSAL: tl.constexpr, ACT: tl.constexpr, OUT: tl.constexpr, W: tl.constexpr = 4')}
def run(x, causal=False):
    d = x.shape[-1]
    k[(1,)](x, None, D=d, BLOCK_D=triton.next_power_of_2(d) * 2, CAUSAL=causal, ACT="relu", OUT=tl.bfloat16, num_warps=4)
`);
    expect(written(found)).toEqual({
      x: '*fp32',
      bias: null,
      D: '64',
      BLOCK_D: '128',
      CAUSAL: 'false',
      ACT: 'relu',
      OUT: 'bfloat16',
      W: '4',
    });
  });
});

describe('options', () => {
  it('are those of the launch', async () => {
    const found = await guess(`${SILENT('x, N: tl.constexpr')}
def run(x):
    warps = 4
    if x.numel() > 4096:
        warps = 8
    k[(1,)](x, N=64, num_warps=warps, num_stages=x.shape[0])
`);
    expect(found.options).toEqual([['num_warps', 4]]);
  });
});

describe('the grid', () => {
  const MASKED = `@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 1.0, mask=at < n)

`;
  const grid = (found: KernelGuess) => found.grid.map(({ axis }) => axis);

  it('is that of the launch, with the names of the kernel', async () => {
    const found = await guess(`${MASKED}
def run(x):
    heads, total = x.shape
    grid = lambda meta: (triton.cdiv(total, meta["BLOCK"]) * 2, heads, 1)
    k[grid](x, total, BLOCK=256)
`);
    expect(grid(found)).toEqual(['cdiv(n, BLOCK) * 2', 'heads']);
    expect(found.gridParameters).toEqual(['heads']);
    expect(found.grid[0]?.note).toBe('from the launch at k.py:16');
  });

  it('is that of the masks if the launch has none that can be written', async () => {
    const found = await guess(`${MASKED}
def run(x, n):
    k[grid_for(x)](x, n, BLOCK=256)
`);
    expect(grid(found)).toEqual(['cdiv(n, BLOCK)']);
  });

  it('is never negative', async () => {
    const found = await guess(`@triton.jit
def k(x, n, NUM_SMS: tl.constexpr):
    at = tl.program_id(0) - NUM_SMS
    for tile in range(tl.program_id(0), n, NUM_SMS):
        at += NUM_SMS
        tl.store(x + at, 1.0)
`);
    expect(grid(found)).toEqual(['NUM_SMS']);
  });
});

describe('the test', () => {
  it('does not depend on values of configs that are computed', async () => {
    const found = await guess(`def configs():
    return [triton.Config({"BLOCK": 2 ** each}) for each in (7, 8)]

@triton.autotune(configs(), key=["n"])
@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 1.0)
`);
    const text = manifestOf({ name: 'k', source: 'k.py:k', guess: found }, 'p', '3.9.0');
    expect(text).toContain('# no test yet: ');
    expect(text).toContain('# smoke:');
  });

  it('has whole blocks only if the kernel reads without masks', async () => {
    const body = (mask: string) => `@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at${mask})
    tl.store(x + at, value, mask=at < n)
`;
    expect((await guess(body(''))).smoke.cases).toEqual([{ n: 4096 }]);
    expect((await guess(body(', mask=at < n'))).smoke.cases).toEqual([{ n: 4096 }, { n: 1000 }]);
  });
});

describe('a kernel', () => {
  const BODY = `(x, n):
    tl.store(x + tl.program_id(0), n)
`;

  it.each([
    [
      'under an if',
      `if torch.cuda.is_available():\n    @triton.jit\n    def k(x, n):\n        tl.store(x, n)\n`,
    ],
    [
      'of two branches',
      `if os.name == "nt":\n    @triton.jit\n    def k(x, n):\n        tl.store(x, n)\nelse:\n    @triton.jit\n    def k(x, n):\n        tl.store(x, n)\n`,
    ],
    [
      'that a function makes',
      `def make(scale):\n    @triton.jit\n    def inner(x, n):\n        tl.store(x, n)\n    return inner\n\nk = make(2)\n`,
    ],
    ['that is decorated by a call', `def plain${BODY}\nk = triton.jit(plain)\n`],
    [
      'that ends with a call',
      `@triton.jit\ndef finish(x, n):\n    tl.store(x, n)\n\n@triton.jit\ndef k(x, n):\n    return finish(x, n)\n`,
    ],
  ])('%s is read', async (_title, text) => {
    expect(written(await guess(text))).toMatchObject({
      x: expect.stringMatching(/^\*/),
      n: expect.anything(),
    });
  });
});

describe('values of the machine', () => {
  it('are never those of Triton itself', async () => {
    const files = {
      'mock.py': `from unittest.mock import MagicMock\n\ntry:\n    import triton\n    import triton.language as tl\n    HAVE = True\nexcept ImportError:\n    triton = MagicMock()\n    HAVE = False\n\nif HAVE:\n    @triton.jit\n    def k(x):\n        tl.store(x, 1)\n`,
    };
    await guess('', files).catch(() => undefined);
    const request = { manifest: join(folder, 'kernels.yaml') };
    const found = await guessKernel(join(folder, 'mock.py'), 'k', request, CONTEXT);
    expect(found.globals.map(({ name }) => name)).not.toContain('triton');
  });

  it('are functions of Triton where the program chooses one', async () => {
    const found = await guess(`from vendor import release

if release("triton") > 2:
    tanh = tl.extra.libdevice.tanh
else:
    tanh = tl.math.tanh

@triton.jit
def k(x):
    tl.store(x, tanh(tl.load(x)))
`);
    expect(found.globals.map(({ name, value }) => [name, value])).toContainEqual([
      'tanh',
      { kind: 'dtype', value: 'extra.libdevice.tanh' },
    ]);
  });

  it('are given if only a branch reads them', async () => {
    const found = await guess(`if os.environ.get("K_FAST", "0") == "1":
    exp = tl.exp2
else:
    exp = tl.exp

@triton.jit
def k(x, WIDE: tl.constexpr):
    value = tl.load(x)
    if WIDE:
        value = exp(value)
    tl.store(x, value)
`);
    expect(found.globals.map(({ name, value }) => [name, value])).toEqual([
      ['os.environ.K_FAST', { kind: 'none' }],
    ]);
  });

  it('are those of an NVIDIA GPU, and variables are not set', async () => {
    const found = await guess(`def is_cuda():
    return triton.runtime.driver.active.get_current_target().backend == "cuda"

IS_HIP = tl.constexpr(torch.version.hip is not None)
NEW = tl.constexpr(torch.cuda.get_device_name().startswith("NVIDIA H100"))
FAST = tl.constexpr(os.environ.get("K_FAST", "0") == "1")

@triton.jit
def k(x, n):
    if IS_HIP:
        n += 1
    if NEW:
        n += 1
    if FAST:
        n += 1
    tl.store(x + tl.program_id(0), n)
`);
    expect(found.problem).toBeNull();
    expect(Object.fromEntries(found.globals.map(({ name, value }) => [name, value]))).toEqual({
      IS_HIP: { kind: 'bool', value: false },
      NEW: { kind: 'bool', value: true },
      FAST: { kind: 'bool', value: false },
    });
  });
});

describe('conditions of a call', () => {
  /** A kernel that goes through N in blocks, so that nothing but its launches says what BLOCK is. */
  const LOOPED = `import torch
import triton
import triton.language as tl

@triton.jit
def k(x, N, BLOCK: tl.constexpr):
    for start in range(0, N, BLOCK):
        at = start + tl.arange(0, BLOCK)
        tl.store(x + at, 1.0, mask=at < N)
`;
  const conditions = (found: { readonly requires: readonly { condition: string }[] }) =>
    found.requires.map(({ condition }) => condition);

  it.each([
    ['n = x.shape[1]', 'triton.next_power_of_2(n)', ['N <= BLOCK']],
    ['n = x.shape[1]', 'triton.next_power_of_2(max(n, 16))', ['N <= BLOCK']],
    ['n = x.shape[1]', 'max(128, triton.next_power_of_2(n))', ['N <= BLOCK']],
    ['n = x.shape[1]', 'triton.next_power_of_2(n) * 2', ['N <= BLOCK']],
    ['n = x.shape[1]', 'triton.next_power_of_2(triton.cdiv(n, 4))', ['cdiv(N, 4) <= BLOCK']],
    ['n = x.shape[1]', 'triton.next_power_of_2(n + 1)', ['N <= BLOCK']],
    ['n = x.shape[1]', 'min(4096, triton.next_power_of_2(n))', []],
    ['n = x.shape[1]', 'triton.next_power_of_2(n) // 2', []],
    ['n = x.shape[1]', '4096', []],
    ['n = x.shape[1]\n    block = max(64, triton.next_power_of_2(n))', 'block', ['N <= BLOCK']],
    [
      'n = x.shape[1]\n    block = min(4096, triton.next_power_of_2(n))\n    if n > block:\n        raise ValueError()',
      'block',
      ['N <= BLOCK'],
    ],
    [
      'n = x.shape[1]\n    block = min(4096, triton.next_power_of_2(n))\n    assert block >= n',
      'block',
      ['N <= BLOCK'],
    ],
    [
      'n = x.shape[1]\n    block = min(4096, triton.next_power_of_2(n))\n    if n > block:\n        print(n)',
      'block',
      [],
    ],
    [
      'n = x.shape[1]\n    block = triton.next_power_of_2(n)\n    if n > 4096:\n        block = 1024',
      'block',
      [],
    ],
    ['n = x.shape[1]', 'triton.next_power_of_2(n) if n < 4096 else 1024', []],
  ])('after `%s` with BLOCK=%s are %j', async (before, block, expected) => {
    const found = await guess(`${LOOPED}
def run(x):
    ${before}
    k[(1,)](x, n, BLOCK=${block})
`);
    expect(conditions(found)).toEqual(expected);
    const most = found.parameters.find(({ name }) => name === 'BLOCK');
    if (most?.kind !== 'constant' || expected[0] !== 'N <= BLOCK') return;
    for (const each of found.smoke.cases)
      expect(each['N']).toBeLessThanOrEqual(Number(most.value.kind === 'int' && most.value.value));
  });

  it('come from functions that choose several values', async () => {
    const found = await guess(`${LOOPED}
def settings(n):
    block = triton.next_power_of_2(n)
    if block > 65536:
        raise RuntimeError()
    return block, 8

def run(x):
    M, columns = x.shape
    block, num_warps = settings(columns)
    k[(M,)](x, columns, BLOCK=block, num_warps=num_warps)
`);
    expect(conditions(found)).toEqual(['N <= BLOCK']);
  });

  it('hold for every launch', async () => {
    const found = await guess(`${LOOPED}
def run(x):
    k[(1,)](x, x.shape[1], BLOCK=triton.next_power_of_2(x.shape[1]))

def others(y, n):
    k[(1,)](y, n, BLOCK=4096)
`);
    expect(conditions(found)).toEqual([]);
  });

  it('come from masks that only one block is compared in', async () => {
    const plain = 'c = tl.arange(0, BLOCK)\n    tl.store(x + c, 1.0, mask=c < N)';
    const kernel = (body: string): string => `import torch
import triton
import triton.language as tl

@triton.jit
def k(x, N, BLOCK: tl.constexpr):
    ${body}

def run(x):
    k[(1,)](x, x.shape[1], BLOCK=4096)
`;
    expect(conditions(await guess(kernel(plain)))).toEqual(['N <= BLOCK']);
    const moved = plain.replace('c =', 'c = tl.program_id(0) * BLOCK +');
    expect(conditions(await guess(kernel(moved)))).toEqual([]);
    expect(conditions(await guess(kernel(`${plain}\n    ${moved}`)))).toEqual([]);
  });
});
