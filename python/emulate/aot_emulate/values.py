"""Operands as arrays: registers and immediates in a type of PTX, and results as registers hold them.

An array has one element for each thread; one of a packed type such as f16x2 has a row for each thread, with the elements
from the lowest bits up. The floating-point types of up to 32 bits are float32.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from .formats import FORMATS, VALUES, decode, encode
from .memory import UNSIGNED

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from .machine import Machine
    from .program import Program
    from .steps import Read, Step
    from .types import Compute, Mask

    Convert: TypeAlias = Callable[[np.ndarray], np.ndarray]

SIGNED: dict[int, type[np.signedinteger]] = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}
FLOAT = {16: np.float16, 32: np.float32, 64: np.float64}


@cache
def element_of(kind: str) -> tuple[str, int]:
    """The type of an element, and how many elements a value has: ("f16", 2) for f16x2."""
    match = re.fullmatch(r"(\w+?\d)x([248])", kind)
    return (match.group(1), int(match.group(2))) if match else (kind, 1)


@cache
def element_bits(element: str) -> int:
    if element in FORMATS:
        return FORMATS[element].bits
    return 1 if element == "pred" else 8 if element in VALUES else int(element[1:])


@cache
def bits_of(kind: str) -> int:
    element, count = element_of(kind)
    return element_bits(element) * count


@cache
def is_float(kind: str) -> bool:
    """Whether a type, or the elements of a packed one, are floating-point numbers."""
    element, _ = element_of(kind)
    return element == "f64" or element in FORMATS or element in VALUES


class Operand:
    """A function from a machine to an operand's values, and one to its narrow values, as in `Machine.narrow`."""

    def __init__(self, read: Read, narrow: Callable[[Machine], np.ndarray | None]) -> None:
        self._read, self.narrow = read, narrow

    def __call__(self, m: Machine) -> np.ndarray:
        return self._read(m)


def operand(text: str, kind: str, program: Program) -> Operand:
    """Returns a function from a machine to an operand's values in the type `kind`."""
    if text.startswith("!"):
        inner = operand(text[1:], "pred", program)
        return Operand(lambda m: ~inner(m), lambda m: None if (value := inner.narrow(m)) is None else ~value)
    bits, is_packed = bits_of(kind), element_of(kind)[1] > 1
    if re.match(r"[%A-Za-z_$]", text) and text not in program.symbols:
        convert = conversion_to(kind)

        def narrow(m: Machine) -> np.ndarray | None:
            value = None if is_packed else m.narrow(text)
            return None if value is None else convert(value)

        return Operand(lambda m: convert(m.read(text, bits)), narrow)
    value = immediate(text, bits, program)
    if text in program.shared:
        return Operand(
            lambda m: _constant(value, kind, m.threads) if m.ranks is None else typed(m.ranks | np.uint64(value), kind),
            lambda m: None if is_packed or m.ranks is not None else _constant(value, kind, 1)[None],
        )
    return Operand(
        lambda m: _constant(value, kind, m.threads), lambda m: None if is_packed else _constant(value, kind, 1)[None]
    )


def elementwise(target: str, reads: list[Operand], compute: Compute, otherwise: Step | None = None) -> Step:
    """The step of an instruction whose result in a thread depends on its operands there. Of narrow ones, the result is narrow.

    `otherwise`: what runs it if an operand is not narrow.
    """

    def wide(m: Machine, mask: Mask) -> None:
        m.write(target, compute(*[read(m) for read in reads]), mask)

    rest = otherwise or wide

    def run(m: Machine, mask: Mask) -> None:
        if mask is None:
            values = []
            for read in reads:
                value = read.narrow(m)
                if value is None:
                    break
                values.append(value)
            else:
                m.write(target, compute(*values), None)
                return
        rest(m, mask)

    return run


@lru_cache(256)
def _constant(value: int, kind: str, threads: int) -> np.ndarray:
    """An immediate in each thread. Nothing may write to it, as to no register."""
    raw = np.full(threads, bool(value)) if kind == "pred" else np.full(threads, value, UNSIGNED[bits_of(kind)])
    values = typed(raw, kind)
    values.flags.writeable = False
    return values


def immediate(text: str, bits: int, program: Program) -> int:
    """A literal, or the address of a variable, as an unsigned integer. Section 4.5 of the PTX ISA."""
    if text in program.symbols:
        return program.symbols[text] & ((1 << bits) - 1)
    if text.startswith(("0f", "0F", "0d", "0D")):
        pattern, written = int(text[2:], 16), 32 if text[1] in "fF" else 64  # noqa: FURB166
    elif re.fullmatch(r"-?(\d+\.\d*|\.\d+)([eE][+-]?\d+)?", text):
        pattern, written = int(np.float64(text).view(np.uint64)), 64
    else:
        return int(text.rstrip("U"), 0) & ((1 << bits) - 1)
    if written == bits:
        return pattern
    return int(UNSIGNED[written](pattern).view(FLOAT[written]).astype(FLOAT[bits]).view(UNSIGNED[bits]))


def typed(raw: np.ndarray, kind: str) -> np.ndarray:
    """Reinterprets unsigned integers as another type, after cutting or extending them to its size."""
    return conversion_to(kind)(raw)


@cache
def conversion_to(kind: str) -> Convert:
    """What `typed` does for a type."""
    if kind == "pred":
        return lambda raw: raw.astype(bool, copy=False)
    element, count = element_of(kind)
    bits = element_bits(element)
    whole = np.dtype(UNSIGNED[bits * count])
    if is_float(kind):
        finish: Convert = lambda raw: decode(raw, element)
    elif element[0] == "s":
        finish = lambda raw: raw.view(SIGNED[bits])
    else:
        finish = lambda raw: raw
    if count == 1:
        return lambda raw: finish(raw.astype(whole, copy=False))
    if bits == 4:
        return lambda raw: finish(_nibbles(raw.astype(whole, copy=False), count))
    return lambda raw: finish(np.ascontiguousarray(raw, whole)[..., None].view(UNSIGNED[bits]))


def _nibbles(raw: np.ndarray, count: int) -> np.ndarray:
    return raw[..., None] >> np.arange(0, 4 * count, 4, raw.dtype) & raw.dtype.type(15)


def stored(values: np.ndarray, kind: str, bits: int, rounding: str = "rn", satfinite: bool = False) -> np.ndarray:
    """Values of a type as the unsigned integers of a register with `bits`; signed ones are extended by their sign."""
    if bits == 1:
        return values.astype(bool, copy=False)
    element, count = element_of(kind)
    if is_float(kind):
        values = encode(values, element, rounding, satfinite)
    if count > 1:
        values = _joined(values, element_bits(element), count)
    elif values.dtype.kind == "i":
        return values.astype(SIGNED[bits], copy=False).view(UNSIGNED[bits])
    return values.astype(UNSIGNED[bits], copy=False)


def _joined(values: np.ndarray, bits: int, count: int) -> np.ndarray:
    if bits == 4:
        values = values[:, 0::2] | values[:, 1::2] << np.uint8(4)
        bits, count = 8, count // 2
    if count == 1:
        return values[:, 0]
    return np.ascontiguousarray(values, UNSIGNED[bits] if values.dtype.kind == "u" else SIGNED[bits]).view(
        UNSIGNED[bits * count]
    )[:, 0]


def registers(text: str) -> list[str]:
    """The registers of `{a, b}`, or of one operand."""
    return [name.strip() for name in text.strip("{} ").split(",")]
