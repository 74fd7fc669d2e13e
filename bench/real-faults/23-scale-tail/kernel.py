"""C = X (W * 2^scale), where each 32 numbers of W along K share an exponent."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    x, w, scale, c, M, N, K, stride_sk, stride_sn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    acc = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        left = tl.load(x + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        right = tl.load(w + k[:, None] * N + n[None, :], mask=(k[:, None] < K) & (n[None, :] < N), other=0.0)
        exponent = tl.load(
            scale + (k[:, None] // 32) * stride_sk + n[None, :] * stride_sn, mask=n[None, :] < N, other=127
        )
        factor = tl.exp2(exponent.to(tl.float32) - 127)
        acc = tl.dot(left, (right.to(tl.float32) * factor).to(tl.bfloat16), acc)
    tl.store(c + m[:, None] * N + n[None, :], acc.to(c.dtype.element_ty), mask=(m[:, None] < M) & (n[None, :] < N))


@triton.jit
def kernel_after(
    x, w, scale, c, M, N, K, stride_sk, stride_sn,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    n = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    acc = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
    for start in range(0, K, BLOCK_K):
        k = start + tl.arange(0, BLOCK_K)
        left = tl.load(x + m[:, None] * K + k[None, :], mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        right = tl.load(w + k[:, None] * N + n[None, :], mask=(k[:, None] < K) & (n[None, :] < N), other=0.0)
        exponent = tl.load(
            scale + (k[:, None] // 32) * stride_sk + n[None, :] * stride_sn,
            mask=(k[:, None] < K) & (n[None, :] < N),
            other=127,
        )
        factor = tl.exp2(exponent.to(tl.float32) - 127)
        acc = tl.dot(left, (right.to(tl.float32) * factor).to(tl.bfloat16), acc)
    tl.store(c + m[:, None] * N + n[None, :], acc.to(c.dtype.element_ty), mask=(m[:, None] < M) & (n[None, :] < N))
