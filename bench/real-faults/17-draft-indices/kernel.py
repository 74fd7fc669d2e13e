"""The index in the target's tokens of each token that the draft model gets."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(indices, query_start, token_start, BLOCK: tl.constexpr):
    request = tl.program_id(0)
    first = tl.load(token_start + request)
    count = tl.load(token_start + request + 1) - first
    source = tl.load(query_start + request) + tl.arange(0, BLOCK)
    for start in range(0, count, BLOCK):
        lane = start + tl.arange(0, BLOCK)
        tl.store(indices + first + lane, source, mask=lane < count)


@triton.jit
def kernel_after(indices, query_start, token_start, BLOCK: tl.constexpr):
    request = tl.program_id(0)
    first = tl.load(token_start + request)
    count = tl.load(token_start + request + 1) - first
    source = tl.load(query_start + request) + tl.arange(0, BLOCK)
    for start in range(0, count, BLOCK):
        lane = start + tl.arange(0, BLOCK)
        tl.store(indices + first + lane, source + start, mask=lane < count)
