"""Rotates the halves of all heads of a token in place, BLOCK_H heads at a time."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(q, cos, sin, heads, stride_token, stride_head, HALF: tl.constexpr, BLOCK_H: tl.constexpr):
    token, block = tl.program_id(0), tl.program_id(1)
    q += token * stride_token + block * BLOCK_H * stride_head
    lane = tl.arange(0, HALF)
    c = tl.load(cos + token * HALF + lane)[None, :]
    s = tl.load(sin + token * HALF + lane)[None, :]
    head = tl.arange(0, BLOCK_H)
    offset = head[:, None] * stride_head + lane[None, :]
    mask = (head < heads)[:, None]
    first = tl.load(q + offset, mask=mask, other=0.0).to(tl.float32)
    second = tl.load(q + offset + HALF, mask=mask, other=0.0).to(tl.float32)
    tl.store(q + offset, (first * c - second * s).to(q.dtype.element_ty), mask=mask)
    tl.store(q + offset + HALF, (second * c + first * s).to(q.dtype.element_ty), mask=mask)


@triton.jit
def kernel_after(q, cos, sin, heads, stride_token, stride_head, HALF: tl.constexpr, BLOCK_H: tl.constexpr):
    token, block = tl.program_id(0), tl.program_id(1)
    q += token * stride_token
    lane = tl.arange(0, HALF)
    c = tl.load(cos + token * HALF + lane)[None, :]
    s = tl.load(sin + token * HALF + lane)[None, :]
    head = block * BLOCK_H + tl.arange(0, BLOCK_H)
    offset = head[:, None] * stride_head + lane[None, :]
    mask = (head < heads)[:, None]
    first = tl.load(q + offset, mask=mask, other=0.0).to(tl.float32)
    second = tl.load(q + offset + HALF, mask=mask, other=0.0).to(tl.float32)
    tl.store(q + offset, (first * c - second * s).to(q.dtype.element_ty), mask=mask)
    tl.store(q + offset + HALF, (second * c + first * s).to(q.dtype.element_ty), mask=mask)
