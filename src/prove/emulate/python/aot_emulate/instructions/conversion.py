"""Conversions. Section 9.7.9.21 of the PTX ISA 9.0."""

import numpy as np

from ..memory import CONSTANT, KIND, LOCAL, PARAMETER, SHARED, UNSIGNED
from ..values import FLOAT, SIGNED, bits_of, operand, packed, stored

WINDOWS = {"global": 0, "const": CONSTANT, "param": PARAMETER, "shared": SHARED, "local": LOCAL}
ROUND = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}


def _cvt(instruction, function, program):
    _, *words, to, source = instruction.words
    target, *operands = instruction.operands
    if to in ("f16x2", "bf16x2") and source == "f32" and set(words) <= {"rn"}:
        high, low = (operand(each, "f32", program) for each in operands)
        return lambda m, mask: m.write(target, packed(low(m), high(m), to), mask)
    if len(operands) != 1 or set(words) - {"rn", *ROUND} or not (_is_plain(to) and _is_plain(source)):
        return None
    value, bits = operand(operands[0], source, program), function.widths[target]
    convert = _conversion(to, source, words)
    return lambda m, mask: m.write(target, stored(convert(value(m)), to, bits), mask)


def _is_plain(kind: str) -> bool:
    return kind == "bf16" or (kind[0] in "fsu" and kind[1:] in ("8", "16", "32", "64"))


def _conversion(to: str, source: str, words: list):
    rounding = next((ROUND[word] for word in words if word in ROUND), None)
    if to == "bf16":
        return lambda x: x.astype(np.float32)
    if to[0] == "f":
        return lambda x: (rounding(x) if rounding else x).astype(FLOAT[bits_of(to)])
    bits = bits_of(to)
    integer = (SIGNED if to[0] == "s" else UNSIGNED)[bits]
    if source[0] in "su" and source != "bf16":
        return lambda x: x.astype(integer)
    limits = np.iinfo(integer)

    def clamp(x):
        """Values out of range become the nearest integer, NaN becomes 0."""
        whole = rounding(x.astype(np.float64))
        top = whole >= float(limits.max)
        inside = np.where(np.isnan(whole) | top, 0, np.maximum(whole, float(limits.min)))
        return np.where(top, integer(limits.max), inside.astype(integer))

    return clamp


def _cvta(instruction, function, program):
    """Generic addresses have the kind of memory in their highest bits; those of device memory have none."""
    target, source = instruction.operands
    space = next((word.split("::")[0] for word in instruction.words if word.split("::")[0] in WINDOWS), "global")
    window, value = np.uint64(WINDOWS[space]), operand(source, "u64", program)
    if "to" in instruction.words:
        return lambda m, mask: m.write(target, value(m) & ~np.uint64(KIND if window else 0), mask)
    return lambda m, mask: m.write(target, value(m) | window, mask)


TABLE = {"cvt": _cvt, "cvta": _cvta}
