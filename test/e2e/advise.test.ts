import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Workspace, workspace } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

const KERNELS = `import triton
import triton.language as tl


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, tl.load(x + offsets, mask=mask), mask=mask)
`;
const MANIFEST = `package: demo
triton: 3.8.0
targets: [sm_90, sm_80]
kernels:
  copy:
    source: kernels.py:copy
    specialise: listed
    signature: "*fp16, *fp16, i32, 1024"
    grid: cdiv(n, BLOCK)
`;
const WARNING = 'warning: kernels.yaml:8:5: copy: loads and stores are 2 bytes wide; with ';

describe('advice', () => {
  let space: Workspace;
  beforeEach(async () => {
    space = await workspace({ 'kernels.py': KERNELS, 'kernels.yaml': MANIFEST });
  });
  afterEach(() => space.remove());

  it('is part of a build, also of one that compiles nothing', async () => {
    const first = await space.triton(['build', '--store', 'store', '--jobs', '1', '--json']);
    expect(first.stderr).toContain(WARNING);
    expect(JSON.parse(first.stdout)).toMatchObject({
      compiled: 2,
      advice: [{ kernel: 'copy', target: 'sm_90', made: { loads: 2 }, hinted: { loads: 16 } }],
    });
    const second = await space.triton(['build', '--store', 'store']);
    expect(second.stderr).toContain(WARNING);
    expect(second.stderr).not.toMatch(/using Triton|Compile/);
    const silent = await space.triton(['build', '--store', 'store', '--no-advice']);
    expect([silent.code, silent.stderr.includes('warning')]).toEqual([0, false]);
    // For sm_80 the code is stored, but nothing to compare it with: no reason to start the compiler.
    const other = await space.triton(['build', '--store', 'store', '--targets', 'sm_80']);
    expect(other.stderr).not.toMatch(/using Triton|Compile|warning/);
  });

  it('is a table as a command, which writes no package', async () => {
    const { code, stdout } = await space.triton(['advise', '--store', 'store', '--jobs', '1']);
    expectGolden(stdout);
    expect(code).toBe(0);
    const built = await space.triton(['build', '--store', 'store', '--targets', 'sm_90', '--json']);
    expect(JSON.parse(built.stdout)).toMatchObject({ compiled: 0, cached: 1 });
  });
});
