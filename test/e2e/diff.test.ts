import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessResult } from '../../src/base/process.ts';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

const SOURCE = `import triton
import triton.language as tl


@triton.jit
def add(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, tl.load(x + offsets, mask=mask) + 1, mask=mask)
`;
/** The same code with another name for a variable, and a comment. */
const RENAMED = `# Adds 1.\n${SOURCE.replaceAll('offsets', 'positions')}`;

const manifest = (warps: number): string => `package: demo
triton: 3.9.0
targets: [sm_80]
kernels:
  add:
    source: add.py:add
    signature: "*fp32:16, *fp32:16, i32:16, 2048"
    grid: cdiv(n, BLOCK)
    num_warps: ${warps}
`;

/** Fewer warps: each thread has more elements, and so more registers. */
const GOOD = manifest(8);
const WORSE = manifest(4);

/** Numbers that depend on the assembler are replaced. */
const withoutNumbers = (text: string): string =>
  text
    .replaceAll(/[+−][\d.]+ %/g, '±N %')
    .replaceAll(/\b[\d.]+ (KiB|B)\b/g, 'N B')
    .replaceAll(/([Rr]egisters|instructions|\*\*)( ?)\d+ → \d+/g, '$1$2N → N')
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'DATE');

describe('builds of a package', () => {
  let space: Workspace;
  const build = (...args: readonly string[]): Promise<ProcessResult> =>
    space.triton(['build', '--store', 'store', '--jobs', '2', ...args]);

  beforeAll(async () => {
    space = await workspace({ 'kernels.yaml': GOOD, 'add.py': SOURCE });
    expectSuccess(await build('--out', 'before', '--record-baseline'));
    await space.write('kernels.yaml', WORSE);
    expectSuccess(await build('--out', 'worse'));
    await space.write('kernels.yaml', GOOD);
    await space.write('add.py', RENAMED);
    expectSuccess(await build('--out', 'renamed'));
    await space.write('add.py', SOURCE);
  });
  afterAll(() => space.remove());

  it('do not differ from themselves', async () => {
    const { code, stdout, stderr } = await space.triton(['diff', 'before', 'before']);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: 'demo 0.0.0\nnothing changed: 1 variant\n',
      stderr: '',
    });
  });

  it('differ in registers, which is a regression', async () => {
    const found = await space.triton(['diff', 'before', 'worse', '--fail-on', 'regressions']);
    expect(found.code).toBe(10);
    expectGolden(withoutNumbers(`${found.stdout}${found.stderr}`));
    const better = await space.triton(['diff', 'worse', 'before', '--fail-on', 'regressions']);
    expect(better).toMatchObject({ code: 0, stderr: '' });
  });

  it('differ in metadata only if a variable has another name', async () => {
    const { stdout } = await space.triton(['diff', 'before', 'renamed', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { changed: 0, metadata: 1, unchanged: 0 },
      changed: [{ kind: 'metadata', figures: [], settings: [] }],
    });
  });

  it('can be archives and manifest.json files', async () => {
    expectSuccess(await space.triton(['pack', '--package', 'before', '--out', 'packed']));
    const archives = (await readdir(join(space.folder, 'packed'))).filter((name) =>
      name.endsWith('.tar.gz'),
    );
    expect(archives).toHaveLength(1);
    const archive = join('packed', archives[0] ?? '');
    const { stdout } = await space.triton(['diff', archive, 'worse/manifest.json', '--markdown']);
    expectGolden(withoutNumbers(stdout));
  });

  it('are compared with the recorded one', async () => {
    await space.write('kernels.yaml', WORSE);
    const worse = await build('--out', 'after', '--fail-on', 'regressions');
    expect(worse.code).toBe(10);
    expect(worse.stdout).toContain('compared with the build of ');
    expect(worse.stderr).toMatch(/kernels\.yaml:5:3: add \[sm_80\]: registers \d+ → \d+ /);
    const other = await build('--out', 'after', '--baseline', 'worse', '--fail-on', 'regressions');
    expectSuccess(other);
    expect(other.stdout).toContain('compared with worse\nnothing changed: 1 variant\n');
    const missing = await build('--out', 'after', '--baseline', 'nowhere');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toContain('error: nowhere: no such file or folder');
  });

  it('are compared with nothing if nothing of the selection is recorded', async () => {
    const first = await build('--out', 'after', '--targets', 'sm_80', '--fail-on', 'regressions');
    expectSuccess(first);
    expect(first.stderr).toContain('no build is recorded to compare with');
  });
});
