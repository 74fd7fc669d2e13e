"""Floating-point arithmetic, also of half and mixed precision. Sections 9.7.3 to 9.7.5 of the PTX ISA 9.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..memory import UNSIGNED
from ..rounding import wide
from ..values import bits_of, is_float, operand, stored

if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import TypeAlias

    from ..types import Compute

    Words: TypeAlias = Collection[str]
    # From the modifiers and the type of an instruction to its function.
    Maker: TypeAlias = Callable[[Words, str], Compute]

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Step
    from ..types import Compute, Mask

ROUNDING = ("rn", "rz", "rm", "rp")
MODIFIERS = {*ROUNDING, "ftz", "sat", "relu", "approx", "full", "NaN", "abs", "xorsign"}


def flushed(values: np.ndarray, kind: str) -> np.ndarray:
    """Subnormal values become 0 with their sign."""
    smallest = 2.0**-14 if kind.startswith("f16") else 2.0**-126
    small = np.abs(values) < smallest
    return np.where(small, np.copysign(values.dtype.type(0), values), values) if small.any() else values


def saturated(values: np.ndarray) -> np.ndarray:
    """Between 0 and 1; NaN and -0 become +0."""
    return np.where(values > 0, np.minimum(values, 1), values.dtype.type(0))


def _extreme(ordinary: Compute, nan: Compute, signs: Compute) -> Callable[[Words], Compute]:
    """min or max: -0 is less than +0, and NaN is ignored unless `.NaN` asks for it. With three operands, of all of them."""

    def decoder(words: Words) -> Compute:
        choose = nan if "NaN" in words else ordinary

        def two(x: np.ndarray, y: np.ndarray) -> np.ndarray:
            equal = x == y  # of +0 and -0: the one that `signs` chooses
            result = choose(x, y)
            return (
                np.where(equal, np.where(signs(np.signbit(x), np.signbit(y)), -np.abs(x), np.abs(x)), result)
                if equal.any()
                else result
            )

        def run(x: np.ndarray, y: np.ndarray, *more: np.ndarray) -> np.ndarray:
            if "abs" not in words:
                return two(two(x, y), *more) if more else two(x, y)
            result = two(np.abs(x), np.abs(y))
            if more:
                return two(result, np.abs(*more))
            return np.where(np.signbit(x) ^ np.signbit(y), -result, result) if "xorsign" in words else result

        return run

    return decoder


def _rounded(name: str) -> Maker:
    return lambda words, kind: wide(name, kind, next((word for word in words if word in ROUNDING), "rn"))


def _approximate(compute: Compute) -> Maker:
    """The exact function, rounded once; the manual states how far a GPU's result may be from it."""
    return lambda words, kind: lambda *values: compute(*[value.astype(np.float64) for value in values])


def _divide(words: Words, kind: str) -> Compute:
    """9.7.3.8: the fast quotient is 0 for divisors over 2^126, and NaN if the dividend is infinite."""
    if "approx" not in words:
        return (_approximate(np.divide) if "full" in words else _rounded("div"))(words, kind)

    def run(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        quotient = x.astype(np.float64) / y
        large = np.abs(y) > 2.0**126
        return np.where(large & np.isfinite(y), np.where(np.isfinite(x), np.copysign(0, quotient), np.nan), quotient)

    return run


def _reciprocal(words: Words, kind: str) -> Compute:
    if "approx" not in words:
        return _rounded("rcp")(words, kind)
    return _upper(lambda x: 1 / x) if kind == "f64" else _approximate(lambda x: 1 / x)(words, kind)


def _inverse_root(words: Words, kind: str) -> Compute:
    compute = lambda x: 1 / np.sqrt(x)
    return _upper(compute) if kind == "f64" and "ftz" in words else _approximate(compute)(words, kind)


def _upper(compute: Compute) -> Compute:
    """9.7.3.14 and 9.7.3.17: only the upper 32 bits of the operand and of the result count."""

    def upper(x: np.ndarray) -> np.ndarray:
        return (np.ascontiguousarray(x).view(np.uint64) & np.uint64(0xFFFFFFFF00000000)).view(np.float64)

    def run(x: np.ndarray) -> np.ndarray:
        tiny = np.finfo(np.float64).tiny
        x = upper(x)
        result = upper(compute(np.where(np.abs(x) < tiny, np.copysign(0.0, x), x)))
        result = np.where(np.abs(result) < tiny, np.copysign(0.0, result), result)
        return np.where(np.isnan(result), np.uint64(0x7FFFFFFF00000000).view(np.float64), result)

    return run


def _plain(compute: Compute) -> Maker:
    return lambda words, kind: compute


# name: how its modifiers and its type give the function
TABLE_OF: dict[str, Maker] = {
    "add": _rounded("add"),  # 9.7.3.3
    "sub": _rounded("sub"),  # 9.7.3.4
    "mul": _rounded("mul"),  # 9.7.3.5
    "fma": _rounded("fma"),  # 9.7.3.6
    "mad": _rounded("fma"),  # 9.7.3.7
    "div": _divide,  # 9.7.3.8
    "abs": _plain(np.abs),  # 9.7.3.9
    "neg": _plain(np.negative),  # 9.7.3.10
    "min": lambda words, kind: _extreme(np.fmin, np.minimum, np.logical_or)(words),  # 9.7.3.11
    "max": lambda words, kind: _extreme(np.fmax, np.maximum, np.logical_and)(words),  # 9.7.3.12
    "rcp": _reciprocal,  # 9.7.3.13
    "sqrt": lambda words, kind: (_approximate(np.sqrt) if "approx" in words else _rounded("sqrt"))(
        words, kind
    ),  # 9.7.3.15
    "rsqrt": _inverse_root,  # 9.7.3.16
    "sin": _approximate(np.sin),  # 9.7.3.18
    "cos": _approximate(np.cos),  # 9.7.3.19
    "lg2": _approximate(np.log2),  # 9.7.3.20
    "ex2": _approximate(np.exp2),  # 9.7.3.21
    "tanh": _approximate(np.tanh),  # 9.7.3.22
}


def decode(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """One of the table, of any floating-point type."""
    name, *words = instruction.words
    kind = words.pop()
    kinds = [kind] * (len(instruction.operands) - 1)
    if words and is_float(words[-1]):
        # 9.7.5: mixed precision. The last operand and the result are f32, the others of the smaller type.
        kind = kinds[-1] = words.pop()
        if kind != "f32" or name not in ("add", "sub", "fma"):
            return None
    if set(words) - MODIFIERS:
        return None
    compute = TABLE_OF[name](words, kind)
    reads = [operand(text, each, program) for text, each in zip(instruction.operands[1:], kinds)]
    target, bits = instruction.operands[0], bits_of(kind)
    rounding = next((word for word in words if word in ROUNDING), "rn")
    flush = "ftz" in words and kind != "f64"

    def run(m: Machine, mask: Mask) -> None:
        values = [read(m) for read in reads]
        if flush:
            values = [flushed(value, each) for value, each in zip(values, kinds)]
        result = compute(*values)
        if "sat" in words:
            result = saturated(result)
        if "relu" in words:
            result = np.maximum(result, 0)
        codes = stored(result, kind, bits, rounding)
        if flush:
            codes = flushed_codes(codes, kind)
        m.write(target, codes, mask)

    return run


# The sign and the exponent of each type that `.ftz` applies to.
_FIELDS = {"f32": (0x80000000, 0x7F800000), "f16": (0x8000, 0x7C00), "bf16": (0x8000, 0x7F80)}


def flushed_codes(codes: np.ndarray, kind: str) -> np.ndarray:
    """What flushing does to results, after rounding."""
    parts: np.ndarray = codes if not kind.endswith("x2") else codes.view(np.uint16 if "16" in kind else np.uint32)
    sign, exponent = (parts.dtype.type(each) for each in _FIELDS[kind.removesuffix("x2")])
    small = (parts & exponent) == 0
    return np.where(small, parts & sign, parts).view(codes.dtype) if small.any() else codes


def copysign(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.3.2"""
    target, *sources = instruction.operands
    kind = f"b{bits_of(instruction.words[1])}"
    sign, size = (operand(text, kind, program) for text in sources)
    top = UNSIGNED[bits_of(kind)](1 << bits_of(kind) - 1)
    return lambda m, mask: m.write(target, sign(m) & top | size(m) & ~top, mask)


def testp(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.3.1"""
    test, kind = instruction.words[1:]
    target, value = instruction.operands[0], operand(instruction.operands[1], kind, program)
    tests: dict[str, Compute] = {
        "finite": np.isfinite,
        "infinite": np.isinf,
        "number": lambda x: ~np.isnan(x),
        "notanumber": np.isnan,
        "normal": lambda x: np.isfinite(x) & ((np.abs(x) >= np.finfo(x.dtype).tiny) | (x == 0)),
        "subnormal": lambda x: (np.abs(x) < np.finfo(x.dtype).tiny) & (x != 0),
    }
    return lambda m, mask: m.write(target, tests[test](value(m)), mask)
