"""C = A B. The loads are masked along K only."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    a, b, c, M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    lane = tl.arange(0, BLOCK_K)
    acc = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + lane
        left = tl.load(a + m[:, None] * stride_am + k[None, :] * stride_ak, mask=k[None, :] < K, other=0.0)
        right = tl.load(b + k[:, None] * stride_bk + n[None, :] * stride_bn, mask=k[:, None] < K, other=0.0)
        acc = tl.dot(left, right, acc)
    tl.store(
        c + m[:, None] * stride_cm + n[None, :] * stride_cn,
        acc.to(c.dtype.element_ty),
        mask=(m[:, None] < M) & (n[None, :] < N),
    )


@triton.jit
def kernel_after(
    a, b, c, M, N, K,
    stride_am, stride_ak, stride_bk, stride_bn, stride_cm, stride_cn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    lane = tl.arange(0, BLOCK_K)
    acc = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + lane
        left = tl.load(
            a + m[:, None] * stride_am + k[None, :] * stride_ak, mask=(m[:, None] < M) & (k[None, :] < K), other=0.0
        )
        right = tl.load(
            b + k[:, None] * stride_bk + n[None, :] * stride_bn, mask=(k[:, None] < K) & (n[None, :] < N), other=0.0
        )
        acc = tl.dot(left, right, acc)
    tl.store(
        c + m[:, None] * stride_cm + n[None, :] * stride_cn,
        acc.to(c.dtype.element_ty),
        mask=(m[:, None] < M) & (n[None, :] < N),
    )
