"""A causal convolution along the tokens of sequences that are stored one after the other."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(
    x, weight, query_start, out, dim,
    stride_x_token, stride_x_dim, stride_w_dim, stride_w_width, stride_o_token, stride_o_dim,
    WIDTH: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    sequence = tl.program_id(1)
    feature = tl.program_id(2) * BLOCK_N + tl.arange(0, BLOCK_N)
    exists = feature < dim
    start = tl.load(query_start + sequence)
    length = tl.load(query_start + sequence + 1) - start
    first = tl.program_id(0) * BLOCK_M
    if first >= length:
        return

    x_base = x + start * stride_x_token + feature * stride_x_dim
    o_base = out + start * stride_o_token + feature * stride_o_dim
    for token in range(first, min(first + BLOCK_M, length)):
        acc = tl.zeros([BLOCK_N], tl.float32)
        for tap in tl.static_range(WIDTH):
            source = token - (WIDTH - 1) + tap
            value = tl.load(x_base + source * stride_x_token, mask=exists & (source >= 0), other=0.0)
            factor = tl.load(weight + feature * stride_w_dim + tap * stride_w_width, mask=exists, other=0.0)
            acc += value.to(tl.float32) * factor.to(tl.float32)
        tl.store(o_base + token * stride_o_token, acc, mask=exists)


@triton.jit
def kernel_after(
    x, weight, query_start, out, dim,
    stride_x_token, stride_x_dim, stride_w_dim, stride_w_width, stride_o_token, stride_o_dim,
    WIDTH: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
):  # fmt: skip
    sequence = tl.program_id(1)
    feature = tl.program_id(2) * BLOCK_N + tl.arange(0, BLOCK_N)
    exists = feature < dim
    start = tl.load(query_start + sequence).to(tl.int64)
    length = tl.load(query_start + sequence + 1) - start
    first = tl.program_id(0).to(tl.int64) * BLOCK_M
    if first >= length:
        return

    x_base = x + start * stride_x_token + feature * stride_x_dim
    o_base = out + start * stride_o_token + feature * stride_o_dim
    for token in range(first, min(first + BLOCK_M, length)):
        acc = tl.zeros([BLOCK_N], tl.float32)
        for tap in tl.static_range(WIDTH):
            source = token - (WIDTH - 1) + tap
            value = tl.load(x_base + source * stride_x_token, mask=exists & (source >= 0), other=0.0)
            factor = tl.load(weight + feature * stride_w_dim + tap * stride_w_width, mask=exists, other=0.0)
            acc += value.to(tl.float32) * factor.to(tl.float32)
        tl.store(o_base + token * stride_o_token, acc, mask=exists)
