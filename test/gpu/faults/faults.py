"""Kernels with one planted fault each, all meant to compute y = 2 x for a [rows, cols] matrix."""

import triton
import triton.language as tl


@triton.jit
def right(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, 2 * tl.load(x_ptr + i, mask=i < rows * cols), mask=i < rows * cols)


@triton.jit
def wrong_constant(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, 2.01 * tl.load(x_ptr + i, mask=i < rows * cols), mask=i < rows * cols)


@triton.jit
def missing_mask(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, 2 * tl.load(x_ptr + i, mask=i < rows * cols))


@triton.jit
def swapped_strides(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < rows * cols)
    tl.store(y_ptr + i % cols * rows + i // cols, 2 * x, mask=i < rows * cols)


@triton.jit
def hangs(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    # Never ends: the input has no such number.
    while tl.load(x_ptr, volatile=True) < 1e30:
        pass
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, 2 * tl.load(x_ptr + i, mask=i < rows * cols), mask=i < rows * cols)


@triton.jit
def writes_nothing(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, 2 * tl.load(x_ptr + i, mask=i < rows * cols), mask=i < 0)


@triton.jit
def writes_input(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < rows * cols)
    tl.store(y_ptr + i, 2 * x, mask=i < rows * cols)
    tl.store(x_ptr + i, x + 1, mask=i < rows * cols)


@triton.jit
def takes_turns(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    """Not repeatable: the output depends on the time."""
    i = tl.arange(0, BLOCK)
    time = tl.inline_asm_elementwise("mov.u32 $0, %globaltimer_lo;", "=r", [], tl.int32, is_pure=False, pack=1)
    x = tl.load(x_ptr + i, mask=i < rows * cols)
    tl.store(y_ptr + i, 2 * x + (time & 1023).to(tl.float32) * 1e-9, mask=i < rows * cols)


@triton.jit
def crashes(x_ptr, y_ptr, rows, cols, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i + (1 << 45), 2 * tl.load(x_ptr + i, mask=i < rows * cols), mask=i < rows * cols)


@triton.jit
def scaled(x_ptr, y_ptr, rows, cols, factor, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y_ptr + i, factor * tl.load(x_ptr + i, mask=i < rows * cols), mask=i < rows * cols)
