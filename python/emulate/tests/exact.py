"""Floating-point formats by their definition, with exact fractions: what the emulator's arithmetic is compared with."""

import random
from fractions import Fraction
from functools import cache
from math import inf, isinf, isnan, nan

import numpy as np

# exponent bits, mantissa bits, the code of the largest finite value, of infinity, of the NaN that instructions return
FORMATS = {
    "f64": (11, 52, 0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, None),
    "f32": (8, 23, 0x7F7FFFFF, 0x7F800000, 0x7FFFFFFF),
    "f16": (5, 10, 0x7BFF, 0x7C00, 0x7FFF),
    "bf16": (8, 7, 0x7F7F, 0x7F80, 0x7FFF),
    "e5m2": (5, 2, 0x7B, 0x7C, 0x7F),
    "e4m3": (4, 3, 0x7E, None, 0x7F),
    "e3m2": (3, 2, 0x1F, None, None),
    "e2m3": (2, 3, 0x1F, None, None),
    "e2m1": (2, 1, 0x7, None, None),
}


def bits(kind: str) -> int:
    return 1 + FORMATS[kind][0] + FORMATS[kind][1]


def dtype(kind: str):
    return np.dtype(f"u{max(bits(kind), 8) // 8}")


@cache
def magnitude(code: int, kind: str) -> Fraction:
    """The value of a code without a sign; for the code after the largest, the value that would follow."""
    exponents, mantissas = FORMATS[kind][:2]
    exponent, mantissa = code >> mantissas, code & ((1 << mantissas) - 1)
    bias = (1 << exponents - 1) - 1
    if exponent == 0:
        return Fraction(mantissa, 1 << mantissas) * Fraction(2) ** (1 - bias)
    return (1 + Fraction(mantissa, 1 << mantissas)) * Fraction(2) ** (exponent - bias)


def value(code: int, kind: str):
    """A fraction, or a float for infinities, NaN and -0."""
    sign = code >> bits(kind) - 1
    code &= (1 << bits(kind) - 1) - 1
    _, _, largest, infinity, _ = FORMATS[kind]
    if code > largest:
        return (-inf if sign else inf) if code == infinity else nan
    if code == 0 and sign:
        return -0.0
    return -magnitude(code, kind) if sign else magnitude(code, kind)


def rounded(exact, kind: str, mode: str = "rn", satfinite: bool = False) -> int:
    """The code of a fraction or float: by search among all codes."""
    _, _, largest, infinity, canonical = FORMATS[kind]
    top = 1 << bits(kind) - 1
    if isinstance(exact, float) and isnan(exact):
        return canonical if canonical is not None else largest if kind != "f64" else -1
    if isinstance(exact, float) and isinf(exact):
        return (top if exact < 0 else 0) | (largest if satfinite or infinity is None else infinity)
    if isinstance(exact, float) and exact == 0 and str(exact) == "-0.0":
        return top
    size, negative = abs(exact), exact < 0
    # Powers of two first, then the codes between two of them.
    low, high, mantissas = 0, largest, FORMATS[kind][1]
    for unit in (1 << mantissas, 1):
        low, high = low // unit, high // unit
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if magnitude(middle * unit, kind) <= size else (low, middle - 1)
        low, high = low * unit, min(low * unit + unit - 1, largest)
    code = low
    below, above = magnitude(low, kind), magnitude(low + 1, kind)
    if size != below:
        away = {"rz": False, "rm": negative, "rp": not negative, "rna": size - below >= above - size}.get(mode)
        if mode == "rn":
            away = size - below > above - size or (size - below == above - size and low % 2 == 1)
        code = low + away
    if code > largest:
        code = largest if satfinite or infinity is None else infinity
    return (top if negative else 0) | code


def samples(kind: str, count: int, seed: int = 1) -> np.ndarray:
    """Codes: special values, neighbours of powers of two, small differences of exponent, and random ones."""
    exponents, mantissas, largest, infinity, _ = FORMATS[kind]
    make, one = random.Random(f"{kind}{seed}"), ((1 << exponents - 1) - 1) << mantissas
    special = [0, 1, 2, 3, (1 << mantissas) - 1, 1 << mantissas, one, one + 1, one - 1, largest, largest - 1]
    special += [infinity, infinity + 1, infinity + (1 << mantissas - 1)] if infinity else []
    codes = [code | sign for code in special for sign in (0, 1 << bits(kind) - 1)]
    while len(codes) < count:
        near = one + make.randrange(-8 << mantissas, 8 << mantissas)
        sparse = one + (make.randrange(-30, 30) << mantissas) + (1 << make.randrange(mantissas + 1)) - make.randrange(2)
        code = make.choice([near, sparse, make.randrange(1 << bits(kind))])
        codes.append((code | make.randrange(2) << bits(kind) - 1) & ((1 << bits(kind)) - 1))
    if count < len(codes):
        make.shuffle(codes)
    return np.array(codes[:count], dtype(kind))


def pairs(kind: str, count: int, operands: int = 2) -> list:
    """Arrays of operands: the special values with each other, then samples."""
    specials = samples(kind, 28) if FORMATS[kind][3] else samples(kind, 22)
    grid = np.meshgrid(*[specials] * 2)
    arrays = [each.reshape(-1) for each in grid]
    while len(arrays) < operands:
        arrays.append(np.random.default_rng(3).permutation(arrays[0]))
    return [np.concatenate([array, samples(kind, count, seed)]) for seed, array in enumerate(arrays)]
