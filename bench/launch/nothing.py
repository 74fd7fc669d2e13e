"""Kernels that do nothing: calling them takes only the time of a launch."""

import triton
import triton.language as tl


@triton.jit
def nothing():
    pass


@triton.jit
def nothing_19(
    t1, t2, t3, t4, t5,
    i1, i2, i3, i4, i5, i6, i7, i8, i9,
    c1: tl.constexpr, c2: tl.constexpr, c3: tl.constexpr, c4: tl.constexpr, c5: tl.constexpr,
):  # fmt: skip
    pass
