import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../src/base/process.ts';
import { expectSuccess, ROOT, type Workspace, workspace } from '../support/command.ts';
import { HERE } from '../support/here.ts';

// Needs a Python with PyTorch, Triton and NumPy: TORCH_PYTHON names it.
const PYTHON = process.env['TORCH_PYTHON'] ?? '';

/** Constant pointers, lists of addresses, descriptors made by the host, tuples: recorded, built and tested without an edit. */
describe('a recording of a program with rare kinds of arguments', () => {
  let space: Workspace;
  let manifest: string;

  beforeAll(async () => {
    if (PYTHON === '') throw new Error('set TORCH_PYTHON to a Python with PyTorch');
    space = await workspace();
    await cp(join(ROOT, 'test/fixtures/emulated-program'), space.folder, { recursive: true });
    const emulated = ['-m', 'triton_aot_emulate', '--record', 'recording', 'app.py'];
    expectSuccess(
      await run([PYTHON, '-B', '-W', 'ignore', ...emulated], {
        cwd: space.folder,
        env: {
          PATH: process.env['PATH'],
          PYTHONPATH: join(ROOT, 'python/emulate'),
          TRITON_CACHE_DIR: join(space.folder, 'jit'),
        },
        signal: HERE.signal,
      }),
    );
    expectSuccess(await space.triton(['record', '--from', 'recording']));
    manifest = await readFile(join(space.folder, 'kernels.yaml'), 'utf8');
  }, 300_000);
  afterAll(() => space.remove());

  it.each([
    ['constant pointers', 'x: "*fp16"\n      index: "*i64"'],
    [
      'tensors of several sizes',
      'targets: { shape: [sources_size_0, sources_size_1], table: fp16, role: inout }',
    ],
    ['the sizes of a call', 'buffers: { sizes: { fill: { values: [600, 150] } } }'],
    ['slices of one tensor', 'slices: { shape: [slices_size_0, n], table: fp32, role: inout }'],
    ['descriptors of a part of a tensor', 'x: { shape: [x_size_0, x_size_1], strides: [256, 1] }'],
    ['a size that the kernel computes', '[1, x_size_1, cdiv(n, BLOCK), 1]'],
    ['a dtype of torch', 'constants: { KIND: "torch.bfloat16", BLOCK: 128 }'],
    ['a tuple', 'add_pair (app.py:53): `pair` is a tuple of run-time values'],
  ])('has %s', (_what, text) => {
    expect(manifest).toContain(text);
  });

  it('becomes a package that passes its smoke test', async () => {
    expectSuccess(await space.triton(['build']));
    const { stdout, ...tested } = await space.triton(['smoke', '--emulate']);
    expectSuccess(tested);
    expect(stdout).toMatch(/\d passed, 0 failed\n$/);
  }, 300_000);
});
