"""One split of decode attention: the weighted sum of the values, the sum of the weights, and their offset."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(q, k, v, partial, weights, T, scale, PHI: tl.constexpr, D: tl.constexpr, BLOCK: tl.constexpr):
    split, head = tl.program_id(0), tl.program_id(1)
    column = tl.arange(0, D)
    t = split * BLOCK + tl.arange(0, BLOCK)
    exists = t < T
    query = tl.load(q + head * D + column).to(tl.float32)
    offset = (head * T + t[:, None]) * D + column[None, :]
    keys = tl.load(k + offset, mask=exists[:, None], other=0.0).to(tl.float32)
    values = tl.load(v + offset, mask=exists[:, None], other=0.0).to(tl.float32)
    scores = tl.sum(keys * query[None, :], 1) * scale
    p = tl.where(exists, tl.exp(scores - PHI), 0.0)
    total = tl.sum(p, 0)
    splits = tl.cdiv(T, BLOCK)
    place = head * splits + split
    tl.store(partial + place * D + column, tl.sum(p[:, None] * values, 0) / total)
    tl.store(weights + place, PHI + tl.log(total))


@triton.jit
def kernel_after(q, k, v, partial, weights, T, scale, PHI: tl.constexpr, D: tl.constexpr, BLOCK: tl.constexpr):
    split, head = tl.program_id(0), tl.program_id(1)
    column = tl.arange(0, D)
    t = split * BLOCK + tl.arange(0, BLOCK)
    exists = t < T
    query = tl.load(q + head * D + column).to(tl.float32)
    offset = (head * T + t[:, None]) * D + column[None, :]
    keys = tl.load(k + offset, mask=exists[:, None], other=0.0).to(tl.float32)
    values = tl.load(v + offset, mask=exists[:, None], other=0.0).to(tl.float32)
    scores = tl.where(exists, tl.sum(keys * query[None, :], 1) * scale, -float("inf"))
    largest = tl.max(scores, 0)
    p = tl.exp(scores - largest)
    total = tl.sum(p, 0)
    splits = tl.cdiv(T, BLOCK)
    place = head * splits + split
    tl.store(partial + place * D + column, tl.sum(p[:, None] * values, 0) / total)
    tl.store(weights + place, largest + tl.log(total))
