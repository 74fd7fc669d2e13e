"""Multiplies the rows of x by the gradients of their losses, in place."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(x, x_stride, gradient, rows, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    step = tl.where(rows > 1, 1, 0)
    factor = tl.load(gradient + row * step)
    x += row * x_stride
    for start in range(0, cols, BLOCK):
        column = start + tl.arange(0, BLOCK)
        value = tl.load(x + column, mask=column < cols, other=0.0)
        tl.store(x + column, value * factor, mask=column < cols)


@triton.jit
def kernel_after(x, x_stride, gradient, gradient_stride, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    factor = tl.load(gradient + row * gradient_stride)
    x += row * x_stride
    for start in range(0, cols, BLOCK):
        column = start + tl.arange(0, BLOCK)
        value = tl.load(x + column, mask=column < cols, other=0.0)
        tl.store(x + column, value * factor, mask=column < cols)
