import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';

/** Each kernel adds a bias to rows. The written cases have rows of whole blocks, without gaps. */
const KERNELS = `import triton
import triton.language as tl


@triton.jit
def right(x, bias, y, n, stride_x, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = column < n
    b = tl.load(bias + column, mask=inside)
    tl.store(y + row * n + column, tl.load(x + row * stride_x + column, mask=inside) + b, mask=inside)


@triton.jit
def without_mask(x, bias, y, n, stride_x, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    b = tl.load(bias + column)
    tl.store(y + row * n + column, tl.load(x + row * stride_x + column) + b)


@triton.jit
def without_stride(x, bias, y, n, stride_x, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    inside = column < n
    b = tl.load(bias + column, mask=inside)
    tl.store(y + row * n + column, tl.load(x + row * n + column, mask=inside) + b, mask=inside)
`;

const REFERENCE = `def add(x, bias):
    return {"y": x + bias}
`;

const MANIFEST = `package: rows
triton: 3.9.0
targets: [sm_80]
defaults:
  arguments: { x: "*fp32", bias: "*fp32", y: "*fp32", n: i32, stride_x: i32 }
  constants: { BLOCK: 64 }
  grid_parameters: { rows: i32 }
  grid: [rows, "cdiv(n, BLOCK)"]
  smoke:
    reference: reference.py:add
    arguments: { stride_x: n }
    buffers:
      x: [rows, n]
      bias: [n]
      y: { shape: [rows, n], role: out }
    cases: [{ rows: 2, n: 128 }, { rows: 5, n: 64 }]
kernels:
  right: { source: kernels.py:right }
  without_mask: { source: kernels.py:without_mask }
  without_stride: { source: kernels.py:without_stride }
`;

interface Result {
  readonly generated?: readonly {
    readonly kernel: string;
    readonly kind: string;
    readonly seed: string | number;
    readonly assumes: readonly string[];
    readonly line: string;
  }[];
  readonly runs: readonly { readonly kernel: string; readonly problems: readonly object[] }[];
}

describe.each(TRITON_VERSIONS)('with Triton %s, generated cases', (version) => {
  let space: Workspace;
  const smoke = async (...more: string[]): Promise<{ code: number | null; result: Result }> => {
    const { code, stdout } = await space.triton(['smoke', '--emulate', '--json', ...more]);
    return { code, result: JSON.parse(stdout) as Result };
  };

  beforeAll(async () => {
    space = await workspace({
      'kernels.py': KERNELS,
      'reference.py': REFERENCE,
      'kernels.yaml': MANIFEST,
    });
    const common = ['--triton', version, '--python', await tritonPython(version)];
    expectSuccess(await space.triton(['build', ...common]));
  }, 600_000);
  afterAll(() => space.remove());

  it('are needed: the written cases are green', async () => {
    expect(await smoke()).toMatchObject({ code: 0 });
  }, 300_000);

  it('find a missing mask and an unused stride, and nothing in a kernel that is right', async () => {
    const { code, result } = await smoke('--generate', '12', '--seed', '1');
    expect(code).toBe(6);
    const found = result.generated?.filter(({ kind }) => kind !== 'limit');
    expect(found).toMatchObject([
      { kernel: 'without_mask', kind: 'assumption', assumes: ['n % BLOCK == 0'] },
      { kernel: 'without_stride', kind: 'assumption', assumes: ['stride_x == n'] },
    ]);
    expect(found?.[1]?.line).toMatch(/^\{ .*stride_x: \d+.* x: \{ strides: \[stride_x, 1\]/);
    const right = result.runs.filter(({ kernel }) => kernel === 'right');
    expect(right.length).toBeGreaterThan(12);
    expect(right.flatMap(({ problems }) => problems)).toEqual([]);
    // The same seed makes the same cases.
    const again = await smoke('--generate', '12', '--seed', '1', '--only', 'without_mask');
    expect(again.result.generated).toEqual(
      result.generated?.filter(({ kernel }) => kernel === 'without_mask'),
    );
  }, 300_000);
});
