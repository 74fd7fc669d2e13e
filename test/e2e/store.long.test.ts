import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

const MANIFEST = `package: demo
triton: 3.9.0
targets: [sm_90]
defaults: { specialise: listed }
kernels:
  one: { source: "k.py:k", signature: "*fp32, 64", grid: 1 }
  two: { source: "k.py:k", signature: "*fp32, 128", grid: 1 }
`;
const KERNEL = `import triton
import triton.language as tl


@triton.jit
def k(x, N: tl.constexpr):
    tl.store(x + tl.arange(0, N), 0)
`;

describe('the store of a build', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace({ 'kernels.yaml': MANIFEST, 'k.py': KERNEL });
  });
  afterEach(() => space.remove());

  const build = (...args: readonly string[]) =>
    space.triton(['build', '--store', 'store', ...args]);

  const plan = async (...args: string[]): Promise<string> =>
    (await space.triton(['plan', '--store', 'store', ...args])).stdout;

  it('serves parallel builds, and stays below its limit', async () => {
    const builds = await Promise.all(
      ['a', 'b', 'c'].map((out) => build('--out', out, '--jobs', '1')),
    );
    expect(builds.map(({ code }) => code)).toEqual([0, 0, 0]);
    const sums = ['a', 'b', 'c'].map((out) =>
      readFile(join(space.folder, out, 'SHA256SUMS'), 'utf8'),
    );
    expect(new Set(await Promise.all(sums)).size).toBe(1);

    // Results that the build used stay. Others are removed if the store is too large.
    await space.write('k.py', KERNEL.replace('0)\n', '1)\n'));
    const last = await build('--store-limit', '1KB');
    const pruned = /removed \d+ .*$/m.exec(last.stderr)?.[0] ?? '';
    expectGolden(pruned.replace(/\d+\.\d KB/, 'SIZE'));
    expect((await plan()).match(/ stored {3}/g)).toHaveLength(2);
  });
});
