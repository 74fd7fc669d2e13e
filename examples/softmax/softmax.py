"""Softmax over the rows of a matrix, forward and backward; rows may be of any length.

One program owns one row and reads it twice, BLOCK columns at a time, so no row is too long for it.
Computation is in fp32 whatever the matrix holds. Matrices are contiguous and row-major.
"""

import triton
import triton.language as tl


@triton.jit
def softmax_forward_kernel(x_ptr, y_ptr, cols, BLOCK: tl.constexpr):
    """y = softmax(x)."""
    row = tl.program_id(0).to(tl.int64)
    x_ptr += row * cols
    y_ptr += row * cols
    lane = tl.arange(0, BLOCK)

    # Each lane keeps the largest value of its own columns and the sum of the exponentials below it, so
    # that lanes meet only once. The lowest finite number stands for "nothing yet": -inf - -inf is NaN.
    largest = tl.full([BLOCK], -3.4028234663852886e38, tl.float32)
    total = tl.zeros([BLOCK], tl.float32)
    for start in range(0, cols, BLOCK):
        col = start + lane
        x = tl.load(x_ptr + col, mask=col < cols, other=float("-inf")).to(tl.float32)
        new_largest = tl.maximum(largest, x)
        total = total * tl.exp(largest - new_largest) + tl.exp(x - new_largest)
        largest = new_largest
    row_largest = tl.max(largest, 0)
    row_total = tl.sum(total * tl.exp(largest - row_largest), 0)

    for start in range(0, cols, BLOCK):
        col = start + lane
        x = tl.load(x_ptr + col, mask=col < cols, other=float("-inf")).to(tl.float32)
        y = tl.exp(x - row_largest) / row_total
        tl.store(y_ptr + col, y.to(y_ptr.dtype.element_ty), mask=col < cols)


@triton.jit
def softmax_backward_kernel(y_ptr, dy_ptr, dx_ptr, cols, BLOCK: tl.constexpr):
    """dx = y * (dy - sum(y * dy)), where y is what the forward pass returned."""
    row = tl.program_id(0).to(tl.int64)
    y_ptr += row * cols
    dy_ptr += row * cols
    dx_ptr += row * cols
    lane = tl.arange(0, BLOCK)

    partial = tl.zeros([BLOCK], tl.float32)
    for start in range(0, cols, BLOCK):
        col = start + lane
        y = tl.load(y_ptr + col, mask=col < cols, other=0.0).to(tl.float32)
        dy = tl.load(dy_ptr + col, mask=col < cols, other=0.0).to(tl.float32)
        partial += y * dy
    inner = tl.sum(partial, 0)

    for start in range(0, cols, BLOCK):
        col = start + lane
        y = tl.load(y_ptr + col, mask=col < cols, other=0.0).to(tl.float32)
        dy = tl.load(dy_ptr + col, mask=col < cols, other=0.0).to(tl.float32)
        tl.store(dx_ptr + col, (y * (dy - inner)).to(dx_ptr.dtype.element_ty), mask=col < cols)
