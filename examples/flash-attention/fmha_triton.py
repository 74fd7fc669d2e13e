"""Attention, forward pass, without ever holding the score matrix.

Out = softmax(softmax_scale * Q @ K^T) @ V for every head of every sequence. One program computes BLOCK_M
rows of Out: it walks over the keys block by block and keeps, per row, the largest score so far, the sum
of the exponentials below it and the weighted sum of V, rescaling the last two whenever the largest grows.
"""

import triton
import triton.language as tl

LOG2_E = tl.constexpr(1.4426950408889634)
LN_2 = tl.constexpr(0.6931471805599453)


@triton.jit
def _fwd_kernel(
    Q, K, V, Out, Lse, TMP,
    softmax_scale,
    stride_qb, stride_qh, stride_qm,
    stride_kb, stride_kh, stride_kn,
    stride_vb, stride_vh, stride_vn,
    stride_ob, stride_oh, stride_om,
    nheads, seqlen_q, seqlen_k, seqlen_q_rounded, headdim, batch,
    EVEN_M, EVEN_N, EVEN_HEADDIM,
    IS_CAUSAL: tl.constexpr, BLOCK_HEADDIM: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    # BLOCK_N is the unit EVEN_N speaks of; more than 64 keys at once would not fit the registers of 4 warps.
    STEP: tl.constexpr = min(BLOCK_N, 64)

    # Positions are 64-bit before they meet a stride: tensors may have more than 2^31 elements.
    head = tl.program_id(1).to(tl.int64)
    b = head // nheads
    h = head % nheads
    Q += b * stride_qb + h * stride_qh
    K += b * stride_kb + h * stride_kh
    V += b * stride_vb + h * stride_vh
    Out += b * stride_ob + h * stride_oh
    Lse += head * seqlen_q_rounded

    first_row = tl.program_id(0) * BLOCK_M
    row = first_row + tl.arange(0, BLOCK_M)
    dim = tl.arange(0, BLOCK_HEADDIM)
    row_exists = EVEN_M | (row < seqlen_q)
    dim_exists = (EVEN_HEADDIM | (dim < headdim))[None, :]
    q = tl.load(
        Q + (row.to(tl.int64) * stride_qm)[:, None] + dim[None, :],
        mask=row_exists[:, None] & dim_exists,
        other=0.0,
    )

    # Scores are kept in units of log2, since the hardware's exponential is 2^x.
    scale = softmax_scale * LOG2_E
    largest = tl.full([BLOCK_M], float("-inf"), tl.float32)
    total = tl.zeros([BLOCK_M], tl.float32)
    acc = tl.zeros([BLOCK_M, BLOCK_HEADDIM], tl.float32)

    end = seqlen_k
    if IS_CAUSAL:
        end = tl.minimum(seqlen_k, first_row + BLOCK_M)
    for first_key in range(0, end, STEP):
        key = first_key + tl.arange(0, STEP)
        # Keys past the end repeat the last one, which needs no mask; their score is -inf below.
        key_row = tl.minimum(key, seqlen_k - 1).to(tl.int64)
        k = tl.load(K + (key_row * stride_kn)[:, None] + dim[None, :], mask=dim_exists, other=0.0)

        visible = (EVEN_N | (key < seqlen_k))[None, :]
        if IS_CAUSAL:
            visible = visible & (key[None, :] <= row[:, None])
        # Key 0 is visible to every row, so `largest` is finite from the first step on.
        score = tl.where(visible, tl.dot(q, tl.trans(k)) * scale, float("-inf"))

        new_largest = tl.maximum(largest, tl.max(score, 1))
        weight = tl.exp2(score - new_largest[:, None])
        decay = tl.exp2(largest - new_largest)
        total = total * decay + tl.sum(weight, 1)
        largest = new_largest

        v = tl.load(V + (key_row * stride_vn)[:, None] + dim[None, :], mask=dim_exists, other=0.0)
        acc = tl.dot(weight.to(v.dtype), v, acc * decay[:, None])

    # Without any key there is nothing to average: the row is 0 and its log-sum-exp is -inf.
    out = acc / tl.where(total > 0.0, total, 1.0)[:, None]
    tl.store(
        Out + (row.to(tl.int64) * stride_om)[:, None] + dim[None, :],
        out.to(Out.dtype.element_ty),
        mask=row_exists[:, None] & dim_exists,
    )
    tl.store(Lse + row, (largest + tl.log2(total)) * LN_2, mask=row_exists)
