"""The floating-point formats that PTX names, with the values of their codes. Sections 5.2.2 and 5.2.3 of the PTX ISA 9.0.

Codes are unsigned integers. Values are float32, which contains every format here but f64.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .memory import UNSIGNED

if TYPE_CHECKING:
    from collections.abc import Callable

ROUND: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "rn": np.rint,  # to nearest, ties to even
    "rna": lambda x: np.trunc(x + np.copysign(0.5, x)),  # to nearest, ties away from zero
    "rz": np.trunc,
    "rm": np.floor,
    "rp": np.ceil,
}


@dataclass(frozen=True)
class Format:
    """A sign, an exponent and a mantissa. `nan` is the code of NaN, None if there is none."""

    bits: int  # of the integer that holds a code
    exponent: int
    mantissa: int
    largest: int  # the code of the largest finite value
    nan: int | None
    infinity: int | None = None
    shift: int = 0  # unused bits below the mantissa

    @property
    def sign(self) -> int:
        return 1 << self.exponent + self.mantissa

    @property
    def lowest(self) -> int:
        """The exponent of the smallest normal value."""
        return 2 - (1 << self.exponent - 1)


FORMATS = {
    "f32": Format(32, 8, 23, 0x7F7FFFFF, 0x7FFFFFFF, 0x7F800000),
    "tf32": Format(32, 8, 10, 0x3FBFF, 0x3FFFF, 0x3FC00, 13),
    "f16": Format(16, 5, 10, 0x7BFF, 0x7FFF, 0x7C00),
    "bf16": Format(16, 8, 7, 0x7F7F, 0x7FFF, 0x7F80),
    "e5m2": Format(8, 5, 2, 0x7B, 0x7F, 0x7C),
    "e4m3": Format(8, 4, 3, 0x7E, 0x7F),
    "e3m2": Format(8, 3, 2, 0x1F, None),
    "e2m3": Format(8, 2, 3, 0x1F, None),
    "e2m1": Format(4, 2, 1, 0x7, None),
}


def _values(form: Format) -> np.ndarray:
    codes = np.arange(256)
    magnitude = codes & (form.sign - 1)
    exponent, mantissa = magnitude >> form.mantissa, magnitude & ((1 << form.mantissa) - 1)
    normal = np.ldexp(1.0 + mantissa / (1 << form.mantissa), exponent + form.lowest - 1)
    values = np.where(exponent > 0, normal, np.ldexp(mantissa / (1 << form.mantissa), form.lowest))
    values = np.where(magnitude > form.largest, np.inf if form.infinity else np.nan, values)
    if form.infinity:
        values[magnitude > form.infinity] = np.nan
    return np.where(codes & form.sign, -values, values).astype(np.float32)


VALUES = {name: _values(form) for name, form in FORMATS.items() if form.bits <= 8}
VALUES["ue8m0"] = np.append(np.ldexp(1.0, np.arange(255) - 127), np.nan).astype(np.float32)
VALUES["ue4m3"] = VALUES["e4m3"]
HALVES = np.arange(1 << 16, dtype=np.uint16).view(np.float16).astype(np.float32)


def decode(codes: np.ndarray, name: str) -> np.ndarray:
    """The values of codes."""
    if name == "f32":
        return codes.view(np.float32)
    if name == "f64":
        return codes.view(np.float64)
    if name == "f16":
        return HALVES.take(codes)  # a tenth of the time of an index of 16 bits
    if name == "bf16":
        return (codes.astype(np.uint32) << np.uint32(16)).view(np.float32)
    if name == "tf32":
        return (codes & np.uint32(0xFFFFE000)).view(np.float32)
    return VALUES[name].take(codes)


# How the elements of a matrix lie in memory, if not as bytes.
STORED = {"f16": np.uint16, "bf16": np.uint16, "tf32": np.uint32}


def stored_as(name: str) -> np.dtype:
    """The unsigned integers that hold the elements of a matrix; two of 4 bits are in a byte."""
    return np.dtype(STORED.get(name, np.uint8))


def elements(raw: np.ndarray, name: str) -> np.ndarray:
    """The elements of a matrix from rows of memory, as float32: every value is exact."""
    if name in ("u8", "s8"):
        return raw.view({"u8": np.uint8, "s8": np.int8}[name]).astype(np.float32)
    codes = raw.view(stored_as(name))
    if name == "e2m1":
        codes = np.stack([codes & 15, codes >> 4], -1).reshape(*codes.shape[:-1], -1)
    return decode(codes, name)


def encode(values: np.ndarray, name: str, rounding: str = "rn", satfinite: bool = False) -> np.ndarray:
    """The codes of values, rounded once. With `satfinite`, what is out of range becomes the largest finite value."""
    if name == "f64":
        return np.ascontiguousarray(values, np.float64).view(np.uint64)
    form = FORMATS[name]
    if rounding == "rn" and not satfinite and name == "f16" and values.dtype == np.float32:
        codes = _halves(values)
    elif rounding == "rn" and not satfinite and name in ("f16", "f32"):
        codes = np.ascontiguousarray(values, np.dtype(f"f{form.bits // 8}")).view(UNSIGNED[form.bits])
    elif rounding == "rn" and not satfinite and name == "bf16":
        single = values if values.dtype == np.float32 else _without_ties(values)
        whole = np.ascontiguousarray(single).view(np.uint32)
        codes = ((whole + np.uint32(0x7FFF) + (whole >> np.uint32(16) & np.uint32(1))) >> np.uint32(16)).astype(
            np.uint16
        )
    else:
        codes = _encode(values, form, rounding, satfinite)
    nan = np.isnan(values)
    if nan.any():
        codes = np.where(nan, codes.dtype.type((form.largest if form.nan is None else form.nan) << form.shift), codes)
    return codes


def _halves(values: np.ndarray) -> np.ndarray:
    """The f16 codes of float32 values, in a quarter of the time of `astype`. Those of NaN do not count."""
    whole = np.ascontiguousarray(values).view(np.uint32)
    size = whole & np.uint32(0x7FFFFFFF)
    # The exponent has another bias. A carry out of the mantissa runs into it.
    codes = (size + (size >> np.uint32(13) & np.uint32(1)) - np.uint32(0x37FFF001)) >> np.uint32(13)
    small, large = size < 0x38800000, size >= 0x47800000
    if small.any():
        # Adding 0.5 puts the unit of a subnormal f16 into the lowest bit.
        codes = np.where(
            small, (size.view(np.float32) + np.float32(0.5)).view(np.uint32) - np.uint32(0x3F000000), codes
        )
    if large.any():
        codes = np.where(large, np.uint32(0x7C00), codes)
    return (codes | whole >> np.uint32(16) & np.uint32(0x8000)).astype(np.uint16)


def _without_ties(values: np.ndarray) -> np.ndarray:
    """float64 values as float32 that round to the same bf16: what is not in the middle between two bf16 does not become it."""
    single = values.astype(np.float32)
    if (single == values).all():  # products of two bf16
        return single
    bits = single.view(np.uint32)
    away = np.abs(values) > np.abs(single.astype(np.float64))
    towards = np.abs(values) < np.abs(single.astype(np.float64))
    is_tie = (bits & np.uint32(0xFFFF)) == np.uint32(0x8000)
    return (
        bits
        + np.where(is_tie & away, np.uint32(1), np.uint32(0))
        - np.where(is_tie & towards, np.uint32(1), np.uint32(0))
    ).view(np.float32)


def _encode(values: np.ndarray, form: Format, rounding: str, satfinite: bool) -> np.ndarray:
    exact = values.astype(np.float64)
    known = np.where(np.isfinite(exact), exact, 0)
    step = np.where(known == 0, form.lowest, np.maximum(np.frexp(known)[1] - 1, form.lowest))
    units = ROUND[rounding](np.ldexp(known, form.mantissa - step))
    # A carry out of the mantissa runs into the exponent.
    codes = (np.abs(units) + np.ldexp((step - form.lowest).astype(np.float64), form.mantissa)).astype(np.int64)
    negative = np.signbit(exact)
    outwards: dict[str, bool | np.ndarray] = {"rz": False, "rm": negative, "rp": ~negative}
    beyond = (
        form.largest
        if satfinite or form.infinity is None
        else np.where(outwards.get(rounding, True), form.infinity, form.largest)
    )
    codes = np.where(codes > form.largest, beyond, codes)
    codes = np.where(np.isinf(exact), form.largest if satfinite or form.infinity is None else form.infinity, codes)
    return ((codes | np.where(negative, form.sign, 0)) << form.shift).astype(UNSIGNED[max(form.bits, 8)])
