"""Kernels with what newer GPUs have, and with atomics and reductions whose code depends on the type and the size.

A line with `# orders` needs the fences of proxies that Triton has there, by PTX's rules.
"""

import triton
import triton.language as tl


@triton.jit
def shifted_tiles(x, out, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    """Tiles are copied by TMA, with rows and columns that do not fill the last ones."""
    source = tl.make_tensor_descriptor(x, shape=[M, N], strides=[N, 1], block_shape=[BLOCK_M, BLOCK_N])  # orders
    target = tl.make_tensor_descriptor(out, shape=[M, N], strides=[N, 1], block_shape=[BLOCK_M, BLOCK_N])  # orders
    m = tl.program_id(0) * BLOCK_M
    n = tl.program_id(1) * BLOCK_N
    tile = source.load([m, n])
    target.store([m, n], tile * 2.0 + 1.0)  # orders


@triton.jit
def added_tiles(x, out, M, N, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    """Tiles are added to the output by TMA: all tiles of a column of tiles to the same place."""
    source = tl.make_tensor_descriptor(x, shape=[M, N], strides=[N, 1], block_shape=[BLOCK_M, BLOCK_N])  # orders
    target = tl.make_tensor_descriptor(out, shape=[BLOCK_M, N], strides=[N, 1], block_shape=[BLOCK_M, BLOCK_N])  # orders
    n = tl.program_id(1) * BLOCK_N
    tile = source.load([tl.program_id(0) * BLOCK_M, n])
    target.atomic_add([0, n], tile)


@triton.jit
def described_matmul(a, b, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    """A product in wgmma, whose operands come by TMA in several stages."""
    left = tl.make_tensor_descriptor(a, shape=[M, K], strides=[K, 1], block_shape=[BLOCK_M, BLOCK_K])  # orders
    right = tl.make_tensor_descriptor(b, shape=[N, K], strides=[K, 1], block_shape=[BLOCK_N, BLOCK_K])  # orders
    target = tl.make_tensor_descriptor(c, shape=[M, N], strides=[N, 1], block_shape=[BLOCK_M, BLOCK_N])  # orders
    m = tl.program_id(0) * BLOCK_M
    n = tl.program_id(1) * BLOCK_N
    total = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    for k in range(0, K, BLOCK_K):
        rows = left.load([m, k])
        columns = right.load([n, k])
        total = tl.dot(rows, columns.T, total)  # orders
    target.store([m, n], total.to(tl.float16))  # orders


@triton.jit
def half_matmul(a, b, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    """A product whose accumulators are fp16."""
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    total = tl.zeros([BLOCK_M, BLOCK_N], tl.float16)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        left = tl.load(a + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
        right = tl.load(b + n[None, :] * K + k[:, None], mask=(n < N)[None, :] & (k < K)[:, None], other=0.0)
        total = tl.dot(left, right, total, out_dtype=tl.float16)  # orders
    tl.store(c + m[:, None] * N + n[None, :], total, mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def scattered(x, index, out, n, BLOCK: tl.constexpr):
    """Numbers of two bytes are added to places that an index names."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    place = tl.load(index + at, mask=at < n, other=0)
    tl.atomic_add(out + place, tl.load(x + at, mask=at < n, other=0.0), mask=at < n, sem="relaxed")


@triton.jit
def root_mean_square(x, rest, weight, out, cols, D: tl.constexpr):
    """RMS norm of a sum. Each thread has one element, so that several threads store the result of the reduction."""
    row = tl.program_id(0)
    at = tl.arange(0, D)
    values = tl.load(x + row * cols + at, mask=at < cols, other=0.0) + tl.load(rest + row * cols + at, mask=at < cols, other=0.0)
    factor = tl.rsqrt(tl.sum(values * values) / cols + 1e-6)
    tl.store(out + row * cols + at, values * factor * tl.load(weight + at, mask=at < cols, other=0.0), mask=at < cols)


@triton.jit
def row_products(a, b, out, rows, cols, R: tl.constexpr, D: tl.constexpr):
    """The product of each row with a vector, and the logarithm of the sum of exponentials."""
    row = tl.program_id(0) * R + tl.arange(0, R)
    at = tl.arange(0, D)
    exists = (row < rows)[:, None] & (at < cols)[None, :]
    tile = tl.load(a + row[:, None] * cols + at[None, :], mask=exists, other=0.0)
    product = tl.sum(tile * tl.load(b + at, mask=at < cols, other=0.0)[None, :], 1)
    top = tl.max(tile, 1)
    total = tl.sum(tl.where(exists, tl.exp(tile - top[:, None]), 0.0), 1)
    tl.store(out + row, product + top + tl.log(total), mask=row < rows)


@triton.jit
def quantised(x, codes, scale, cols, D: tl.constexpr):
    """Rows as e4m3, each with the smallest power of two with which it fits."""
    row = tl.program_id(0)
    at = tl.arange(0, D)
    values = tl.load(x + row * cols + at, mask=at < cols, other=0.0)
    power = tl.exp2(tl.ceil(tl.log2(tl.max(tl.abs(values)) / 448.0)))
    code = (values / power).to(tl.float8e4nv)
    tl.store(codes + row * cols + at, code.to(tl.uint8, bitcast=True), mask=at < cols)
    tl.store(scale + row, power)
