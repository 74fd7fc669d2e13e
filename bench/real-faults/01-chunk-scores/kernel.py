"""Scores of the keys of a chunk with each other: A = beta * k k^T below the diagonal, for chunks of BT tokens."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    k, beta, A, T,
    H: tl.constexpr, K: tl.constexpr, BT: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    chunk, batch_head = tl.program_id(0), tl.program_id(1)
    batch, head = batch_head // H, batch_head % H
    first = batch * T
    lane = tl.arange(0, BT)
    token = chunk * BT + lane
    exists = token < T

    beta += first * H + head
    k += (first * H + head) * K
    A += (first * H + head) * BT
    scores = tl.zeros([BT, BT], tl.float32)
    for start in range(0, K, BK):
        column = start + tl.arange(0, BK)
        keys = tl.load(
            k + token[:, None] * (H * K) + column[None, :], mask=exists[:, None] & (column[None, :] < K), other=0.0
        )
        scores += tl.dot(keys, tl.trans(keys))
    scores *= tl.load(beta + token * H, mask=exists, other=0.0)[:, None]
    scores = tl.where(lane[:, None] > lane[None, :], scores, 0)
    tl.store(A + token[:, None] * (H * BT) + lane[None, :], scores, mask=exists[:, None])


@triton.jit
def kernel_after(
    k, beta, A, T,
    H: tl.constexpr, K: tl.constexpr, BT: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    chunk, batch_head = tl.program_id(0), tl.program_id(1)
    batch, head = (batch_head // H).to(tl.int64), batch_head % H
    first = batch * T
    lane = tl.arange(0, BT)
    token = chunk * BT + lane
    exists = token < T

    beta += first * H + head
    k += (first * H + head) * K
    A += (first * H + head) * BT
    scores = tl.zeros([BT, BT], tl.float32)
    for start in range(0, K, BK):
        column = start + tl.arange(0, BK)
        keys = tl.load(
            k + token[:, None] * (H * K) + column[None, :], mask=exists[:, None] & (column[None, :] < K), other=0.0
        )
        scores += tl.dot(keys, tl.trans(keys))
    scores *= tl.load(beta + token * H, mask=exists, other=0.0)[:, None]
    scores = tl.where(lane[:, None] > lane[None, :], scores, 0)
    tl.store(A + token[:, None] * (H * BT) + lane[None, :], scores, mask=exists[:, None])
