import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MATMUL, SAXPY } from '../features/authoring/kernels.ts';
import { errorsIn, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

describe('init', () => {
  let space: Workspace;

  beforeEach(async () => {
    space = await workspace({ 'saxpy.py': SAXPY, 'nn/matmul.py': MATMUL });
  });

  afterEach(async () => space.remove());

  const manifest = () => readFile(join(space.folder, 'kernels.yaml'), 'utf8');

  it('adds a second kernel to the manifest', async () => {
    await space.triton(['init', 'saxpy.py:saxpy_kernel']);
    const first = await manifest();
    const added = await space.triton(['init', 'nn/matmul.py:_product', '--name', 'matmul']);
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Added it to kernels\.yaml: kernel matmul\n.*\nNext: fill in each TODO, then triton-aot build\n$/,
      ),
    });
    expect((await manifest()).startsWith(first.trimEnd())).toBe(true);
    expect((await manifest()).match(/source: .*/g)).toEqual([
      'source: saxpy.py:saxpy_kernel',
      'source: nn/matmul.py:_product',
    ]);
    const again = await space.triton(['init', 'saxpy.py:saxpy_kernel']);
    expect(again.code).toBe(2);
    expectGolden(errorsIn(again.stderr));
  });
});
