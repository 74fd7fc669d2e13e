/** Kernels of the tests of `init`, each in a file of its own. */

const HEAD = `import triton
import triton.language as tl


`;

export const SAXPY = `${HEAD}@triton.jit
def saxpy_kernel(x_ptr, y_ptr, out_ptr, alpha, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, alpha * x + y, mask=mask)
`;

export const MATMUL = `${HEAD}@triton.jit
def place(program, M, N, BM: tl.constexpr, BN: tl.constexpr, GROUP_M: tl.constexpr):
    across = tl.cdiv(N, BN)
    group = program // (GROUP_M * across)
    height = min(tl.cdiv(M, BM) - group * GROUP_M, GROUP_M)
    return group * GROUP_M + program % height, (program % (GROUP_M * across)) // height


@triton.autotune([triton.Config({"BM": 64, "BN": 32}, num_warps=4)], key=["M", "N"])
@triton.jit
def _product(
    a, b, bias, c, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    HAS_BIAS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr = 32, GROUP_M: tl.constexpr = 4,
):
    row, column = place(tl.program_id(0), M, N, BM, BN, GROUP_M)
    rm = row * BM + tl.arange(0, BM)
    rn = column * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    left = a + rm[:, None] * stride_am + rk[None, :] * stride_ak
    right = b + rk[:, None] * stride_bk + rn[None, :] * stride_bn
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        inside = rk < K - k * BK
        x = tl.load(left, mask=(rm < M)[:, None] & inside[None, :], other=0.0)
        y = tl.load(right, mask=inside[:, None] & (rn < N)[None, :], other=0.0)
        total = tl.dot(x, y, total)
        left += BK * stride_ak
        right += BK * stride_bk
    if HAS_BIAS:
        total += tl.load(bias + rn, mask=rn < N, other=0.0)[None, :]
    mask = (rm < M)[:, None] & (rn < N)[None, :]
    tl.store(c + rm[:, None] * stride_cm + rn[None, :] * stride_cn, total.to(tl.float16), mask=mask)
`;

export const ROWS = `${HEAD}@triton.heuristics({"WIDE": lambda args: args["cols"] > 4096, "BLOCK": lambda args: width(args["cols"])})
@triton.jit
def normalise(X, W, Mean, Rows, cols, eps, stride, ACT: tl.constexpr, WIDE: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    lane = tl.arange(0, BLOCK)
    mask = lane < cols
    x = tl.load(X + row * stride + lane, mask=mask, other=0.0)
    rstd = 1.0 / tl.sqrt(tl.sum(x * x, 0) / cols + eps)
    y = x * rstd * tl.load(W + lane, mask=mask)
    if ACT == "relu":
        y = tl.maximum(y, 0.0)
    tl.store(X + row * stride + lane, y, mask=mask)
    tl.store(Mean + row, rstd)
    tl.atomic_add(Rows, 1)
`;

export const GATHER = `${HEAD}@triton.jit
def gather(table_ptr, index_ptr, out_ptr, n, WIDTH: tl.constexpr):
    at = tl.program_id(0)
    lane = tl.arange(0, WIDTH)
    row = tl.load(index_ptr + at)
    tl.store(out_ptr + at * WIDTH + lane, tl.load(table_ptr + row * WIDTH + lane), mask=at < n)
`;

export const BY_DEVICE = `import torch
${HEAD}IS_HIP = torch.version.hip is not None
LIMIT = tl.constexpr(torch.cuda.device_count())


@triton.jit
def clip(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    tl.store(out + at, value if IS_HIP else tl.minimum(value, LIMIT), mask=at < n)
`;

export const BY_PACKAGE = `from vendor import release
import triton
import triton.language as tl

curve = tl.math.exp2 if release("triton") > 2 else tl.math.exp


@triton.jit
def squash(x, n):
    tl.store(x + tl.program_id(0), curve(tl.load(x + tl.program_id(0))))
`;

export const BLOCKS = `${HEAD}@triton.jit
def transpose(src, dst, H, W, s0, d0, BLOCK_H: tl.constexpr, BLOCK_W: tl.constexpr):
    h, w = tl.program_id(1) * BLOCK_H, tl.program_id(0) * BLOCK_W
    a = tl.make_block_ptr(src, (H, W), (s0, 1), (h, w), (BLOCK_H, BLOCK_W), (1, 0))
    b = tl.make_block_ptr(dst, (W, H), (d0, 1), (w, h), (BLOCK_W, BLOCK_H), (1, 0))
    tl.store(b, tl.trans(tl.load(a, boundary_check=(0, 1))), boundary_check=(0, 1))
`;

export const WAITS = `${HEAD}@triton.jit
def meet(lock, out):
    tl.atomic_add(lock, 1)
    while tl.atomic_add(lock, 0) < tl.num_programs(0):
        pass
    tl.store(out + tl.program_id(0), 1)
`;

export const HELPER = `${HEAD}@triton.jit
def double(x):
    return x + x
`;
