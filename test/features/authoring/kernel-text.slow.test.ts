import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Memory } from '../../../src/base/context.ts';
import { describeKernel, findKernels } from '../../../src/features/authoring/kernel-text.ts';
import { kernelName, manifestOf } from '../../../src/features/authoring/init-entry.ts';
import { readManifest } from '../../../src/manifest/manifest.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';
import { BY_DEVICE, BY_PACKAGE, HELPER, MATMUL, ROWS, SAXPY } from './kernels.ts';

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

async function described(fn: string, file = 'k.py') {
  return describeKernel(join(folder, file), fn, request(), CONTEXT);
}

async function problemOf(body: () => unknown): Promise<string> {
  return (await failureOf(body)).replaceAll(folder, 'FOLDER');
}

describe('a new manifest', () => {
  it.each([
    ['saxpy_kernel', SAXPY],
    ['_product', MATMUL],
    ['normalise', ROWS],
    ['clip', BY_DEVICE],
    ['squash', BY_PACKAGE],
  ])(
    'has what the text of %s says, and cannot be built until the rest is filled in',
    async (fn, text) => {
      await write({ 'k.py': text });
      const { entry } = await described(fn);
      const manifest = manifestOf(
        { entry: { ...entry, name: kernelName(fn) } },
        'My kernels 2',
        '3.9.0',
      );
      expectGolden(manifest);
      const problems = await problemOf(() => readManifest(manifest, 'kernels.yaml'));
      expect(problems.split('\n')).toHaveLength(manifest.split(': TODO').length - 1);
    },
  );
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

describe('what cannot be described', () => {
  it('is a file that does not exist', async () => {
    expectGolden(await problemOf(() => described('f', 'other.py')));
  });

  it('is a function that does not exist', async () => {
    await write({ 'k.py': SAXPY });
    expectGolden(await problemOf(() => described('saxpi_kernel')));
  });

  it('is a function without @triton.jit', async () => {
    await write({ 'k.py': 'def f(x):\n    pass\n' });
    expectGolden(await problemOf(() => described('f')));
  });

  it('is a function that returns a value', async () => {
    await write({ 'k.py': HELPER });
    expectGolden(await problemOf(() => described('double')));
  });

  it('is a file outside of the manifest’s folder', async () => {
    await write({ 'k.py': SAXPY });
    const inside = { manifest: join(folder, 'sub/kernels.yaml') };
    expectGolden(
      await problemOf(() => describeKernel(join(folder, 'k.py'), 'saxpy_kernel', inside, CONTEXT)),
    );
  });

  it('is a file that is not Python', async () => {
    await write({ 'k.py': 'def f(:\n' });
    expect(await problemOf(() => described('f'))).toMatch(/^usage: FOLDER\/k\.py:1: /);
  });
});
