"""c = a @ b for row-major matrices of any size, as people write it: two groups of rows, wrapped indices, masks along K."""

import triton
import triton.language as tl


@triton.jit
def product_kernel(
    a_ptr, b_ptr, c_ptr,
    M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr,
):  # fmt: skip
    program = tl.program_id(0)
    tiles_m = tl.cdiv(M, BLOCK_M)
    tiles_n = tl.cdiv(N, BLOCK_N)
    group = program // (GROUP_M * tiles_n)
    first = group * GROUP_M
    height = min(tiles_m - first, GROUP_M)
    tile_m = first + program % (GROUP_M * tiles_n) % height
    tile_n = program % (GROUP_M * tiles_n) // height

    m = tile_m * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tile_n * BLOCK_N + tl.arange(0, BLOCK_N)
    k = tl.arange(0, BLOCK_K)
    a = a_ptr + (m % M)[:, None] * stride_am + k[None, :] * stride_ak
    b = b_ptr + k[:, None] * stride_bk + n[None, :] * stride_bn
    acc = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    for start in range(0, K, BLOCK_K):
        left = k < K - start
        acc = tl.dot(
            tl.load(a, mask=left[None, :], other=0.0),
            tl.load(b, mask=left[:, None] & (n < N)[None, :], other=0.0),
            acc,
        )
        a += BLOCK_K * stride_ak
        b += BLOCK_K * stride_bk
    c = c_ptr + m[:, None] * stride_cm + n[None, :] * stride_cn
    tl.store(c, acc.to(tl.float16), mask=(m < M)[:, None] & (n < N)[None, :])
