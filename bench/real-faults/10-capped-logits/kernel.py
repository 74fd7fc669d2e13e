"""Cross entropy with capped logits: cap * tanh(x / cap). One program computes the loss of one row."""

import triton
import triton.language as tl


@triton.jit
def capped(x, cap):
    return cap * (2 * tl.sigmoid(2 * x / cap) - 1)


@triton.jit
def kernel_before(logits, stride, labels, loss, logsumexp, vocab, cap, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    logits += row * stride
    column = tl.arange(0, BLOCK)
    label = tl.load(labels + row)
    x = tl.load(logits + column, mask=column < vocab, other=-float("inf")).to(tl.float32)
    x = capped(x, cap)
    largest = tl.max(x, 0)
    lse = largest + tl.log(tl.sum(tl.exp(x - largest), 0))
    if label != -100:
        value = lse - capped(tl.load(logits + label).to(tl.float32), cap)
    else:
        value = 0.0
    tl.store(logsumexp + row, lse)
    tl.store(loss + row, value)


@triton.jit
def kernel_after(logits, stride, labels, loss, logsumexp, vocab, cap, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    logits += row * stride
    column = tl.arange(0, BLOCK)
    label = tl.load(labels + row)
    x = tl.load(logits + column, mask=column < vocab, other=-float("inf")).to(tl.float32)
    x = tl.where(column < vocab, capped(x, cap), -float("inf"))
    largest = tl.max(x, 0)
    lse = largest + tl.log(tl.sum(tl.exp(x - largest), 0))
    if label != -100:
        value = lse - capped(tl.load(logits + label).to(tl.float32), cap)
    else:
        value = 0.0
    tl.store(logsumexp + row, lse)
    tl.store(loss + row, value)
