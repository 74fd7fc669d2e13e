"""Cross entropy of logits of shape [batch, seq, vocab]. One program computes the loss of one token."""

import triton
import triton.language as tl


@triton.jit
def row_loss(row, label, vocab, BLOCK: tl.constexpr):
    largest = tl.full([], -float("inf"), tl.float32)
    total = tl.full([], 0.0, tl.float32)
    for start in range(0, vocab, BLOCK):
        column = start + tl.arange(0, BLOCK)
        x = tl.load(row + column, mask=column < vocab, other=-float("inf")).to(tl.float32)
        new_largest = tl.maximum(largest, tl.max(x, 0))
        total = total * tl.exp(largest - new_largest) + tl.sum(tl.exp(x - new_largest), 0)
        largest = new_largest
    return largest + tl.log(total) - tl.load(row + label).to(tl.float32)


@triton.jit
def kernel_before(logits, stride_s, labels, loss, vocab, BLOCK: tl.constexpr):
    token = tl.program_id(0).to(tl.int64)
    row = logits + token * stride_s
    tl.store(loss + token, row_loss(row, tl.load(labels + token), vocab, BLOCK))


@triton.jit
def kernel_after(logits, stride_b, stride_s, labels, loss, seq, vocab, BLOCK: tl.constexpr):
    token = tl.program_id(0).to(tl.int64)
    row = logits + token // seq * stride_b + token % seq * stride_s
    tl.store(loss + token, row_loss(row, tl.load(labels + token), vocab, BLOCK))
