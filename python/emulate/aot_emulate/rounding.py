"""Sums, products, quotients and roots that are rounded once, in any direction.

For types up to 32 bits a result is computed in float64 with round-to-odd: if it is inexact, its last bit is set. Since
float64 has more than twice their bits, rounding that once more gives the same as rounding the exact result
(S. Boldo, G. Melquiond: Emulation of FMA and correctly rounded sums, IEEE Transactions on Computers, 2008).
"""

from __future__ import annotations

import operator
from fractions import Fraction
from math import inf, isqrt, ldexp
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .types import Compute


def two_sum(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x + y as a rounded sum and its exact error."""
    total = x + y
    part = total - x
    return total, (x - (total - part)) + (y - part)


def odd(total: np.ndarray, error: np.ndarray) -> np.ndarray:
    """The float64 next to total + error whose last bit is set, or the total if it is exact."""
    bits = total.view(np.int64)
    inexact = (error != 0) & np.isfinite(total) & (bits & 1 == 0)
    return np.where(inexact, bits + np.where((error > 0) == (total > 0), 1, -1), bits).view(np.float64)


def _odd_sum(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    # Triton multiplies bf16 by an fma that adds -0, which is exact.
    return odd(*two_sum(x, y)) if y.any() else x + y


def _quotient(x: float | np.ndarray, y: np.ndarray) -> np.ndarray:
    # The quotient of two float32 is not within 2^-49 of a float32, or of the middle between two, without being equal.
    return x / y


WIDE: dict[str, Compute] = {
    "add": _odd_sum,
    "sub": lambda x, y: _odd_sum(x, -y),
    "mul": lambda x, y: x * y,  # exact: 48 bits
    "fma": lambda x, y, z: _odd_sum(x * y, z),
    "div": _quotient,
    "rcp": lambda x: _quotient(1.0, x),
    "sqrt": np.sqrt,
}
NATIVE: dict[str, Compute] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "sqrt": np.sqrt,
    "rcp": lambda x: x.dtype.type(1) / x,
}  # fmt: skip


def wide(name: str, kind: str, rounding: str) -> Compute:
    """Returns a function whose results give the right ones when they are rounded to the type in this direction."""
    if kind == "f64":
        if rounding == "rn":
            return NATIVE.get(name, fused)
        return lambda *values: exactly(name, rounding, *values)
    if kind == "f32" and rounding == "rn":
        return NATIVE.get(name, fused_single)
    if kind == "f16" and rounding == "rn" and name in ("add", "sub", "mul"):
        # float32 has two bits more than twice those of f16, and no such result is out of its range: rounding twice gives the same.
        return NATIVE[name]
    # Where a float64 sum of f16 and their products is not exact, it is far from the middle between two f16.
    compute = WIDE[name] if kind != "f16" else NATIVE.get(name, lambda x, y, z: x * y + z)
    if rounding == "rm" and name in ("add", "sub", "fma"):
        compute = _with_negative_zero(compute, name)
    return lambda *values: compute(*[value.astype(np.float64) for value in values])


def _with_negative_zero(compute: Compute, name: str) -> Compute:
    """Rounded downwards, a sum that is 0 is -0 unless both addends are +0."""

    def run(*values: np.ndarray) -> np.ndarray:
        total = compute(*values)
        *factors, last = values
        first = factors[0] * factors[1] if name == "fma" else factors[0]
        signs = np.signbit(first) | np.signbit(-last if name == "sub" else last)
        return np.where((total == 0) & signs, -0.0, total)

    return run


def fused_single(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """x · y + z in float32. Only if the float64 sum is in the middle of two float32 does its own rounding matter."""
    product, addend = x.astype(np.float64) * y, z.astype(np.float64)
    total = product + addend
    size = np.abs(total)
    risky = (total.view(np.uint64) & np.uint64(0x1FFFFFFF)) == np.uint64(0x10000000)
    risky |= (size < 2.0**-126) & (size > 0)
    if risky.any():
        total = odd(*two_sum(product, addend))
    return total.astype(np.float32)


def _two_product(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x · y as a rounded product and its exact error (Dekker)."""

    def split(value: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        high = value * 134217729.0
        high = high - (high - value)
        return high, value - high

    product = x * y
    (a, b), (c, d) = split(x), split(y)
    return product, b * d - (((product - a * c) - b * c) - a * d)


def _special_fused(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """x · y + z where an operand is 0 or not finite. A product that is out of range is neither."""
    product = x * y
    total = np.where((z == 0) & (x != 0) & (y != 0), product, product + z)
    return np.where(np.isfinite(x) & np.isfinite(y) & np.isinf(z), z, total)


def fused(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> np.ndarray:
    """x · y + z in float64, rounded once to nearest."""
    simple = _special_fused(x, y, z)
    parts = [np.abs(each) for each in (x, y, z)]
    general = np.isfinite(x) & np.isfinite(y) & np.isfinite(z) & (x != 0) & (y != 0) & (z != 0)
    small = [(part > 2.0**-400) & (part < 2.0**400) for part in parts]
    inside = general & small[0] & small[1] & small[2]
    high, low = _two_product(np.where(inside, x, 1), np.where(inside, y, 1))
    middle, rest = two_sum(np.where(inside, z, 1), low)
    top, error = two_sum(high, middle)
    result = np.where(inside, top + odd(*two_sum(rest, error)), simple)
    outside = np.flatnonzero(general & ~inside)
    if outside.size:
        result[outside] = exactly("fma", "rn", *(np.broadcast_to(each, result.shape)[outside] for each in (x, y, z)))
    return result


def exactly(name: str, rounding: str, *values: np.ndarray) -> np.ndarray:
    """A float64 operation by exact arithmetic, one element after the other: slow."""
    compute: Compute = NATIVE.get(name, _special_fused)
    if rounding == "rm" and name in ("add", "sub", "fma"):
        compute = _with_negative_zero(compute, name)
    result = compute(*values).copy()
    for at in range(len(result)):
        given = [float(value[at]) for value in values]
        exact = _exact(name, given) if all(abs(each) < inf for each in given) else None
        if exact:
            result[at] = _round(exact, rounding)
    return result


def _exact(name: str, given: list[float]) -> Fraction | None:
    """The exact result; for a root, one on the same side of every float64. None where it is not a number."""
    x, *more = map(Fraction, given)
    if name == "sqrt":
        if x < 0:
            return None
        root = isqrt((x.numerator << 4096) // x.denominator)
        return Fraction(2 * root + (Fraction(root * root, 1 << 4096) != x), 2 << 2048)
    if name in ("div", "rcp"):
        divisor = more[0] if more else x
        return None if divisor == 0 else (x / divisor if more else 1 / x)
    if name == "fma":
        return x * more[0] + more[1]
    return {"add": operator.add, "sub": operator.sub, "mul": operator.mul}[name](x, more[0])


def _round(exact: Fraction, rounding: str) -> float:
    """The float64 of a fraction that is not 0."""
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = max(exponent - 52, -1074)
    scaled = exact / Fraction(2) ** unit
    down = scaled.numerator // scaled.denominator
    choose = {"rn": lambda: round(scaled), "rm": lambda: down, "rp": lambda: -(-scaled.numerator // scaled.denominator)}
    units = choose[rounding]() if rounding != "rz" else int(scaled)
    if unit > 0 and abs(units) << unit >= 1 << 1024:
        towards_zero = {"rn": False, "rz": True, "rm": exact > 0, "rp": exact < 0}[rounding]
        limit = np.finfo(np.float64).max if towards_zero else inf
        return float(limit if exact > 0 else -limit)
    result = ldexp(float(units), unit)
    return result if units or exact > 0 else -0.0
