import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Memory } from '../../../src/base/context.ts';
import { findKernels, guessKernel } from '../../../src/features/authoring/guesses.ts';
import { kernelName, manifestOf } from '../../../src/features/authoring/init-entry.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import {
  BLOCKS,
  BY_DEVICE,
  BY_PACKAGE,
  GATHER,
  HELPER,
  MATMUL,
  ROWS,
  SAXPY,
  WAITS,
} from './kernels.ts';

const CONTEXT = { env: process.env, memory: new Memory(), signal: new AbortController().signal };

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'init-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
}

const request = () => ({ manifest: join(folder, 'kernels.yaml') });

async function guess(fn: string, file = 'k.py') {
  return guessKernel(join(folder, file), fn, request(), CONTEXT);
}

/** The manifest for the function of a file, which must be valid. */
async function manifestFor(fn: string, text: string): Promise<string> {
  await write({ 'k.py': text });
  const kernel = { name: kernelName(fn), guess: await guess(fn) };
  const manifest = manifestOf(kernel, 'My kernels 2', '3.9.0');
  readManifest(manifest, 'kernels.yaml');
  return manifest;
}

it('the test does not depend on values of configs that are computed', async () => {
  const text = await manifestFor(
    'k',
    `import triton
import triton.language as tl

def configs():
    return [triton.Config({"BLOCK": 2 ** each}) for each in (7, 8)]

@triton.autotune(configs(), key=["n"])
@triton.jit
def k(x, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, 1.0)
`,
  );
  expect(text).toContain('# no test yet: ');
  expect(text).toContain('# smoke:');
});

it('a type that the caller chooses names the kernels', async () => {
  const text = await manifestFor(
    'k',
    `import torch
import triton
import triton.language as tl

@triton.jit
def k(x, y):
    tl.store(y + tl.program_id(0), tl.load(x + tl.program_id(0)))

def run(x):
    assert x.dtype in (torch.float16, torch.bfloat16)
    k[(x.numel(),)](x, torch.empty_like(x))
`,
  );
  const { kernels } = readManifest(text, 'kernels.yaml');
  expect(kernels.map(({ name }) => name)).toEqual(['k_fp16', 'k_bf16']);
});

async function problemOf(body: () => Promise<unknown>): Promise<string> {
  return (await failureOf(body)).replaceAll(folder, 'FOLDER');
}

describe('the page about launches', () => {
  it('shows what init writes', async () => {
    const page = new URL('../../../docs/guides/torch-files.md', import.meta.url);
    const blocks = [...(await readFile(page, 'utf8')).matchAll(/```(\w+)\n(.*?)```/gs)];
    const [source = ''] = blocks.flatMap(([, kind, text]) => (kind === 'python' ? [text] : []));
    const [entry = ''] = blocks.flatMap(([, kind, text]) => (kind === 'yaml' ? [text] : []));
    const manifest = await manifestFor('rms_norm_kernel', source);
    expect(manifest.replaceAll('k.py', 'norm.py')).toContain(entry);
  });
});

describe('a new manifest', () => {
  it('has the grid, the buffers and the sizes that masks give', async () => {
    expectGolden(await manifestFor('saxpy_kernel', SAXPY));
  });

  it('follows calls, groups of programs, and addresses that move in a loop', async () => {
    expectGolden(await manifestFor('_product', MATMUL));
  });

  it('tells pointers that are only written from those that are changed', async () => {
    expectGolden(await manifestFor('normalise', ROWS));
  });

  it('reads block pointers', async () => {
    expectGolden(await manifestFor('transpose', BLOCKS));
  });

  it('takes a stride of an output as a number, not as a flag', async () => {
    const text = SAXPY.replace('alpha * x', 'x').replace(/\balpha\b/, 'output_row_stride');
    expect(text).not.toBe(SAXPY);
    expect(await manifestFor('saxpy_kernel', text)).toContain('output_row_stride: i32');
  });

  it('keeps loaded indices inside of the tensor that they index', async () => {
    expectGolden(await manifestFor('gather', GATHER));
  });

  it('comments the test out if programs wait for each other', async () => {
    expect(await manifestFor('meet', WAITS)).toContain('# no test yet: programs wait');
  });

  it('lists the values that are known only when the program runs', async () => {
    expectGolden(await manifestFor('clip', BY_DEVICE));
  });
});

describe('a function that is known only when the program runs', () => {
  it('has no guess', async () => {
    expectGolden(await manifestFor('squash', BY_PACKAGE));
  });
});

describe('a list of kernels', () => {
  it('has the kernels of all files, without the functions that kernels call', async () => {
    await write({
      'a/saxpy.py': SAXPY,
      'matmul.py': MATMUL,
      'helper.py': HELPER,
      'broken.py': '@triton.jit\ndef (',
      '.venv/saxpy.py': SAXPY,
    });
    const found = await findKernels(folder, request(), CONTEXT);
    expect(found.map((each) => `${each.path.slice(folder.length)}:${each.function}`)).toEqual([
      '/matmul.py:_product',
      '/a/saxpy.py:saxpy_kernel',
    ]);
    expect(found[1]).toMatchObject({
      line: 6,
      parameters: ['x_ptr', 'y_ptr', 'out_ptr', 'alpha', 'n', 'BLOCK'],
    });
  });

  it('is empty for files without kernels', async () => {
    await write({ 'plain.py': 'def f(): pass' });
    expect(await findKernels(folder, request(), CONTEXT)).toEqual([]);
  });
});

describe('what cannot be guessed', () => {
  it('is a file that does not exist', async () => {
    expectGolden(await problemOf(() => guess('f', 'other.py')));
  });

  it('is a function that does not exist', async () => {
    await write({ 'k.py': SAXPY });
    expectGolden(await problemOf(() => guess('saxpi_kernel')));
  });

  it('is a function without @triton.jit', async () => {
    await write({ 'k.py': 'def f(x):\n    pass\n' });
    expectGolden(await problemOf(() => guess('f')));
  });

  it('is a function that returns a value', async () => {
    await write({ 'k.py': HELPER });
    expectGolden(await problemOf(() => guess('double')));
  });

  it('is a file outside of the manifest’s folder', async () => {
    await write({ 'k.py': SAXPY });
    const inside = { manifest: join(folder, 'sub/kernels.yaml') };
    expectGolden(
      await problemOf(() => guessKernel(join(folder, 'k.py'), 'saxpy_kernel', inside, CONTEXT)),
    );
  });

  it('is a file that is not Python', async () => {
    await write({ 'k.py': 'def f(:\n' });
    expect(await problemOf(() => guess('f'))).toMatch(/^usage: FOLDER\/k\.py:1: /);
  });
});
