"""Kernels that call functions of other files, and functions that are more than arithmetic."""

import helper
import triton
import triton.language as tl
from helper import both
from shapes.tiles import area
from triton.language.extra import libdevice

SIZES = tl.constexpr((3, 5))


@triton.jit
def calls(out, n):
    tl.store(out, helper.shifted(n))
    tl.store(out + 1, helper.squared(n))
    tl.store(out + 2, area(n))


@triton.jit
def tuples_inside(out, n):
    first, (second, third) = both(n)
    tl.store(out, first)
    tl.store(out + 1, second)
    tl.store(out + 2, third)
    tl.store(out + 3, n * SIZES[0] + SIZES[1])


@triton.jit
def tuple_constant(out, n, SIZES: tl.constexpr = (3, 5)):
    tl.store(out, n * SIZES[0] + SIZES[1])


@triton.jit
def applies(out, n, FUNCTION: tl.constexpr = helper.squared):
    tl.store(out, FUNCTION(n))


@triton.jit
def library(x, out, n, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, libdevice.erf(tl.load(x + at, mask=at < n)), mask=at < n)


@triton.jit
def asserts(out, n):
    tl.device_assert(n > 0, "n must be positive")
    tl.store(out, n)
