"""The gradient of the initial state of a causal convolution with SiLU. y is what went into SiLU; it is contiguous."""

import triton
import triton.language as tl


@triton.jit
def silu_gradient(y):
    s = tl.sigmoid(y)
    return s * (1 + y * (1 - s))


@triton.jit
def kernel_before(
    dy, y, weight, dh0, T, D, stride_dy_n, stride_dy_t,
    W: tl.constexpr, BD: tl.constexpr,
):  # fmt: skip
    batch = tl.program_id(1)
    feature = tl.program_id(0) * BD + tl.arange(0, BD)
    exists = feature < D
    tl.store(dh0 + (batch * D + feature) * W, tl.zeros([BD], tl.float32), mask=exists)
    for place in tl.static_range(1, W):
        acc = tl.zeros([BD], tl.float32)
        for t in tl.static_range(place):
            mask = exists & (t < T)
            offset = batch * stride_dy_n + t * stride_dy_t + feature
            gradient = tl.load(dy + offset, mask=mask, other=0.0)
            before_silu = tl.load(y + offset, mask=mask, other=0.0)
            factor = tl.load(weight + feature * W + (place - t - 1), mask=exists, other=0.0)
            acc += gradient * silu_gradient(before_silu) * factor
        tl.store(dh0 + (batch * D + feature) * W + place, acc, mask=exists)


@triton.jit
def kernel_after(
    dy, y, weight, dh0, T, D, stride_dy_n, stride_dy_t, stride_dy_d,
    W: tl.constexpr, BD: tl.constexpr,
):  # fmt: skip
    batch = tl.program_id(1)
    feature = tl.program_id(0) * BD + tl.arange(0, BD)
    exists = feature < D
    tl.store(dh0 + (batch * D + feature) * W, tl.zeros([BD], tl.float32), mask=exists)
    for place in tl.static_range(1, W):
        acc = tl.zeros([BD], tl.float32)
        for t in tl.static_range(place):
            mask = exists & (t < T)
            gradient = tl.load(
                dy + batch * stride_dy_n + t * stride_dy_t + feature * stride_dy_d, mask=mask, other=0.0
            )
            before_silu = tl.load(y + (batch * T + t) * D + feature, mask=mask, other=0.0)
            factor = tl.load(weight + feature * W + (place - t - 1), mask=exists, other=0.0)
            acc += gradient * silu_gradient(before_silu) * factor
        tl.store(dh0 + (batch * D + feature) * W + place, acc, mask=exists)
