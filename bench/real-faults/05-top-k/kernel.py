"""Keeps the k largest logits of each row, and sets the others to -inf, in place."""

import triton
import triton.language as tl


@triton.jit
def ordered(x):
    """Returns unsigned integers in the order of the numbers."""
    bits = (x + 0.0).to(tl.uint32, bitcast=True)
    return tl.where(bits >= 0x80000000, ~bits, bits | 0x80000000)


@triton.jit
def keep_largest(row, k, vocab, BLOCK: tl.constexpr):
    """Finds the k-th largest number bit by bit: how many are at least as large as the candidate?"""
    lane = tl.arange(0, BLOCK)
    threshold = tl.full([], 0, tl.uint32)
    for bit in range(32):
        candidate = threshold | (tl.full([], 1, tl.uint32) << (31 - bit))
        count = tl.zeros([BLOCK], tl.int32)
        for start in range(0, vocab, BLOCK):
            column = start + lane
            x = tl.load(row + column, mask=column < vocab, other=-float("inf"))
            count += ((ordered(x) >= candidate) & (column < vocab)).to(tl.int32)
        threshold = tl.where(tl.sum(count, 0) >= k, candidate, threshold)
    for start in range(0, vocab, BLOCK):
        column = start + lane
        x = tl.load(row + column, mask=column < vocab, other=-float("inf"))
        tl.store(row + column, tl.where(ordered(x) >= threshold, x, -float("inf")), mask=column < vocab)


@triton.jit
def kernel_before(logits, k, vocab, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    keep_largest(logits + row * vocab, tl.load(k + row), vocab, BLOCK)


@triton.jit
def kernel_after(logits, k, vocab, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    keep_largest(logits + row * stride, tl.load(k + row), vocab, BLOCK)
