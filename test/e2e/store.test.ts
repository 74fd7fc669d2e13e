import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../src/core/base/text.ts';
import { type Workspace, workspace } from '../support/command.ts';

const HASHES = Array.from({ length: 4 }, (_, index) => sha256(`${index}`));
const MANIFEST = `package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
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

describe('the command store', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace();
    for (const [day, hash] of HASHES.entries()) await place(`${hash}.kernel`, day + 1);
    await writeFile(join(space.folder, 'store/notes.txt'), 'mine');
  });
  afterEach(() => space.remove());

  /** A file of 1,000 bytes in the store, used on that day. */
  async function place(name: string, day: number): Promise<void> {
    const folder = join(space.folder, 'store/v2', name.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, name), Buffer.alloc(1000));
    const used = new Date(Date.UTC(2024, 0, day));
    await utimes(join(folder, name), used, used);
  }

  const store = async (...args: string[]) => space.triton(['store', '--store', 'store', ...args]);

  it('shows what is kept', async () => {
    expect(await store()).toMatchObject({
      code: 0,
      stdout: `store
  kernel: 4 entries, 4.0 KB
  expected: 0 entries, 0 B
  alias: 0 entries, 0 B
  in all 4 entries, 4.0 KB, used from 2024-01-01 to 2024-01-04
`,
    });
  });

  it('prunes what was not used for longest', async () => {
    const { stdout } = await store('--prune', '2.5KB', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      entries: 2,
      oldestUse: '2024-01-03T00:00:00.000Z',
      removed: { entries: 2, bytes: 2000 },
    });
  });

  it('clears everything of its own and nothing else', async () => {
    expect((await store('--clear')).stdout).toMatch(/^removed 4 entries, 4\.0 KB\n/);
    expect(await readdir(join(space.folder, 'store'))).toEqual(['notes.txt']);
  });

  it('refuses a size that is none, and to prune what it clears', async () => {
    expect(await store('--prune', 'much')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Expected a size such as 5GB'),
    });
    expect((await store('--prune', '1GB', '--clear')).code).toBe(2);
  });
});

describe('the store of builds', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace({ 'kernels.yaml': MANIFEST, 'k.py': KERNEL });
  });
  afterEach(() => space.remove());

  const plan = async (...args: string[]): Promise<string> =>
    (await space.triton(['plan', '--store', 'store', ...args])).stdout;

  it('is what a plan tells of, and what shards go by', async () => {
    expect((await plan()).match(/ missing /g)).toHaveLength(4);
    expect((await space.triton(['build', '--store', 'store', '--only', 'one'])).code).toBe(0);
    const lines = (await plan()).trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ +/).slice(1, 3))).toEqual([
      ['stored', 'one'],
      ['stored', 'one'],
      ['missing', 'two'],
      ['missing', 'two'],
    ]);
    expect(JSON.parse(await plan('--shards', '2', '--json'))).toEqual({
      shards: [
        { only: 'two', variants: 2 },
        { only: 'one', variants: 2 },
      ],
    });
  });

  it('serves builds that run at once, and stays below its limit', async () => {
    const builds = await Promise.all(
      ['a', 'b', 'c'].map((out) =>
        space.triton(['build', '--store', 'store', '--out', out, '--jobs', '1']),
      ),
    );
    expect(builds.map(({ code }) => code)).toEqual([0, 0, 0]);
    const sums = ['a', 'b', 'c'].map((out) =>
      readFile(join(space.folder, out, 'SHA256SUMS'), 'utf8'),
    );
    expect(new Set(await Promise.all(sums)).size).toBe(1);

    // What a build used stays; what is left of others goes once the store is too large.
    await space.write('k.py', KERNEL.replace('0)\n', '1)\n'));
    const last = await space.triton(['build', '--store', 'store', '--store-limit', '1KB']);
    expect(last.stderr).toMatch(/results not used for long left the store/);
    expect((await plan()).match(/ stored /g)).toHaveLength(4);
  });
});
