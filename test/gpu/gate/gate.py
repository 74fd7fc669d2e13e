"""Small kernels for each kind of argument and buffer that the smoke test supports."""

import triton
import triton.language as tl


@triton.jit
def scale(x_ptr, y_ptr, n, factor, negate, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    y = tl.load(x_ptr + i, mask=i < n) * factor
    tl.store(y_ptr + i, tl.where(negate, -y, y).to(y_ptr.dtype.element_ty), mask=i < n)


@triton.jit
def count(x_ptr, counts_ptr, n, BLOCK: tl.constexpr):
    """counts[v] += 1 for every v of x."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x_ptr + i, mask=i < n, other=0)
    tl.atomic_add(counts_ptr + v, 1, mask=i < n)


@triton.jit
def accumulate(x_ptr, sum_ptr, n, BLOCK: tl.constexpr):
    """sum[0] += x[0] + x[1] + … in the order in which the blocks run."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(sum_ptr, tl.sum(tl.load(x_ptr + i, mask=i < n, other=0.0), 0))


@triton.jit
def doubled(matrix, out, rows, columns, pitch, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    block = matrix.load([row, column])
    i = row + tl.arange(0, BM)[:, None]
    j = column + tl.arange(0, BN)[None, :]
    tl.store(out + i * pitch + j, block + block, mask=(i < rows) & (j < columns))
