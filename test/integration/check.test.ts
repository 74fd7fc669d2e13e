import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from 'sarif';
import { type Workspace, workspace } from '../support/command.ts';

/** Kernels with the functions that call them. */
const KERNELS = `import torch
import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(y_ptr + at, x + 1, mask=at < n)


def add(x):
    y = torch.empty_like(x)
    add_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
    return y


@triton.jit
def no_mask_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(y_ptr + at, x + 1)


def no_mask(x):
    y = torch.empty_like(x)
    no_mask_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), BLOCK=256)
    return y


@triton.jit
def sum_kernel(x_ptr, total_ptr, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    part = tl.sum(tl.load(x_ptr + at, mask=at < n, other=0.0))
    tl.store(total_ptr, tl.load(total_ptr) + part)


def total(x):
    out = torch.zeros((), device=x.device)
    sum_kernel[(triton.cdiv(x.numel(), 256),)](x, out, x.numel(), BLOCK=256)
    return out


@triton.jit
def groups_kernel(x_ptr, y_ptr, n, GROUP: tl.constexpr, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + at, mask=at < n)
    tl.store(y_ptr + at * GROUP + GROUP, x, mask=at < n)


def groups(x, y, group):
    groups_kernel[(triton.cdiv(x.numel(), 256),)](x, y, x.numel(), GROUP=group, BLOCK=256)


@triton.jit
def parts_kernel(x_ptr, y_ptr, starts_ptr, counts_ptr, BLOCK: tl.constexpr):
    start = tl.load(starts_ptr + tl.program_id(0))
    at = tl.arange(0, BLOCK)
    inside = at < tl.load(counts_ptr + tl.program_id(0))
    tl.store(y_ptr + start + at, tl.load(x_ptr + start + at, mask=inside), mask=inside)
`;

interface Verdict {
  readonly source: string;
  readonly verdict: string;
  readonly reason?: string;
  readonly cases: number;
  readonly judgements: readonly { readonly level: string; readonly depends: readonly string[] }[];
}

describe('check', () => {
  let space: Workspace;
  beforeAll(async () => {
    space = await workspace({ 'ops/k.py': KERNELS });
  });
  afterAll(() => space.remove());

  const check = async (
    ...args: string[]
  ): Promise<{ code: number | null; stderr: string; verdict: Verdict | undefined }> => {
    const { code, stderr, stdout } = await space.triton([
      'check',
      '--json',
      '--generate=8',
      '--store=store',
      ...args,
    ]);
    const { kernels }: { kernels: Verdict[] } = JSON.parse(stdout);
    return { code, stderr, verdict: kernels[0] };
  };

  it('finds nothing in a kernel that is right, and keeps the manifest if it is asked to', async () => {
    const { code, stderr, verdict } = await check('ops/k.py:add_kernel', '--write', 'kernels.yaml');
    expect({ code, verdict: verdict?.verdict }).toEqual({ code: 0, verdict: 'passed' });
    expect(stderr).not.toMatch(/warning|error/);
    expect(verdict?.cases).toBeGreaterThan(8);
    const text = await readFile(join(space.folder, 'kernels.yaml'), 'utf8');
    expect(text).toContain('source: ops/k.py:add_kernel');
    const again = await space.triton(['plan', '--json']);
    expect(again.code).toBe(0);
  });

  it.each([
    ['a store that forgets the mask', 'no_mask_kernel', 23, '`n % BLOCK == 0` does not hold'],
    ['a sum without atomics', 'sum_kernel', 36, 'nothing orders the two'],
  ])('refuses %s', async (_what, name, line, text) => {
    const { code, stderr, verdict } = await check(`ops/k.py:${name}`);
    expect({ code, verdict: verdict?.verdict }).toEqual({ code: 6, verdict: 'wrong' });
    expect(stderr).toContain(`error: ops/k.py:${line}: ${name}: `);
    expect(stderr).toContain(text);
  });

  it('warns of what depends on a guess, and names it', async () => {
    const { code, stderr, verdict } = await check('ops/k.py:groups_kernel');
    expect({ code, verdict: verdict?.verdict }).toEqual({ code: 0, verdict: 'doubt' });
    expect(verdict?.judgements).toMatchObject([{ depends: ['`GROUP` was guessed as 8'] }]);
    expect(stderr).toContain('warning: ops/k.py:49: groups_kernel: ');
  });

  it('says why nothing is known of a kernel', async () => {
    const { code, stderr, verdict } = await check('ops/k.py:parts_kernel');
    expect({ code, verdict: verdict?.verdict }).toEqual({ code: 0, verdict: 'unknown' });
    expect(stderr).toContain('warning: ops/k.py:');
    expect(stderr).toContain('parts_kernel was not checked: ');
  });

  it('refuses a file that it cannot read, and warns of one that has no kernel', async () => {
    await space.write('bad.py', 'def f(:\n');
    await space.write('none.py', 'x = 1\n');
    const bad = await space.triton(['check', 'bad.py']);
    expect({ code: bad.code, stderr: bad.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('bad.py:1'),
    });
    const none = await space.triton(['check', 'none.py']);
    expect({ code: none.code, stderr: none.stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining('warning: none.py has no kernels'),
    });
  });

  it('takes several files and folders, checks each kernel once, and ends with the worst exit code', async () => {
    const [adds, noMask] = ['add', 'no_mask'].map((name) => {
      const from = KERNELS.indexOf(`@triton.jit\ndef ${name}_kernel`);
      const end = KERNELS.indexOf('@triton.jit', from + 1);
      return `import torch\nimport triton\nimport triton.language as tl\n\n${KERNELS.slice(from, end)}`;
    });
    await space.write('several/a.py', adds ?? '');
    await space.write('several/sub/b.py', noMask ?? '');
    await space.write('bad.py', 'def f(:\n');
    const paths = ['several/a.py', 'bad.py', 'several', 'several/a.py:add_kernel', 'missing'];
    const { code, stdout, stderr } = await space.triton([
      'check',
      '--generate=8',
      '--store=store',
      '--sarif=out/check.sarif',
      ...paths,
    ]);
    expect(stdout).toMatch(/^several\/a\.py:6: add_kernel: no fault found \(/m);
    expect(stdout).toMatch(/^several\/sub\/b\.py:6: no_mask_kernel: wrong \(/m);
    expect(stdout).toMatch(/^2 kernels in 2 files: 1 wrong, no fault found in 1$/m);
    expect(stderr).toMatch(/^error: several\/sub\/b\.py:9: no_mask_kernel: /m);
    expect(stderr).toMatch(/^error: bad\.py:1/m);
    expect(stderr).toMatch(/^error: missing: no such file or folder/m);
    expect(code).toBe(6);
    const sarif = await readFile(join(space.folder, 'out/check.sarif'), 'utf8');
    const [run] = (JSON.parse(sarif) as Log).runs;
    const file = { artifactLocation: { uri: 'several/sub/b.py' }, region: { startLine: 9 } };
    expect(run?.results).toMatchObject([
      { ruleId: 'out-of-bounds', level: 'error', locations: [{ physicalLocation: file }] },
    ]);
    const [invocation] = run?.invocations ?? [];
    expect(invocation?.executionSuccessful).toBe(false);
    expect(invocation?.toolExecutionNotifications).toHaveLength(2);
    const unread = await space.triton(['check', 'none.py', 'bad.py']);
    expect(unread.code).toBe(2);
  });
});
