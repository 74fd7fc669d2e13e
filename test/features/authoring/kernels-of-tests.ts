/** Kernels whose tests need more than sizes: indices, atomics, rounding, descriptors, conditions on what is loaded. */
export const KERNELS_OF_TESTS = `import torch
import triton
import triton.language as tl


@triton.jit
def gather(src, rows, out, stride, N: tl.constexpr):
    at = tl.program_id(0)
    row = tl.load(rows + at)
    lane = tl.arange(0, N)
    tl.store(out + at * N + lane, tl.load(src + row * stride + lane))


@triton.jit
def scatter(src, slots, out, N: tl.constexpr):
    at = tl.program_id(0)
    slot = tl.load(slots + at)
    lane = tl.arange(0, N)
    tl.store(out + slot * N + lane, tl.load(src + at * N + lane))


@triton.jit
def scatter_some(src, slots, out, N: tl.constexpr):
    at = tl.program_id(0)
    slot = tl.load(slots + at)
    if slot == -1:
        return
    lane = tl.arange(0, N)
    tl.store(out + slot * N + lane, tl.load(src + at * N + lane))


@triton.jit
def pick(x, labels, out, V, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    lane = tl.arange(0, BLOCK)
    total = tl.sum(tl.load(x + row * V + lane, mask=lane < V, other=0.0))
    tl.store(out + row, total - tl.load(x + row * V + tl.load(labels + row)))


@triton.jit
def parts(x, starts, out, N: tl.constexpr):
    first = tl.load(starts + tl.program_id(0))
    end = tl.load(starts + tl.program_id(0) + 1)
    total = tl.zeros((N,), tl.float32)
    for at in range(first, end, N):
        lane = at + tl.arange(0, N)
        total += tl.load(x + lane, mask=lane < end, other=0.0)
    tl.store(out + tl.program_id(0), tl.sum(total))


@triton.jit
def chosen(x, mask, out, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    if tl.load(mask + row) == 0:
        return
    lane = tl.arange(0, BLOCK)
    tl.store(out + row, tl.sum(tl.load(x + lane, mask=lane < n, other=0.0)))


@triton.jit
def total(x, out, M, N, BM: tl.constexpr, BN: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)
    c = tl.program_id(1) * BN + tl.arange(0, BN)
    v = tl.load(x + r[:, None] * N + c[None, :], mask=(r[:, None] < M) & (c[None, :] < N), other=0.0)
    tl.atomic_add(out + c, tl.sum(v, 0), mask=c < N)


@triton.jit
def hits(x, out, n, B: tl.constexpr):
    o = tl.program_id(0) * B + tl.arange(0, B)
    tl.atomic_add(out + tl.load(x + o, mask=o < n, other=0), 1, mask=o < n)


@triton.jit
def quantise(x, q, scale, N, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    o = tl.arange(0, BLOCK)
    v = tl.load(x + row * N + o, mask=o < N, other=0.0).to(tl.float32)
    s = tl.maximum(tl.max(tl.abs(v), 0), 1e-10) / 127.0
    tl.store(q + row * N + o, tl.minimum(tl.maximum(tl.floor(v / s + 0.5), -127), 127).to(tl.int8), mask=o < N)
    tl.store(scale + row, s)


@triton.jit
def to_fp8(x, q, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(q + o, (tl.load(x + o, mask=o < n, other=0.0) / 3).to(q.dtype.element_ty), mask=o < n)


@triton.jit
def positive(x, q, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(q + o, (tl.load(x + o, mask=o < n, other=0.0) > 0.5).to(tl.int8), mask=o < n)


@triton.jit
def double(x_ptr, y_ptr, M, N, stride_xm, stride_ym, BM: tl.constexpr, BN: tl.constexpr):
    x = tl.make_tensor_descriptor(x_ptr, shape=[M, N], strides=[stride_xm, 1], block_shape=[BM, BN])
    y = tl.make_tensor_descriptor(y_ptr, shape=[M, N], strides=[stride_ym, 1], block_shape=[BM, BN])
    at = [tl.program_id(0) * BM, tl.program_id(1) * BN]
    y.store(at, x.load(at) * 2)


@triton.jit
def rotate(x, stride_m, stride_d, M, D: tl.constexpr, BM: tl.constexpr):
    r = tl.program_id(0) * BM + tl.arange(0, BM)
    even = r[:, None] * stride_m + (tl.arange(0, D // 2) * 2)[None, :] * stride_d
    odd = r[:, None] * stride_m + (tl.arange(0, D // 2) * 2 + 1)[None, :] * stride_d
    a = tl.load(x + even, mask=r[:, None] < M, other=0.0)
    b = tl.load(x + odd, mask=r[:, None] < M, other=0.0)
    tl.store(x + even, a - b, mask=r[:, None] < M)
    tl.store(x + odd, a + b, mask=r[:, None] < M)


@triton.jit
def clamp(gate, up, out, n, LIMIT, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    g = tl.load(gate + o, mask=o < n, other=0).to(tl.float32)
    u = tl.load(up + o, mask=o < n, other=0).to(tl.float32)
    tl.store(out + o, g * tl.minimum(tl.maximum(u, -LIMIT), LIMIT), mask=o < n)


def run(x: torch.Tensor, rows: torch.Tensor, limit: float):
    M, N = x.shape
    n = x.numel()
    out = torch.empty(n, device=x.device)
    gather[(rows.numel(),)](x, rows, out, x.stride(0), N=64)
    scatter[(rows.numel(),)](x, rows, out, N=64)
    scatter_some[(rows.numel(),)](x, rows, out, N=64)
    pick[(M,)](x, rows, out, N, BLOCK=1024)
    parts[(rows.numel() - 1,)](x, rows, out, N=64)
    mask = rows.view(-1, 1).bool()
    chosen[(M,)](x, mask, out, n, BLOCK=1024)
    total[(triton.cdiv(M, 32), triton.cdiv(N, 64))](x, out, M, N, BM=32, BN=64)
    counts = torch.zeros(16, dtype=torch.int32, device=x.device)
    hits[(triton.cdiv(n, 128),)](rows, counts, n, B=128)
    q = torch.empty((M, N), dtype=torch.int8, device=x.device)
    quantise[(M,)](x, q, out, N, BLOCK=triton.next_power_of_2(N))
    positive[(triton.cdiv(n, 256),)](x, q, n, BLOCK=256)
    small = torch.empty(n, dtype=torch.float8_e4m3fn, device=x.device)
    to_fp8[(triton.cdiv(n, 256),)](x, small, n, BLOCK=256)
    double[(triton.cdiv(M, 64), triton.cdiv(N, 64))](x, out, M, N, x.stride(0), out.stride(0), BM=64, BN=64)
    rotate[(triton.cdiv(M, 16),)](x, x.stride(0), x.stride(1), M, D=32, BM=16)
    clamp[(triton.cdiv(n, 1024),)](x, rows.float(), out, n, limit, BLOCK=1024)
`;

/** The names of the kernels. */
export const NAMES_OF_TESTS = [...KERNELS_OF_TESTS.matchAll(/^def (?!run)(\w+)/gm)].flatMap(
  ([, name]) => name ?? [],
);
