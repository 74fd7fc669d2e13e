import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir, readFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProcessResult, run } from '../../../src/base/process.ts';
import {
  expectSuccess,
  ROOT,
  warningsIn,
  type Workspace,
  workspace,
} from '../../support/command.ts';
import { COMPILERS } from '../../support/compilers.ts';
import { TRITON_VERSIONS, tritonPython, tritonTools } from '../../support/triton.ts';

const SOURCE = `import triton
import triton.language as tl


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask), mask=mask)


@triton.jit
def scale(x, factor, step, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK) * step
    tl.store(x + offsets, tl.load(x + offsets) * factor)


@triton.jit
def fill(x, VALUE: tl.constexpr, n):
    tl.store(x + tl.arange(0, 16), VALUE, mask=tl.arange(0, 16) < n)


@triton.jit
def long(x, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12):
    tl.store(x, a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11 + a12)


@triton.jit(repr=lambda _: "another")
def renamed(x):
    tl.store(x, 1.0)


@triton.autotune(configs=[triton.Config({"BLOCK": 16})], key=[])
@triton.jit
def tuned(x, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 1.0)
`;

const HEAD = (version: string): string => `package: demo
triton: ${version}
targets: [sm_90]
generator: triton
kernels:
`;

const GOOD = `  "add_b{block}_fp32":
    for: { block: [128, 256] }
    source: k.py:add
    signature: "*fp32:16, *fp32:16, *fp32:16, i32, {block}"
    grid: (n + BLOCK - 1) / BLOCK
    generator: { name: triton, out: "fp32/add_b{block}_fp32", link: add_fp32 }
`;

/** Kernels for which the tools write something wrong, and what shows it in their files. */
const WRONG: Readonly<
  Record<string, readonly [kernel: string, signature: string, file: RegExp, text: string]>
> = {
  a_double: ['scale', '*fp32, fp32, i32, 16', /^a_double\.h$/, 'double factor'],
  cut: ['scale', '*fp64, fp64, i64:1, 16', /^cut\.h$/, 'int32_t step'],
  fraction: ['fill', '*fp32, 0.5, i32', /^fraction\.c$/, 'fraction_0.5_warps'],
  renamed: ['renamed', '*fp32', /^renamed\.\w+\.c$/, '"renamed"'],
  twelfth: ['long', `*i32${', i32'.repeat(11)}, i32:16`, /^twelfth\.c$/, '(uintptr_t)a2 % 16 == 0'],
};

/** The text of a kernel in a manifest. */
function entryOf(name: string, kernel: string, signature: string): string {
  return `  ${name}:\n    source: k.py:${kernel}\n    signature: "${signature}"\n    grid: 1\n`;
}

/** A driver on which `add` runs: the tools call nothing else of it. */
const DRIVER = `#include <cuda.h>
#include <stdio.h>
static int loaded = 0;
CUresult cuModuleLoadData(CUmodule *module, const void *image) { (void)image; loaded++; *module = (CUmodule)1; return CUDA_SUCCESS; }
CUresult cuModuleUnload(CUmodule module) { (void)module; loaded--; return CUDA_SUCCESS; }
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) { (void)module; printf("load %s\\n", name); *function = (CUfunction)1; return CUDA_SUCCESS; }
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute which, CUdevice device) { (void)which; (void)device; *value = 232448; return CUDA_SUCCESS; }
CUresult cuGetErrorString(CUresult error, const char **text) { (void)error; *text = "error"; return CUDA_SUCCESS; }
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) { (void)function; (void)config; return CUDA_SUCCESS; }
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute which, int value) { (void)function; (void)which; (void)value; return CUDA_SUCCESS; }
CUresult cuLaunchKernel(CUfunction function, unsigned gX, unsigned gY, unsigned gZ, unsigned bX, unsigned bY, unsigned bZ, unsigned shared, CUstream stream, void **args, void **extra) {
  (void)function; (void)bY; (void)bZ; (void)shared; (void)stream; (void)extra;
  printf("launch %ux%ux%u of %u\\n", gX, gY, gZ, bX);
  const float *x = (const float *)*(CUdeviceptr *)args[0], *y = (const float *)*(CUdeviceptr *)args[1];
  float *out = (float *)*(CUdeviceptr *)args[2];
  for (int i = 0; i < *(int *)args[3]; i++) out[i] = x[i] + y[i];
  return CUDA_SUCCESS;
}
`;

const PROGRAM = `#include "add_fp32.h"
#include <stdio.h>
static _Alignas(16) float x[300], y[300], out[301];
int main(void) {
  for (int i = 0; i < 300; i++) { x[i] = (float)i; y[i] = 1.0f; }
  load_add_b128_fp32();
  for (int algo = 0; algo < add_b128_fp32_get_num_algos(); algo++) {
    out[299] = 0.0f;
    if (add_b128_fp32(0, (CUdeviceptr)x, (CUdeviceptr)y, (CUdeviceptr)out, 300, algo) != CUDA_SUCCESS) return 1;
    printf("%g\\n", out[299]);
  }
  printf("refused %d\\n", add_b128_fp32(0, (CUdeviceptr)x, (CUdeviceptr)y, (CUdeviceptr)(out + 1), 300, 0) == CUDA_ERROR_INVALID_VALUE);
  unload_add_b128_fp32();
  return 0;
}
`;

const signal = new AbortController().signal;

describe.each(TRITON_VERSIONS)("the files of Triton %s's own tools", (version) => {
  let space: Workspace;
  let python: string;
  let include: string;
  let built: ProcessResult;

  beforeAll(async () => {
    python = await tritonPython(version);
    include = join(await tritonTools(version), 'include');
    space = await workspace({ 'k.py': SOURCE, 'good.yaml': `${HEAD(version)}${GOOD}` });
    built = await build('good.yaml', 'aot');
    expectSuccess(built);
  }, 600_000);
  afterAll(() => space.remove());

  const build = (
    manifest: string,
    out: string,
    ...more: readonly string[]
  ): Promise<ProcessResult> =>
    space.triton([
      'build',
      '--manifest',
      manifest,
      '--out',
      out,
      '--python',
      python,
      '--store',
      'store',
      ...more,
    ]);

  const compiled = (
    argv: readonly string[],
    texts: Readonly<Record<string, string>> = {},
  ): Promise<ProcessResult> =>
    Promise.all(Object.entries(texts).map(([name, text]) => space.write(name, text))).then(() =>
      run(argv, { cwd: space.folder, env: process.env, signal }),
    );

  it('have the names that the tools give them, beside the files of the package', async () => {
    const names = (await readdir(join(space.folder, 'aot'))).filter((name) => /\.[ch]$/.test(name));
    expect(names.toSorted()).toEqual(['add_fp32.c', 'add_fp32.h']);
    const suffix = version === '3.6.0' ? '0d1d2d34' : '0d1d2d';
    expect((await readdir(join(space.folder, 'aot/fp32'))).toSorted()).toEqual(
      ['add_b128_fp32', 'add_b256_fp32'].flatMap((name) =>
        ['c', 'h'].map((end) =>
          expect.stringMatching(`^${name}\\.[0-9a-f]{8}_${suffix}\\.${end}$`),
        ),
      ),
    );
    expect(warningsIn(built.stderr)).toBe('');
    expectSuccess(await space.triton(['verify', '--package', 'aot']));
  });

  it('come from the store the next time', async () => {
    expect(built.stderr).toContain("Run Triton's compile.py and link.py for add_fp32: 6 files");
    const again = await build('good.yaml', 'again');
    expectSuccess(again);
    expect(again.stderr).not.toContain('Run Triton');
    for (const name of ['add_fp32.c', 'add_fp32.h'])
      expect(await readFile(join(space.folder, 'again', name))).toEqual(
        await readFile(join(space.folder, 'aot', name)),
      );
  });

  it.each(COMPILERS)('compile with %s, and the linked function launches each algo', async (cc) => {
    const flags = ['-std=c11', `-I${include}`, '-Iaot', '-o', 'program'];
    const sources = (await readdir(join(space.folder, 'aot/fp32')))
      .filter((name) => name.endsWith('.c'))
      .map((name) => `aot/fp32/${name}`);
    const all = ['program.c', 'driver.c', 'aot/add_fp32.c', ...sources];
    expectSuccess(
      await compiled([cc, ...flags, ...all], { 'program.c': PROGRAM, 'driver.c': DRIVER }),
    );
    const { stdout } = await compiled([join(space.folder, 'program')]);
    expect(stdout.split('\n')).toEqual([
      'load add',
      'load add',
      'launch 3x1x1 of 128',
      '300',
      'launch 2x1x1 of 128',
      '300',
      'refused 1',
      '',
    ]);
  });

  describe('that are wrong', () => {
    let warnings: string;
    beforeAll(async () => {
      const entries = Object.entries(WRONG).map(([name, [kernel, signature]]) =>
        entryOf(name, kernel, signature),
      );
      await space.write('wrong.yaml', `${HEAD(version)}${entries.join('')}`);
      const { code, stderr } = await build('wrong.yaml', 'wrong');
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      warnings = warningsIn(stderr);
    }, 600_000);

    it.each(Object.entries(WRONG))('come with a warning: %s', async (name, expected) => {
      const [, , file, text] = expected;
      const line = 6 + 4 * Object.keys(WRONG).indexOf(name);
      expect(warnings).toContain(`wrong.yaml:${line}:3: ${name}: `);
      const names = await readdir(join(space.folder, 'wrong'));
      const found = names.find((each) => file.test(each)) ?? '';
      expect(await readFile(join(space.folder, 'wrong', found), 'utf8')).toContain(text);
    });

    it('are missing if link.py fails, and the failure comes after the warning', async () => {
      const entry = entryOf('misread', 'fill', '*fp32:16, 2, i32:16');
      await space.write('misread.yaml', `${HEAD(version)}${entry}`);
      const { code, stderr } = await build('misread.yaml', 'misread');
      expect(warningsIn(stderr)).toContain('misread.yaml:6:3: misread: link.py can check the hint');
      if (version === '3.6.0') expect(code).toBe(0);
      else expect([code, stderr]).toEqual([4, expect.stringContaining('invalid extra suffix: 2d')]);
    });
  });

  it('are of functions without decorators, for one target', async () => {
    await space.write('tuned.yaml', `${HEAD(version)}${entryOf('tuned', 'tuned', '*fp32, 16')}`);
    const tuned = await build('tuned.yaml', 'tuned');
    expect(tuned.code).toBe(4);
    expect(tuned.stderr).toContain("tuned.yaml:6:3: tuned: Triton's own tools failed: Attr");
    const several = await build('good.yaml', 'several', '--targets', 'sm_80,sm_90');
    expect(several.code).toBe(2);
    expect(several.stderr).toContain('for one NVIDIA architecture');
  });
});

/** A kernel with the parameters of that in the documentation. */
const FMHA = `import triton
import triton.language as tl


@triton.jit
def fmha_kernel(q, k, v, out, n, D: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(q + at) + tl.load(k + at) * tl.load(v + at) + D, mask=at < n)
`;

it('the documentation has a manifest, and the names of the files that the tools write for it', async () => {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
  const texts = pages
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(ROOT, 'docs', name), 'utf8'))
    .filter((page) => page.includes('\ngenerator: triton\n'));
  expect(texts).toHaveLength(1);
  const blocks = [...(texts[0] ?? '').matchAll(/^```(\w*)\n(.*?)^```$/gms)];
  const manifest = blocks.findIndex(([, , block = '']) => block.includes('\ngenerator: triton\n'));
  const [, , listed = ''] =
    blocks.slice(manifest).find(([, , block = '']) => block.startsWith('aot/')) ?? [];
  const shown = [...listed.matchAll(/^ +(\S+\.c) {2}\.h /gm)].map(([, name = '']) => name);
  expect(shown.length).toBeGreaterThan(1);

  const files = { 'fmha.py': FMHA, 'kernels.yaml': blocks[manifest]?.[2] ?? '' };
  const space = await workspace(files);
  expectSuccess(await space.triton(['build', '--store', 'store']));
  const written = readdirSync(join(space.folder, 'aot'), { recursive: true, encoding: 'utf8' });
  for (const name of shown.flatMap((each) => [each, each.replace(/c$/, 'h')])) {
    const form = new RegExp(
      `^${name.replaceAll('.', String.raw`\.`).replace('HASH', '[0-9a-f]{8}')}$`,
    );
    expect(written).toContainEqual(expect.stringMatching(form));
  }
  await space.remove();
}, 600_000);
