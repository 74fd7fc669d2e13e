import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sha256 } from '../../src/base/text.ts';
import { type Workspace, workspace } from '../support/command.ts';

const KERNELS = `import triton
import triton.language as tl


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, tl.load(x + offsets, mask=mask), mask=mask)


@triton.jit
def wrong(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y + offsets, undefined_name + n)
`;
const ENTRY = `
    signature: "*fp32, *fp32, i32, 128"
    grid: cdiv(n, BLOCK)
`;
const HEAD = `package: demo
triton: 3.9.0
targets: [sm_80, sm_90]
defaults: { specialise: listed }
kernels:
`;
const GOOD = `${HEAD}  copy:
    source: kernels.py:copy${ENTRY}`;

/** Returns the hash of every file of a folder, by path. */
async function contents(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
  const hashed: Record<string, string> = {};
  for (const path of paths.toSorted((a, b) => (a < b ? -1 : 1))) {
    hashed[path] = sha256(await readFile(join(folder, path)));
  }
  return hashed;
}

describe('build', () => {
  let space: Workspace;
  /** A folder with a package and its store. */
  let built: Workspace;
  let before: Record<string, string>;
  beforeAll(async () => {
    built = await workspace({ 'kernels.py': KERNELS, 'kernels.yaml': GOOD });
    await built.triton(['build', '--store', 'store']);
    before = await contents(join(built.folder, 'aot'));
  });
  afterAll(() => built.remove());
  beforeEach(async () => {
    space = await workspace({ 'kernels.py': KERNELS, 'kernels.yaml': GOOD });
  });
  afterEach(() => space.remove());

  const copyBuilt = (): Promise<void> => cp(built.folder, space.folder, { recursive: true });

  it('keeps the package of the last successful build if a later one fails', async () => {
    await copyBuilt();
    await space.write('kernels.yaml', `${GOOD}  wrong:\n    source: kernels.py:wrong${ENTRY}`);
    expect((await space.triton(['build', '--store', 'store'])).code).toBe(4);
    expect(await contents(join(space.folder, 'aot'))).toEqual(before);
    expect(await readdir(space.folder)).toEqual(['aot', 'kernels.py', 'kernels.yaml', 'store']);
  });

  it('starts many workers, and Node warns of nothing', async () => {
    const sizes = Array.from({ length: 12 }, (_, index) => `{ BLOCK: ${2 ** index} }`);
    await space.write(
      'kernels.yaml',
      `${HEAD}  copy:
    source: kernels.py:copy
    arguments: { x: "*fp32", y: "*fp32", n: i32 }
    configs: [${sizes.join(', ')}]
    grid: cdiv(n, BLOCK)
`,
    );
    const args = ['build', '--store', 'store', '--targets', 'sm_90'];
    const { code, stderr } = await space.triton([...args, '--jobs', '12', '--verbose']);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('with 12 workers'),
    });
    expect(stderr).not.toContain('Warning');
  });
});
