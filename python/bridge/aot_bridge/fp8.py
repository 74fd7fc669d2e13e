"""Rounds floats to fp8 as GPUs do. Triton's interpreter loses the carry from the fraction to the exponent, so that 0.49
becomes 0.25 as `fp8e4nv`, and cuts off what is smaller than the smallest normal number."""

import numpy as np
from aot_compiled.floats import FLOATS

# The formats that GPUs of NVIDIA convert to. Both have NaN at this code.
FORMATS = {name: FLOATS[name] for name in ("fp8e4nv", "fp8e5")}
NAN = 0x7F


def values_of(name: str) -> np.ndarray:
    """The numbers that are not negative, by their bits."""
    form = FORMATS[name]
    bits = np.arange(form.largest + 1)
    exponent, fraction = bits >> form.fraction, (bits & (1 << form.fraction) - 1) / (1 << form.fraction)
    return np.where(exponent == 0, np.ldexp(fraction, 1 - form.bias), np.ldexp(1 + fraction, exponent - form.bias))


def to_fp8(values: np.ndarray, name: str) -> np.ndarray:
    """The bits of the nearest numbers, of two the even one, at most the largest number."""
    numbers = values_of(name)
    middles = (numbers[1:] + numbers[:-1]) / 2
    size = np.abs(values.astype(np.float64))
    bits = np.searchsorted(middles, size)
    is_tie = np.append(middles, np.inf)[bits] == size
    bits = np.where(np.isnan(size), NAN, bits + (is_tie & (bits % 2 == 1)))
    return (bits | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)
