"""Attention, forward pass, without ever holding the score matrix.

Out = softmax(softmax_scale * Q @ K^T) @ V for every head of every sequence. One program computes BLOCK_M
rows of Out: it walks over the keys in blocks of BLOCK_N and keeps, per row, the largest score so far, the sum
of the exponentials below it and the weighted sum of V, rescaling the last two whenever the largest grows.
"""

import triton
import triton.language as tl

LOG2_E = tl.constexpr(1.4426950408889634)
LN_2 = tl.constexpr(0.6931471805599453)


@triton.jit
def weigh(score, largest, scale, visible, MASKED: tl.constexpr):
    """The weights of a block of keys, relative to the largest score after it, in units of log2."""
    if MASKED:
        score = tl.where(visible, score * scale, float("-inf"))
        new_largest = tl.maximum(largest, tl.max(score, 1))
        return tl.exp2(score - new_largest[:, None]), new_largest
    # No scale is negative here: the largest score can be scaled alone, and the others in the subtraction.
    new_largest = tl.maximum(largest, tl.max(score, 1) * scale)
    return tl.exp2(score * scale - new_largest[:, None]), new_largest


@triton.jit
def attend(acc, total, largest, q, k, v, scale, visible, MASKED: tl.constexpr):
    """Adds a block of keys to the sums of the rows."""
    weight, new_largest = weigh(tl.dot(q, tl.trans(k)), largest, scale, visible, MASKED)
    decay = tl.exp2(largest - new_largest)
    acc = tl.dot(weight.to(v.dtype), v, acc * decay[:, None])
    return acc, total * decay + tl.sum(weight, 1), new_largest


# Sizes change from call to call, and no access to memory is wider for knowing that one is a multiple of 16.
@triton.jit(do_not_specialize=["nheads", "seqlen_q", "seqlen_k", "seqlen_q_rounded", "batch"])
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
    # Positions are 64-bit before they meet a stride: tensors may have more than 2^31 elements.
    head = tl.program_id(1).to(tl.int64)
    b = head // nheads
    h = head % nheads
    Q += b * stride_qb + h * stride_qh
    K += b * stride_kb + h * stride_kh
    V += b * stride_vb + h * stride_vh
    Out += b * stride_ob + h * stride_oh
    Lse += head * seqlen_q_rounded

    block = tl.program_id(0)
    if IS_CAUSAL:
        # The last rows see the most keys. They start first, so that no program is left to run alone.
        block = tl.num_programs(0) - 1 - block
    first_row = block * BLOCK_M
    row = first_row + tl.arange(0, BLOCK_M)
    dim = tl.arange(0, BLOCK_HEADDIM)
    row_exists = row < seqlen_q
    dim_exists = (dim < headdim)[None, :]
    # Rows past the end repeat the last one, which needs no mask; nothing is stored for them.
    q_row = tl.minimum(row, seqlen_q - 1).to(tl.int64)
    q = tl.load(Q + (q_row * stride_qm)[:, None] + dim[None, :], mask=dim_exists, other=0.0)

    # Scores are kept in units of log2, since the hardware's exponential is 2^x.
    scale = softmax_scale * LOG2_E
    largest = tl.full([BLOCK_M], float("-inf"), tl.float32)
    total = tl.zeros([BLOCK_M], tl.float32)
    acc = tl.zeros([BLOCK_M, BLOCK_HEADDIM], tl.float32)

    # Up to `full`, every row sees every key of a block. Blocks from there to `end` need a mask.
    end = seqlen_k
    full = seqlen_k // BLOCK_N * BLOCK_N
    if IS_CAUSAL:
        end = tl.minimum(seqlen_k, first_row + BLOCK_M)
        full = tl.minimum(full, (first_row + 1) // BLOCK_N * BLOCK_N)
    full = tl.where(scale < 0, 0, full)

    step = tl.arange(0, BLOCK_N)
    # The start of a block is added first, as one number: a block of pointers would take more registers.
    k_offsets = (step.to(tl.int64) * stride_kn)[:, None] + dim[None, :]
    v_offsets = (step.to(tl.int64) * stride_vn)[:, None] + dim[None, :]
    for first_key in range(0, full, BLOCK_N):
        k = tl.load(K + first_key.to(tl.int64) * stride_kn + k_offsets, mask=dim_exists, other=0.0)
        v = tl.load(V + first_key.to(tl.int64) * stride_vn + v_offsets, mask=dim_exists, other=0.0)
        acc, total, largest = attend(acc, total, largest, q, k, v, scale, True, False)

    # One or two blocks: a pipeline of their own would cost more registers than it saves time.
    for first_key in tl.range(full, end, BLOCK_N, num_stages=1):
        key = first_key + step
        # Keys past the end repeat the last one, which needs no mask; their score is -inf.
        key_row = tl.minimum(key, seqlen_k - 1).to(tl.int64)
        k = tl.load(K + (key_row * stride_kn)[:, None] + dim[None, :], mask=dim_exists, other=0.0)
        v = tl.load(V + (key_row * stride_vn)[:, None] + dim[None, :], mask=dim_exists, other=0.0)
        visible = (key < seqlen_k)[None, :]
        if IS_CAUSAL:
            visible = visible & (key[None, :] <= row[:, None])
        # Key 0 is visible to every row, so `largest` is finite from the first block on.
        acc, total, largest = attend(acc, total, largest, q, k, v, scale, visible, True)

    # Without any key there is nothing to average: the row is 0 and its log-sum-exp is -inf.
    out = acc / tl.where(total > 0.0, total, 1.0)[:, None]
    tl.store(
        Out + (row.to(tl.int64) * stride_om)[:, None] + dim[None, :],
        out.to(Out.dtype.element_ty),
        mask=row_exists[:, None] & dim_exists,
    )
    tl.store(Lse + row, (largest + tl.log2(total)) * LN_2, mask=row_exists)
