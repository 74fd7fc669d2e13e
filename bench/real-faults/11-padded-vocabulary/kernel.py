"""Log probability of the labels and entropy of softmax(hidden weight^T), without storing the logits."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    hidden, weight, labels, logprob, entropy, M, N, K,
    stride_hidden_m, stride_hidden_k, stride_weight_n, stride_weight_k,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    label = tl.load(labels + row, mask=row < M, other=0)
    largest = tl.full([BLOCK_M], -float("inf"), tl.float32)
    total = tl.zeros([BLOCK_M], tl.float32)
    weighted = tl.zeros([BLOCK_M], tl.float32)
    own = tl.zeros([BLOCK_M], tl.float32)
    for first in range(0, N, BLOCK_N):
        column = first + tl.arange(0, BLOCK_N)
        logits = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
        for start in range(0, K, BLOCK_K):
            k = start + tl.arange(0, BLOCK_K)
            h = tl.load(
                hidden + row[:, None] * stride_hidden_m + k[None, :] * stride_hidden_k,
                mask=(row[:, None] < M) & (k[None, :] < K), other=0.0,
            )  # fmt: skip
            w = tl.load(
                weight + column[None, :] * stride_weight_n + k[:, None] * stride_weight_k,
                mask=(column[None, :] < N) & (k[:, None] < K), other=0.0,
            )  # fmt: skip
            logits = tl.dot(h, w, logits)
        new_largest = tl.maximum(largest, tl.max(logits, 1))
        old = tl.exp(largest - new_largest)
        powers = tl.exp(logits - new_largest[:, None])
        total = total * old + tl.sum(powers, 1)
        weighted = weighted * old + tl.sum(powers * logits, 1)
        own += tl.sum(tl.where(column[None, :] == label[:, None], logits, 0.0), 1)
        largest = new_largest
    lse = largest + tl.log(total)
    tl.store(logprob + row, own - lse, mask=row < M)
    tl.store(entropy + row, lse - weighted / total, mask=row < M)


@triton.jit
def kernel_after(
    hidden, weight, labels, logprob, entropy, M, N, K,
    stride_hidden_m, stride_hidden_k, stride_weight_n, stride_weight_k,
    BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    label = tl.load(labels + row, mask=row < M, other=0)
    largest = tl.full([BLOCK_M], -float("inf"), tl.float32)
    total = tl.zeros([BLOCK_M], tl.float32)
    weighted = tl.zeros([BLOCK_M], tl.float32)
    own = tl.zeros([BLOCK_M], tl.float32)
    for first in range(0, N, BLOCK_N):
        column = first + tl.arange(0, BLOCK_N)
        logits = tl.zeros([BLOCK_M, BLOCK_N], tl.float32)
        for start in range(0, K, BLOCK_K):
            k = start + tl.arange(0, BLOCK_K)
            h = tl.load(
                hidden + row[:, None] * stride_hidden_m + k[None, :] * stride_hidden_k,
                mask=(row[:, None] < M) & (k[None, :] < K), other=0.0,
            )  # fmt: skip
            w = tl.load(
                weight + column[None, :] * stride_weight_n + k[:, None] * stride_weight_k,
                mask=(column[None, :] < N) & (k[:, None] < K), other=0.0,
            )  # fmt: skip
            logits = tl.dot(h, w, logits)
        existing = tl.where(column[None, :] < N, logits, -float("inf"))
        new_largest = tl.maximum(largest, tl.max(existing, 1))
        old = tl.exp(largest - new_largest)
        powers = tl.exp(existing - new_largest[:, None])
        total = total * old + tl.sum(powers, 1)
        weighted = weighted * old + tl.sum(powers * logits, 1)
        own += tl.sum(tl.where(column[None, :] == label[:, None], logits, 0.0), 1)
        largest = new_largest
    lse = largest + tl.log(total)
    tl.store(logprob + row, own - lse, mask=row < M)
    tl.store(entropy + row, lse - weighted / total, mask=row < M)
