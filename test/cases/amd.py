"""Kernels for AMD GPUs, and kernels that these do not have the hardware for."""

import triton
import triton.language as tl
from triton.language.extra import libdevice
from triton.language.extra.cuda import libdevice as cuda_libdevice


@triton.jit
def scaled(x, out, factor, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    values = tl.load(x + offsets, mask=mask)
    tl.store(out + offsets, libdevice.rsqrt(values * factor), mask=mask)


@triton.jit
def product(a, b, c, K, M: tl.constexpr, N: tl.constexpr, STEP: tl.constexpr):
    rows, columns, steps = tl.arange(0, M), tl.arange(0, N), tl.arange(0, STEP)
    total = tl.zeros((M, N), tl.float32)
    for k in range(0, K, STEP):
        left = tl.load(a + rows[:, None] * K + (k + steps)[None, :])
        right = tl.load(b + (k + steps)[:, None] * N + columns[None, :])
        total = tl.dot(left, right, total)
    tl.store(c + rows[:, None] * N + columns[None, :], total)


@triton.jit
def assembly(x, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + offsets)
    values = tl.inline_asm_elementwise("shl.b32 $0, $1, 1;", "=r,r", [values], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(x + offsets, values)


@triton.jit
def root(x, offsets):
    return cuda_libdevice.rsqrt(tl.load(x + offsets))


@triton.jit
def cuda_function(x, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(x + offsets, root(x, offsets))


@triton.jit
def specialised(x, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for i in tl.range(0, n, warp_specialize=True):
        total += tl.load(x + i * BLOCK + offsets)
    tl.store(x + offsets, total)
