"""Conversions. Sections 9.7.9.20 and 9.7.9.21 of the PTX ISA 9.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..formats import FORMATS, ROUND
from ..memory import CONSTANT, KIND, LOCAL, PARAMETER, SHARED, UNSIGNED
from ..values import SIGNED, bits_of, element_of, elementwise, is_float, operand, stored
from .floating import flushed, flushed_codes, saturated

if TYPE_CHECKING:
    from ..program import Function, Instruction, Program
    from ..steps import Step
    from ..types import Compute

WINDOWS = {"global": 0, "const": CONSTANT, "param": PARAMETER, "shared": SHARED, "local": LOCAL}
WHOLE = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}
MODIFIERS = {*ROUND, *WHOLE, "ftz", "sat", "satfinite", "relu"}


def cvt(instruction: Instruction, function: Function, program: Program) -> Step | None:
    _, *words, to, source = instruction.words
    target, *operands = instruction.operands
    _, count = element_of(to)
    if set(words) - MODIFIERS or not (_is_known(to) and _is_known(source)) or len(operands) not in (1, count):
        return None
    reads = [operand(text, source, program) for text in operands]
    convert = (_to_float if is_float(to) else _to_integer)(to, source, words)
    bits = function.widths[target]
    rounding = next((word for word in words if word in ROUND), "rn")
    flush, satfinite = "ftz" in words, "satfinite" in words

    def converted(*values: np.ndarray) -> np.ndarray:
        # Of several operands, the first is the highest element.
        x = values[0] if len(values) == 1 else np.stack(values[::-1], -1)
        if flush and source == "f32":
            x = flushed(x, source)
        codes = stored(convert(x), to, bits, rounding, satfinite)
        return flushed_codes(codes, to) if flush and to == "f32" else codes

    if count > 1:
        return lambda m, mask: m.write(target, converted(*[read(m) for read in reads]), mask)
    return elementwise(target, reads, converted)


def _is_known(kind: str) -> bool:
    element, _ = element_of(kind)
    return element in FORMATS or element == "f64" or (kind[0] in "su" and kind[1:] in ("8", "16", "32", "64"))


def _to_float(to: str, source: str, words: list) -> Compute:
    whole = next((WHOLE[word] for word in words if word in WHOLE), None)

    def convert(x: np.ndarray) -> np.ndarray:
        if not is_float(source):
            return x if to == "f64" else _exact(x)
        if whole:
            x = whole(x)
        if "sat" in words:
            x = saturated(x)
        return np.maximum(x, 0) if "relu" in words else x

    return convert


def _exact(x: np.ndarray) -> np.ndarray:
    """Integers as float64. The lowest bits of large ones become one bit, which decides on the rounding as they would."""
    if x.dtype.itemsize < 8:
        return x.astype(np.float64)
    large = (x >= 1 << 53) | (x < -(1 << 53)) if x.dtype.kind == "i" else x >= 1 << 53
    short = (x >> x.dtype.type(11)) | ((x & x.dtype.type(0x7FF)) != 0).astype(x.dtype)
    return np.where(large, short.astype(np.float64) * 2048, x.astype(np.float64))


def _to_integer(to: str, source: str, words: list) -> Compute:
    bits = bits_of(to)
    integer = (SIGNED if to[0] == "s" else UNSIGNED)[bits]
    limits = np.iinfo(integer)
    if not is_float(source):
        if "sat" not in words:
            return lambda x: x.astype(integer)
        own = np.iinfo((SIGNED if source[0] == "s" else UNSIGNED)[bits_of(source)])
        return lambda x: np.clip(x, max(limits.min, own.min), min(limits.max, own.max)).astype(integer)
    whole = next((WHOLE[word] for word in words if word in WHOLE), np.trunc)
    nan = 1 << bits - 1 if source == "f64" or bits == 64 else 0

    def clamp(x: np.ndarray) -> np.ndarray:
        """Values out of range become the nearest integer."""
        rounded = whole(x.astype(np.float64))
        top = rounded >= float(limits.max)
        inside = np.where(np.isnan(rounded) | top, 0, np.maximum(rounded, float(limits.min)))
        result = np.where(top, integer(limits.max), inside.astype(integer))
        return np.where(np.isnan(rounded), np.array(nan, UNSIGNED[bits]).astype(integer), result)

    return clamp


def cvta(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.9.20. Generic addresses have the kind of memory in their highest bits; those of device memory have none."""
    target, source = instruction.operands
    space = next((word.split("::")[0] for word in instruction.words if word.split("::")[0] in WINDOWS), "global")
    window, value = np.uint64(WINDOWS[space]), operand(source, "u64", program)
    if "to" in instruction.words:
        return elementwise(target, [value], lambda x: x & ~np.uint64(KIND if window else 0))
    return elementwise(target, [value], lambda x: x | window)
