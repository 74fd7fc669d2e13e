"""C = A A^T for a batch of matrices. Tiles above the diagonal are computed, and stored on both sides of it."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    a, c, M, K,
    a_stride_b, a_stride_r, a_stride_c, c_stride_b, c_stride_r, c_stride_c,
    BLOCK: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    tiles = tl.cdiv(M, BLOCK)
    batch = tl.program_id(0) // (tiles * tiles)
    tile = tl.program_id(0) % (tiles * tiles)
    tile_m = tile // tiles
    tile_n = tile % tiles
    if tile_n < tile_m:
        return

    a += batch * a_stride_b
    c += batch * c_stride_b
    m = tile_m * BLOCK + tl.arange(0, BLOCK)
    n = tile_n * BLOCK + tl.arange(0, BLOCK)
    lane = tl.arange(0, BLOCK_K)
    acc = tl.zeros([BLOCK, BLOCK], tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + lane
        left = tl.load(
            a + m[:, None] * a_stride_r + k[None, :] * a_stride_c, mask=(m[:, None] < M) & (k[None, :] < K), other=0.0
        )
        right = tl.load(
            a + n[None, :] * a_stride_r + k[:, None] * a_stride_c, mask=(n[None, :] < M) & (k[:, None] < K), other=0.0
        )
        acc = tl.dot(left, right, acc)
    out = acc.to(c.dtype.element_ty)
    exists = (m[:, None] < M) & (n[None, :] < M)
    tl.store(c + m[:, None] * c_stride_r + n[None, :] * c_stride_c, out, mask=exists)
    if tile_m != tile_n:
        tl.store(c + n[None, :] * c_stride_r + m[:, None] * c_stride_c, out, mask=exists)


@triton.jit
def kernel_after(
    a, c, M, K,
    a_stride_b, a_stride_r, a_stride_c, c_stride_b, c_stride_r, c_stride_c,
    BLOCK: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    tiles = tl.cdiv(M, BLOCK)
    batch = tl.program_id(0) // (tiles * tiles)
    tile = tl.program_id(0) % (tiles * tiles)
    tile_m = tile // tiles
    tile_n = tile % tiles
    if tile_n < tile_m:
        return

    a += batch.to(tl.int64) * a_stride_b
    c += batch.to(tl.int64) * c_stride_b
    m = tile_m * BLOCK + tl.arange(0, BLOCK)
    n = tile_n * BLOCK + tl.arange(0, BLOCK)
    lane = tl.arange(0, BLOCK_K)
    acc = tl.zeros([BLOCK, BLOCK], tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + lane
        left = tl.load(
            a + m[:, None] * a_stride_r + k[None, :] * a_stride_c, mask=(m[:, None] < M) & (k[None, :] < K), other=0.0
        )
        right = tl.load(
            a + n[None, :] * a_stride_r + k[:, None] * a_stride_c, mask=(n[None, :] < M) & (k[:, None] < K), other=0.0
        )
        acc = tl.dot(left, right, acc)
    out = acc.to(c.dtype.element_ty)
    exists = (m[:, None] < M) & (n[None, :] < M)
    tl.store(c + m[:, None] * c_stride_r + n[None, :] * c_stride_c, out, mask=exists)
    if tile_m != tile_n:
        tl.store(c + n[None, :] * c_stride_r + m[:, None] * c_stride_c, out, mask=exists)
