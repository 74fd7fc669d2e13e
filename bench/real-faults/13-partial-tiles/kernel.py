"""The gradient of the values of attention. lse is -inf for a query that attended to no key."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    q, k, do, lse, dv, seq_q, seq_k, scale, stride_h_q, stride_h_k,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, D: tl.constexpr,
):  # fmt: skip
    head = tl.program_id(1)
    n = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    lane = tl.arange(0, D)
    keys = tl.load(k + head * stride_h_k + n[:, None] * D + lane[None, :], mask=n[:, None] < seq_k, other=0.0)
    acc = tl.zeros([BLOCK_N, D], tl.float32)
    for start in range(0, seq_q, BLOCK_M):
        m = start + tl.arange(0, BLOCK_M)
        offset = head * stride_h_q + m[:, None] * D + lane[None, :]
        queries = tl.load(q + offset, mask=m[:, None] < seq_q, other=0.0)
        gradient = tl.load(do + offset, mask=m[:, None] < seq_q, other=0.0)
        row_lse = tl.load(lse + head * seq_q + m, mask=m < seq_q, other=-float("inf"))
        scores = tl.dot(keys, tl.trans(queries)) * scale
        p = tl.exp(scores - row_lse[None, :])
        acc = tl.dot(p.to(gradient.dtype), gradient, acc)
    tl.store(
        dv + head * stride_h_k + n[:, None] * D + lane[None, :], acc.to(dv.dtype.element_ty), mask=n[:, None] < seq_k
    )


@triton.jit
def kernel_after(
    q, k, do, lse, dv, seq_q, seq_k, scale, stride_h_q, stride_h_k,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, D: tl.constexpr,
):  # fmt: skip
    head = tl.program_id(1)
    n = tl.program_id(0) * BLOCK_N + tl.arange(0, BLOCK_N)
    lane = tl.arange(0, D)
    keys = tl.load(k + head * stride_h_k + n[:, None] * D + lane[None, :], mask=n[:, None] < seq_k, other=0.0)
    acc = tl.zeros([BLOCK_N, D], tl.float32)
    for start in range(0, seq_q, BLOCK_M):
        m = start + tl.arange(0, BLOCK_M)
        offset = head * stride_h_q + m[:, None] * D + lane[None, :]
        queries = tl.load(q + offset, mask=m[:, None] < seq_q, other=0.0)
        gradient = tl.load(do + offset, mask=m[:, None] < seq_q, other=0.0)
        row_lse = tl.load(lse + head * seq_q + m, mask=m < seq_q, other=-float("inf"))
        scores = tl.dot(keys, tl.trans(queries)) * scale
        attended = row_lse > -float("inf")
        p = tl.where(attended[None, :], tl.exp(scores - tl.where(attended, row_lse, 0.0)[None, :]), 0.0)
        acc = tl.dot(p.to(gradient.dtype), gradient, acc)
    tl.store(
        dv + head * stride_h_k + n[:, None] * D + lane[None, :], acc.to(dv.dtype.element_ty), mask=n[:, None] < seq_k
    )
