"""Kernels whose offsets overflow in 32 bits, as four merged fixes of 2026 had them, in other words. With WIDE they are right."""

import triton
import triton.language as tl


@triton.jit
def wide(index, WIDE: tl.constexpr):
    return index.to(tl.int64) if WIDE else index


@triton.jit
def chunk_states(k, v, states, chunks, K: tl.constexpr, V: tl.constexpr, C: tl.constexpr, WIDE: tl.constexpr):
    """The state of each chunk of a linear attention: a matrix of K by V elements for each sequence, head and chunk."""
    chunk = tl.program_id(0)
    sequence = wide(tl.program_id(1), WIDE)
    row = tl.arange(0, C)
    token = (sequence * chunks + chunk) * C + row
    left = tl.load(k + token[None, :] * K + tl.arange(0, K)[:, None])
    right = tl.load(v + token[:, None] * V + tl.arange(0, V)[None, :])
    state = states + (sequence * chunks + chunk) * K * V
    tl.store(state + tl.arange(0, K)[:, None] * V + tl.arange(0, V)[None, :], tl.dot(left, right))


@triton.jit
def decode_splits(q, scratch, heads, splits, D: tl.constexpr, WIDE: tl.constexpr):
    """A part of the attention of one token: what each split of the keys adds is in a scratch buffer."""
    token = wide(tl.program_id(0), WIDE)
    head = tl.program_id(1)
    split = tl.program_id(2)
    d = tl.arange(0, D)
    part = tl.load(q + (token * heads + head) * D + d)
    tl.store(scratch + token * (heads * splits * D) + head * (splits * D) + split * D + d, part)


@triton.jit
def update_slots(slots, x, states, stride_slot, W: tl.constexpr, WIDE: tl.constexpr):
    """A step of a state-space model. The cache has a slot for each state, and a tensor says which one each sequence has."""
    sequence = tl.program_id(0)
    slot = wide(tl.load(slots + sequence), WIDE)
    w = tl.arange(0, W)
    at = states + slot * stride_slot + w
    tl.store(at, tl.load(at) * 0.5 + tl.load(x + sequence * W + w))


@triton.jit
def symmetric_step(x, out, rows, columns, stride, M: tl.constexpr, N: tl.constexpr, WIDE: tl.constexpr):
    """A step of an optimizer with a matrix for each weight: tiles of it, with masks."""
    row = wide(tl.program_id(0) * M + tl.arange(0, M), WIDE)
    column = tl.program_id(1) * N + tl.arange(0, N)
    inside = (row < rows)[:, None] & (column < columns)[None, :]
    at = row[:, None] * stride + column[None, :]
    tl.store(out + at, tl.load(x + at, mask=inside, other=0.0) * 2.0, mask=inside)
