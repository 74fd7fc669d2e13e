"""Sums of products as tensor cores round them.

A step adds the products of a few elements of K to C. All of them are cut off to a multiple of one number, which the largest exponent
among them gives; their sum is exact, and is then cut off to the type of the result. Longer sums are steps one after the other.

Measured on an H200 with random bits of narrow to wide exponents: all forms of `HOPPER` give the same bits. The other rows are as the
models of these GPUs say that are compared with them bit by bit: arXiv:2512.07004 and github.com/microsoft/MMA-Sim.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .formats import FORMATS

# The types of sums, by their names.
SUMS = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "s32": np.int32}
# The exponent of zero: products and sums of it are less than those of all other numbers.
ZERO = -4000
# The least exponent of a sum that is not zero.
LOWEST = -300
SMALL = {"e4m3", "e5m2"}
SHORT = {"f16", *SMALL, "e2m1"}
# The least exponent of a product of two such numbers that is not zero is greater.
LOWEST_SHORT = -60


@dataclass(frozen=True)
class Core:
    """`bits` are kept behind the point of a number with the largest exponent, and `width` bytes of a row of A make a step.

    `narrow`: a result of type f32 has 13 bits behind the point. `by_halves`: elements of 8 bits are multiplied as f16, first those of the
    lower half of each register, and C is added at the end, rounded to nearest.
    """

    bits: int
    width: int
    narrow: bool = False
    by_halves: bool = False


TURING, AMPERE, HOPPER, BLACKWELL = Core(24, 16), Core(24, 16), Core(25, 32), Core(25, 32)
CORES = {70: Core(23, 8), 75: TURING, 80: AMPERE, 86: AMPERE, 87: AMPERE, 88: AMPERE, 89: AMPERE, 90: HOPPER}


def core_of(target: str, kind: str, unit: str) -> Core:
    """How a target, such as `sm_90a`, adds products of elements of a kind. `unit` is the instruction: mma or wgmma."""
    number = int("".join(each for each in target if each.isdigit()) or 0)
    core = CORES.get(number, BLACKWELL)
    if kind in SMALL and (number == 89 or unit == "wgmma"):
        return replace(core, bits=13, narrow=True)
    return replace(core, by_halves=True) if kind in SMALL and number == 90 else core


def multiplied(a: np.ndarray, b: np.ndarray, c: np.ndarray, kinds: tuple[str, str], core: Core) -> np.ndarray:
    """A [..., m, k] times B [..., k, n] plus C [..., m, n], in the type of C: f16 or f32."""
    # Products of short types are exact in float32, and take half of the time.
    kind = np.float32 if SHORT.issuperset(kinds) else np.float64
    a, b = a.astype(kind, copy=False), b.astype(kind, copy=False)
    high_a, high_b = (_exponents(each, each_kind) for each, each_kind in zip((a, b), kinds))
    depth, count = a.shape[-1], core.width // max(FORMATS[kinds[0]].bits // 8, 1)
    lower = np.arange(depth) % 4 < 2
    parts = (lower, ~lower) if core.by_halves else [slice(first, first + count) for first in range(0, depth, count)]
    total = np.zeros(c.shape, np.float32) if core.by_halves else c
    for part in parts:
        total = _step(a[..., part], b[..., part, :], total, high_a[..., part], high_b[..., part, :], core)
    return (total + c).astype(c.dtype) if core.by_halves else total


def _exponents(values: np.ndarray, kind: str) -> np.ndarray:
    """Numbers below the normal ones have the exponent of the smallest of these."""
    found = np.maximum(np.frexp(values)[1] - 1, FORMATS[kind].lowest).astype(np.int16)
    return np.where(values == 0, np.int16(ZERO), found)


def _step(
    a: np.ndarray, b: np.ndarray, c: np.ndarray, high_a: np.ndarray, high_b: np.ndarray, core: Core
) -> np.ndarray:
    wide = c.astype(np.float64)
    top = _exponents(wide, "f16" if c.dtype == np.float16 else "f32")
    for k in range(a.shape[-1]):
        np.maximum(top, high_a[..., k, None] + high_b[..., k, None, :], out=top)
    top = np.maximum(top, LOWEST).astype(np.int32)
    low = LOWEST if a.dtype == np.float64 else LOWEST_SHORT
    scale = np.ldexp(1.0, core.bits - top)
    with np.errstate(invalid="ignore", over="ignore"):
        total = np.trunc(wide * scale)
        total += _products(a, b, np.ldexp(a.dtype.type(1), core.bits - np.maximum(top, low)))
        total *= np.ldexp(1.0, top - core.bits)
        if not (np.isfinite(a).all() and np.isfinite(b).all() and np.isfinite(wide).all()):
            plain = a @ b + wide
            total = np.where(np.isfinite(plain), total, plain)
        return total.astype(np.float16) if c.dtype == np.float16 else _cut_off(total, core)


def _products(a: np.ndarray, b: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """The sum of scaled products that are cut off to integers."""
    total = np.zeros(scale.shape, np.int64)
    product = np.empty_like(scale)
    for k in range(a.shape[-1]):
        np.multiply(a[..., k, None], b[..., k, None, :], out=product)
        product *= scale
        total += product.astype(np.int32 if scale.dtype == np.float32 else np.int64)
    return total


def _cut_off(total: np.ndarray, core: Core) -> np.ndarray:
    """Float64 as float32, toward zero."""
    result = total.astype(np.float32)
    raw = result.view(np.int32)
    raw -= (np.abs(result) > np.abs(total)) & (np.abs(total) < 2.0**128)
    if core.narrow:
        raw &= np.where(np.isfinite(result), np.int32(~0x3FF), np.int32(-1))
    return result
