import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

/** The example with two kernels of one variant each, and one case. */
const MANIFEST = `package: vector_add
version: 1.0.0
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  "vector_add_{dtype}":
    for: { dtype: [fp32, fp16] }
    source: vector_add.py:add_kernel
    signature: "*{dtype}:16, *{dtype}:16, *{dtype}:16, i64:16, 1024"
    grid: [cdiv(n, BLOCK)]
    smoke:
      reference: reference.py:add
      buffers: { x_ptr: [n], y_ptr: [n], out_ptr: { shape: [n], role: out } }
      cases: [{ n: 4096 }]
`;

describe('verify', () => {
  let space: Workspace;
  const at = (path: string): string => join(space.folder, path);
  const verify = (...args: readonly string[]) => space.triton(['verify', ...args]);
  const rebuild = (...args: readonly string[]) =>
    verify('--manifest', 'kernels.yaml', '--store', 'store', ...args);

  beforeAll(async () => {
    space = await workspace();
    await space.example('vector-add');
    await space.write('kernels.yaml', MANIFEST);
    expectSuccess(await space.triton(['build', '--store', 'store']));
    expectSuccess(await space.triton(['pack', '--package', 'aot', '--out', 'dist']));
  });
  afterAll(() => space.remove());

  it('verifies an archive, and rebuilds the same bytes with --manifest', async () => {
    const archives = (await readdir(at('dist'))).filter((name) => name.includes('.tar.'));
    expect(archives.toSorted()).toEqual(['aot-vector_add-1.0.0.tar.gz']);
    for (const archive of archives) {
      const { code, stdout } = await rebuild('--package', `dist/${archive}`);
      expect(code).toBe(0);
      expectGolden(stdout);
    }
  });
});
