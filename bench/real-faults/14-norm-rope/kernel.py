"""Normalises a head in place, reads its halves again, and rotates them."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(x, weight, cos, sin, heads, eps, D: tl.constexpr):
    token, head = tl.program_id(0), tl.program_id(1)
    x += (token * heads + head) * D
    lane = tl.arange(0, D)
    value = tl.load(x + lane).to(tl.float32)
    scale = 1 / tl.sqrt(tl.sum(value * value, 0) / D + eps)
    tl.store(x + lane, (value * scale * tl.load(weight + lane)).to(x.dtype.element_ty))

    half = tl.arange(0, D // 2)
    first = tl.load(x + half).to(tl.float32)
    second = tl.load(x + D // 2 + half).to(tl.float32)
    c = tl.load(cos + token * (D // 2) + half)
    s = tl.load(sin + token * (D // 2) + half)
    tl.store(x + half, (first * c - second * s).to(x.dtype.element_ty))
    tl.store(x + D // 2 + half, (second * c + first * s).to(x.dtype.element_ty))


@triton.jit
def kernel_after(x, weight, cos, sin, heads, eps, D: tl.constexpr):
    token, head = tl.program_id(0), tl.program_id(1)
    x += (token * heads + head) * D
    lane = tl.arange(0, D)
    value = tl.load(x + lane).to(tl.float32)
    scale = 1 / tl.sqrt(tl.sum(value * value, 0) / D + eps)
    tl.store(x + lane, (value * scale * tl.load(weight + lane)).to(x.dtype.element_ty))

    tl.debug_barrier()
    half = tl.arange(0, D // 2)
    first = tl.load(x + half).to(tl.float32)
    second = tl.load(x + D // 2 + half).to(tl.float32)
    tl.debug_barrier()
    c = tl.load(cos + token * (D // 2) + half)
    s = tl.load(sin + token * (D // 2) + half)
    tl.store(x + half, (first * c - second * s).to(x.dtype.element_ty))
    tl.store(x + D // 2 + half, (second * c + first * s).to(x.dtype.element_ty))
