"""out = x + y for vectors of any length."""

import triton
import triton.language as tl


@triton.jit
def add_kernel(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    # n is 64-bit, so the position has to be as well.
    position = tl.program_id(0).to(tl.int64) * BLOCK + tl.arange(0, BLOCK)
    exists = position < n
    x = tl.load(x_ptr + position, mask=exists)
    y = tl.load(y_ptr + position, mask=exists)
    tl.store(out_ptr + position, x + y, mask=exists)
