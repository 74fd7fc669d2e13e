import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, type Workspace, workspace } from '../support/command.ts';

// Needs a Python with PyTorch, Triton and NumPy: TORCH_PYTHON names it.
const PYTHON = process.env['TORCH_PYTHON'] ?? '';

/** The name of the tensor is bound again before the launch, so the text says other axes than the launch has. */
const REBIND = `
import triton, triton.language as tl, torch

@triton.jit
def scale_kernel(X, Y, Z, H, N, D: tl.constexpr, BLOCK_M: tl.constexpr):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    at = tl.program_id(1) * N * D + rows[:, None] * D + tl.arange(0, D)[None, :]
    mask = rows[:, None] < N
    tl.store(Y + at, tl.load(X + at, mask=mask) * 2.0, mask=mask)

@triton.jit
def no_mask_kernel(X, Y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(Y + at, tl.load(X + at), mask=at < n)

def scale(q):
    q = q.transpose(1, 2).contiguous()
    o = torch.empty_like(q)
    n_ctx, BLOCK_M = q.shape[2], 64
    grid = (triton.cdiv(n_ctx, BLOCK_M), q.shape[0] * q.shape[1])
    scale_kernel[grid](q, o, q.shape[0], q.shape[1], n_ctx, D=q.shape[3], BLOCK_M=BLOCK_M)
    return o

def copy(x):
    y = torch.empty_like(x)
    no_mask_kernel[(triton.cdiv(x.numel(), 64),)](x, y, x.numel(), 64)
    # What the host makes without a device is where it is on a GPU, too.
    assert torch.empty(1).device.type == "cpu"
    return y
`;

describe('a call in the module of a file', () => {
  let space: Workspace;
  const call = (command: string, file: string, code: string, ...options: readonly string[]) =>
    space.triton([command, file, '--call', code, '--python', PYTHON, ...options]);
  const manifest = (name = 'kernels.yaml') => readFile(join(space.folder, name), 'utf8');

  beforeAll(async () => {
    if (PYTHON === '') throw new Error('set TORCH_PYTHON to a Python with PyTorch');
    space = await workspace({ 'ops.py': REBIND });
  });
  afterAll(() => space.remove());

  it('becomes a manifest with what the launch had, which builds and passes its test', async () => {
    const { stdout, ...ended } = await call('init', 'ops.py', 'scale(torch.randn(2, 500, 3, 64))');
    expectSuccess(ended);
    expect(stdout).toContain(
      '+ scale_kernel  (ops.py:4 scale_kernel, 1 call)\n      grid [cdiv(N, BLOCK_M), Z * H]: The x axis is `cdiv(N, BLOCK_M)` in every call, and also `cdiv(N, D)`.',
    );
    expect(stdout).toContain('Add a call with other sizes to --call');
    const text = await manifest();
    expect(text).toContain('grid: [cdiv(N, BLOCK_M), Z * H]\n');
    expect(text).toContain('X: [Z, H, N, D]\n');
    expect(text).toContain('- { Z: 2, H: 3, N: 500 }\n');
    expectSuccess(await space.triton(['build', '--python', PYTHON, '--store', 'store']));
    const tested = await space.triton(['smoke', '--emulate', '--store', 'store']);
    expectSuccess(tested);
    expect(tested.stdout).toMatch(/\d passed, 0 failed\n$/);
  }, 300_000);

  it('tells sizes apart that are equal in one of several calls', async () => {
    // cdiv(100, 64) is 2, as Z is.
    const code = 'scale(torch.randn(2, 100, 3, 64)); scale(torch.randn(2, 300, 3, 64))';
    expectSuccess(await call('init', 'ops.py', code, '--out', 'two.yaml'));
    expect(await manifest('two.yaml')).toContain('grid: [cdiv(N, BLOCK_M), Z * H]\n');
  }, 300_000);

  it('can have one of the kernels that it launches', async () => {
    const code = 'copy(torch.randn(64)); scale(torch.randn(2, 100, 3, 64))';
    const out = ['--out', 'one.yaml'];
    expectSuccess(await call('init', 'ops.py:no_mask_kernel', code, ...out));
    expect(await manifest('one.yaml')).not.toContain('scale_kernel');
    const other = await call('init', 'ops.py:other', code, '--out', 'none.yaml');
    expect(other).toMatchObject({ code: 2 });
    expect(other.stderr).toContain(
      'error: ops.py:other was not launched, but `no_mask_kernel`, `scale_kernel`\n',
    );
  }, 300_000);

  it('is judged, also if the launch raises the fault', async () => {
    const wrong = await call('check', 'ops.py', 'copy(torch.randn(100))');
    expect(wrong).toMatchObject({ code: 6 });
    expect(wrong.stdout).toBe('ops.py:14: no_mask_kernel: wrong (1 launch for sm_80)\n');
    expect(wrong.stderr).toContain('launched at ops.py:26');
    const right = await call('check', 'ops.py', 'copy(torch.randn(128))', '--target', 'sm_90');
    expectSuccess(right);
    expect(right.stdout).toContain('no_mask_kernel: no fault found (');
    // What it launched before is written.
    const written = await call('init', 'ops.py', 'copy(torch.randn(100))', '--out', 'bad.yaml');
    expect(written).toMatchObject({ code: 6 });
    expect(await manifest('bad.yaml')).toContain('- { n: 100 }\n');
  }, 300_000);

  it.each([
    ['torch.randn(3)', 2, 'complete this call: triton-aot init ops.py --call "scale(q='],
    ['torch.randn(3)', 2, 'error: `torch.randn(3)` launched no Triton kernel'],
    ['copy(torch.randn(4, device="cpu"))', 2, 'others need `.cuda()`'],
    ['copy(3)', 2, "raised TypeError: empty_like(): argument 'input'"],
    ['torch.hub.load_state_dict_from_url("http://127.0.0.1:9/a.pt")', 2, 'It needs a network'],
  ])('that is wrong says so: %s', async (code, status, says) => {
    const { stderr, code: ended } = await call('init', 'ops.py', code, '--out', 'wrong.yaml');
    expect({ ended, says: stderr.includes(says) ? says : stderr }).toEqual({ ended: status, says });
  });
});
