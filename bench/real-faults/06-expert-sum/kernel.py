"""Each token goes to TOPK experts, whose results are added. -1 means that the expert is on another device."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(x, weight, ids, slots, out, N, TOPK: tl.constexpr, BLOCK: tl.constexpr):
    token = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    exists = column < N
    value = tl.load(x + token * N + column, mask=exists, other=0.0)
    for slot in tl.static_range(TOPK):
        expert = tl.load(ids + token * TOPK + slot)
        if expert >= 0:
            factor = tl.load(weight + expert * N + column, mask=exists, other=0.0)
            tl.store(slots + (token * TOPK + slot) * N + column, value * factor, mask=exists)

    acc = tl.zeros([BLOCK], tl.float32)
    for slot in tl.static_range(TOPK):
        acc += tl.load(slots + (token * TOPK + slot) * N + column, mask=exists, other=0.0)
    tl.store(out + token * N + column, acc, mask=exists)


@triton.jit
def kernel_after(x, weight, ids, slots, out, N, TOPK: tl.constexpr, BLOCK: tl.constexpr):
    token = tl.program_id(0)
    column = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    exists = column < N
    value = tl.load(x + token * N + column, mask=exists, other=0.0)
    for slot in tl.static_range(TOPK):
        expert = tl.load(ids + token * TOPK + slot)
        if expert >= 0:
            factor = tl.load(weight + expert * N + column, mask=exists, other=0.0)
            tl.store(slots + (token * TOPK + slot) * N + column, value * factor, mask=exists)

    acc = tl.zeros([BLOCK], tl.float32)
    for slot in tl.static_range(TOPK):
        here = tl.load(ids + token * TOPK + slot) >= 0
        acc += tl.load(slots + (token * TOPK + slot) * N + column, mask=exists & here, other=0.0)
    tl.store(out + token * N + column, acc, mask=exists)
