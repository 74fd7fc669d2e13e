"""The backward pass of RMSNorm, in place: dy becomes dx."""

import triton
import triton.language as tl


@triton.jit
def kernel_before(dy, dy_row_stride, x, x_row_stride, weight, rstd, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    column = tl.arange(0, BLOCK)
    exists = column < cols
    dy += row * dy_row_stride
    gradient = tl.load(dy + column, mask=exists, other=0.0).to(tl.float32)
    value = tl.load(x + row * x_row_stride + column, mask=exists, other=0.0).to(tl.float32)
    factor = tl.load(rstd + row)
    normal = value * factor
    weighted = gradient * tl.load(weight + column, mask=exists, other=0.0).to(tl.float32)
    out = factor * (weighted - normal * tl.sum(weighted * normal, 0) / cols)
    tl.store(dy + column, out.to(dy.dtype.element_ty), mask=exists)


@triton.jit
def kernel_after(dy, dy_row_stride, dy_col_stride, x, x_row_stride, weight, rstd, cols, BLOCK: tl.constexpr):
    row = tl.program_id(0).to(tl.int64)
    column = tl.arange(0, BLOCK)
    exists = column < cols
    dy += row * dy_row_stride
    gradient = tl.load(dy + column * dy_col_stride, mask=exists, other=0.0).to(tl.float32)
    value = tl.load(x + row * x_row_stride + column, mask=exists, other=0.0).to(tl.float32)
    factor = tl.load(rstd + row)
    normal = value * factor
    weighted = gradient * tl.load(weight + column, mask=exists, other=0.0).to(tl.float32)
    out = factor * (weighted - normal * tl.sum(weighted * normal, 0) / cols)
    tl.store(dy + column * dy_col_stride, out.to(dy.dtype.element_ty), mask=exists)
