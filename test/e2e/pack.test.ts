import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorsIn, expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

const execute = promisify(execFile);

const KERNELS = `import triton
import triton.language as tl


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, tl.load(x + offsets, mask=mask), mask=mask)
`;
const MANIFEST = `package: demo
version: 1.2.0
triton: 3.9.0
targets: [sm_80, sm_90]
defaults: { specialise: listed }
kernels:
  copy:
    source: kernels.py:copy
    signature: "*fp32, *fp32, i32, 128"
    grid: cdiv(n, BLOCK)
    smoke:
      reference: none
      cases: [{ n: 300 }]
      buffers: { x: [n], y: { shape: [n], role: out } }
  fast:
    source: kernels.py:copy
    signature: "*fp32, *fp32, i32, 256"
    grid: cdiv(n, BLOCK)
    targets: [sm_90]
`;

describe('pack', () => {
  let space: Workspace;
  /** Shared, so that kernels are compiled once. */
  let store: Workspace;
  beforeAll(async () => {
    store = await workspace();
  });
  afterAll(() => store.remove());
  beforeEach(async () => {
    space = await workspace({ 'kernels.py': KERNELS, 'kernels.yaml': MANIFEST });
  });
  afterEach(() => space.remove());

  const build = ({ triton }: Workspace, ...args: readonly string[]) =>
    triton(['build', '--store', store.folder, ...args]);

  it('makes an archive that tar, gzip and sha256sum accept', async () => {
    expectSuccess(await build(space));
    const packed = await space.triton(['pack']);
    expectSuccess(packed);
    expect(packed.stdout).toMatch(
      /^Packed demo 1\.2\.0 from aot into release\n {2}aot-demo-1\.2\.0\.tar\.gz /,
    );
    const release = join(space.folder, 'release');
    const options = { cwd: release };
    await execute('sha256sum', ['--check', '--strict', 'aot-demo-1.2.0.SHA256SUMS'], options);
    await execute('gzip', ['--test', 'aot-demo-1.2.0.tar.gz'], options);
    const sums = await readFile(join(space.folder, 'aot/SHA256SUMS'), 'utf8');
    const paths = sums.split('\n').flatMap((line) => (line === '' ? [] : [line.slice(66)]));
    const entries = [...paths, 'SHA256SUMS'].toSorted().map((path) => `demo-1.2.0/${path}`);
    const list = ['--list', '--file', 'aot-demo-1.2.0.tar.gz'];
    const { stdout, stderr } = await execute('tar', list, options);
    expect({ entries: stdout.trimEnd().split('\n'), stderr }).toEqual({ entries, stderr: '' });
  });

  it('makes the same archives of a package that is built in another folder', async () => {
    const other = await workspace({ 'sub/kernels.py': KERNELS, 'sub/kernels.yaml': MANIFEST });
    try {
      const there = ['--out', 'there/package', '--manifest', 'sub/kernels.yaml'];
      expectSuccess(await build(space));
      expectSuccess(await build(other, ...there));
      const first = await space.triton(['pack', '--json']);
      const second = await other.triton(['pack', '--json', '--package', 'there/package']);
      const sums = ({ stdout }: { stdout: string }): unknown =>
        JSON.parse(stdout).packages[0].files.map((file: { sha256: string }) => file.sha256);
      expect(sums(second)).toEqual(sums(first));
    } finally {
      await other.remove();
    }
  });

  it('rejects a folder without a package', async () => {
    await mkdir(join(space.folder, 'aot'));
    const none = await space.triton(['pack']);
    expectGolden(errorsIn(none.stderr));
    expect(none.code).toBe(2);
  });
});
