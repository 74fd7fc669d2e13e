"""Attention of one query to the last keys of a sequence. What is before the window may have been given away."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(q, k, v, out, length, window, scale, stride_t, D: tl.constexpr, BLOCK: tl.constexpr):
    head = tl.program_id(0)
    column = tl.arange(0, D)
    query = tl.load(q + head * D + column).to(tl.float32)
    first = tl.maximum(length - window, 0)
    largest = tl.full([], -float("inf"), tl.float32)
    total = tl.full([], 0.0, tl.float32)
    acc = tl.zeros([D], tl.float32)
    for start in range(first // BLOCK * BLOCK, length, BLOCK):
        t = start + tl.arange(0, BLOCK)
        offset = t[:, None] * stride_t + head * D + column[None, :]
        keys = tl.load(k + offset, mask=t[:, None] < length, other=0.0).to(tl.float32)
        values = tl.load(v + offset, mask=t[:, None] < length, other=0.0).to(tl.float32)
        scores = tl.sum(keys * query[None, :], 1) * scale
        scores = tl.where((t >= first) & (t < length), scores, -float("inf"))
        new_largest = tl.maximum(largest, tl.max(scores, 0))
        p = tl.exp(scores - new_largest)
        old = tl.exp(largest - new_largest)
        total = total * old + tl.sum(p, 0)
        acc = acc * old + tl.sum(p[:, None] * values, 0)
        largest = new_largest
    tl.store(out + head * D + column, acc / total)


@triton.jit
def kernel_after(q, k, v, out, length, window, scale, stride_t, D: tl.constexpr, BLOCK: tl.constexpr):
    head = tl.program_id(0)
    column = tl.arange(0, D)
    query = tl.load(q + head * D + column).to(tl.float32)
    first = tl.maximum(length - window, 0)
    largest = tl.full([], -float("inf"), tl.float32)
    total = tl.full([], 0.0, tl.float32)
    acc = tl.zeros([D], tl.float32)
    for start in range(first // BLOCK * BLOCK, length, BLOCK):
        t = start + tl.arange(0, BLOCK)
        inside = (t >= first) & (t < length)
        offset = t[:, None] * stride_t + head * D + column[None, :]
        keys = tl.load(k + offset, mask=inside[:, None], other=0.0).to(tl.float32)
        values = tl.load(v + offset, mask=inside[:, None], other=0.0).to(tl.float32)
        scores = tl.sum(keys * query[None, :], 1) * scale
        scores = tl.where(inside, scores, -float("inf"))
        new_largest = tl.maximum(largest, tl.max(scores, 0))
        p = tl.exp(scores - new_largest)
        old = tl.exp(largest - new_largest)
        total = total * old + tl.sum(p, 0)
        acc = acc * old + tl.sum(p[:, None] * values, 0)
        largest = new_largest
    tl.store(out + head * D + column, acc / total)
