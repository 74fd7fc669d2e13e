"""Integer arithmetic, also of extended precision. Sections 9.7.1 and 9.7.2 of the PTX ISA 9.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..memory import UNSIGNED
from ..values import bits_of, elementwise, is_float, operand, stored

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Decoder, Step
    from ..types import Compute, Mask

CARRY = "%cc.cf"


def _doubled(x: np.ndarray) -> np.ndarray:
    return x.astype({2: "4", 4: "8"}[x.dtype.itemsize].join((x.dtype.kind, "")))


def high(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The upper half of the product."""
    if x.dtype.itemsize < 8:
        return (_doubled(x) * _doubled(y) >> (8 * x.dtype.itemsize)).astype(x.dtype)
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    a, b = x.astype(np.uint64), y.astype(np.uint64)
    cross = (a >> half) * (b & low) + ((a & low) * (b & low) >> half)
    other = (a & low) * (b >> half) + (cross & low)
    result = (a >> half) * (b >> half) + (cross >> half) + (other >> half)
    if x.dtype.kind == "i":
        result = result - np.where(x < 0, b, np.uint64(0)) - np.where(y < 0, a, np.uint64(0))
    return result.astype(x.dtype)


def _divide(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Truncates, as PTX does. The result for a divisor of 0 is not defined; here all bits are set, as an H100 has it."""
    zero = y == 0
    safe = np.where(zero, y.dtype.type(1), y)
    quotient = x // safe
    if x.dtype.kind == "i":
        quotient = quotient + ((x % safe != 0) & ((x < 0) != (safe < 0)))
    return np.where(zero, ~y.dtype.type(0), quotient)


def _remainder(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.where(y == 0, ~y.dtype.type(0), x - _divide(x, y) * y)


def _24(x: np.ndarray) -> np.ndarray:
    """The lower 24 bits, extended."""
    shift = x.dtype.type(8)
    return (x << shift) >> shift


def _difference(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.where(x > y, x - y, y - x)


def _ones(x: np.ndarray) -> np.ndarray:
    return np.bitwise_count(x).astype(np.uint32)


def _top(x: np.ndarray) -> np.ndarray:
    """The number of bits up to the highest that is set."""
    for shift in (1, 2, 4, 8, 16, 32):
        if shift < 8 * x.dtype.itemsize:
            x = x | x >> x.dtype.type(shift)
    return _ones(x)


def _reversed(x: np.ndarray) -> np.ndarray:
    bits = np.unpackbits(np.ascontiguousarray(x)[:, None].view(np.uint8), axis=1, bitorder="little")
    return np.packbits(bits[:, ::-1], axis=1, bitorder="little").view(x.dtype)[:, 0]


# name: the function of the operands
WHOLE: dict[str, Compute] = {
    "add": lambda x, y: x + y,  # 9.7.1.1
    "sub": lambda x, y: x - y,  # 9.7.1.2
    "mul": lambda x, y: x * y,  # 9.7.1.3, .lo
    "mad": lambda x, y, z: x * y + z,  # 9.7.1.4, .lo
    "mul24": lambda x, y: _24(x) * _24(y),  # 9.7.1.5, .lo
    "mad24": lambda x, y, z: _24(x) * _24(y) + z,  # 9.7.1.6, .lo
    "sad": lambda x, y, z: z + _difference(x, y).astype(z.dtype),  # 9.7.1.7
    "div": _divide,  # 9.7.1.8
    "rem": _remainder,  # 9.7.1.9
    "abs": np.abs,  # 9.7.1.10
    "neg": lambda x: -x,  # 9.7.1.11
    "min": np.minimum,  # 9.7.1.12
    "max": np.maximum,  # 9.7.1.13
}
HALF: dict[str, Compute] = {"mul": high, "mad": lambda x, y, z: high(x, y) + z}  # .hi
# Those that know .sat, as functions of int64; mad is .hi.
EXACT: dict[str, Compute] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mad": lambda x, y, z: (x * y >> 32) + z,
}


def decode(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """One of WHOLE or HALF, of any integer type."""
    name, *words = instruction.words
    kind = words.pop()
    if is_float(kind) or set(words) - {"lo", "hi", "wide", "sat", "cc", "relu"}:
        return None
    if "cc" in words:
        return extended(instruction, function, program)
    bits = bits_of(kind)
    compute = HALF.get(name) if "hi" in words else WHOLE[name]
    if compute is None:
        return None
    if "sat" in words:
        if kind != "s32" or name not in EXACT or (name == "mad" and "hi" not in words):
            return None
        compute = _clamped(name)
    if "relu" in words:
        if kind != "s32" or name not in ("min", "max"):
            return None
        compute = _no_less_than_zero(compute)
    target, *sources = instruction.operands
    kinds = [kind] * len(sources)
    result = kind
    if "wide" in words:
        result = kind[0] + str(2 * bits)
        narrow = compute
        compute = lambda x, y, *z: narrow(_doubled(x), _doubled(y), *z)
        kinds[2:] = [result] * len(kinds[2:])
    reads, width = [operand(text, each, program) for text, each in zip(sources, kinds)], function.widths[target]
    return elementwise(target, reads, lambda *values: stored(compute(*values), result, width))


def _no_less_than_zero(compute: Compute) -> Compute:
    return lambda *values: np.maximum(compute(*values), 0)


def _clamped(name: str) -> Compute:
    exact = EXACT[name]
    limits = np.iinfo(np.int32)
    return lambda *values: np.clip(exact(*[value.astype(np.int64) for value in values]), limits.min, limits.max).astype(
        np.int32
    )


def extended(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """9.7.2: the carry is in CC.CF, which `.cc` writes, and addc, subc and madc read."""
    name, *words = instruction.words
    kind = "u" + str(bits_of(words.pop()))
    if set(words) - {"cc", "lo", "hi"}:
        return None
    base, takes, gives = name.removesuffix("c"), name.endswith("c"), "cc" in words
    target, *sources = instruction.operands
    if instruction.words[-1][0] == "s" and "hi" in words:
        kind = "s" + kind[1:]
    reads, unsigned = [operand(text, kind, program) for text in sources], UNSIGNED[bits_of(kind)]

    def run(m: Machine, mask: Mask) -> None:
        values = [read(m) for read in reads]
        if base == "mad":
            product = (high if "hi" in words else np.multiply)(*values[:2])
            values = [product, values[2]]
        x, y = (value.astype(unsigned) for value in values)
        carry = m.read(CARRY, 1).astype(unsigned) if takes else unsigned(0)
        if base == "sub":
            result = x - y - carry
            out = (x < y) | ((x == y) & (carry != 0))
        else:
            part = x + y
            result = part + carry
            out = (part < x) | (result < part)
        m.write(target, result, mask)
        if gives:
            m.write(CARRY, out, mask)

    return run


def _find(x: np.ndarray, bits: int, shift: bool) -> np.ndarray:
    """9.7.1.16: the place of the highest bit that differs from the sign."""
    place = _top((np.where(x < 0, ~x, x) if x.dtype.kind == "i" else x).astype(UNSIGNED[bits])) - np.uint32(1)
    return np.where(place == 0xFFFFFFFF, place, np.uint32(bits - 1) - place) if shift else place


def _bits(compute: Callable[[np.ndarray, int, bool], np.ndarray]) -> Decoder:
    """Instructions on the bits of one operand, whose result is 32 bits wide unless it has the type of the operand."""

    def decoder(instruction: Instruction, function: Function, program: Program) -> Step | None:
        _, *words, kind = instruction.words
        target, read = instruction.operands[0], operand(instruction.operands[1], kind, program)
        width = function.widths[target]
        if set(words) - {"shiftamt"}:
            return None
        return lambda m, mask: m.write(
            target, stored(compute(read(m), bits_of(kind), "shiftamt" in words), "u32", width), mask
        )

    return decoder


def bfe(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.1.19: bits past the end are 0, or copies of the sign bit."""
    kind = instruction.words[1]
    bits, target = bits_of(kind), instruction.operands[0]
    reads = [operand(text, each, program) for text, each in zip(instruction.operands[1:], (kind, "u32", "u32"))]
    whole = np.int64 if kind[0] == "s" else np.uint64

    def run(m: Machine, mask: Mask) -> None:
        x, at, length = (read(m).astype(whole) for read in reads)
        at, length = at & whole(255), length & whole(255)
        room = whole(64) - np.clip(length, whole(1), whole(64))
        result = x >> np.minimum(at, whole(63)) << room >> room
        beyond = (length == 0) | ((at > 63) & (kind[0] == "u"))
        m.write(target, stored(np.where(beyond, whole(0), result), kind, bits), mask)

    return run


def bfi(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.1.20: the lower bits of `a` replace bits of `b`."""
    kind = instruction.words[1]
    bits, target = bits_of(kind), instruction.operands[0]
    reads = [operand(text, each, program) for text, each in zip(instruction.operands[1:], (kind, kind, "u32", "u32"))]

    def run(m: Machine, mask: Mask) -> None:
        a, b, position, count = (read(m).astype(np.uint64) for read in reads)
        at, length = position & np.uint64(255), np.minimum(count & np.uint64(255), np.uint64(64))
        ones = np.where(length == 64, ~np.uint64(0), (np.uint64(1) << np.minimum(length, np.uint64(63))) - np.uint64(1))
        field = np.where(at < bits, ones << np.minimum(at, np.uint64(63)), np.uint64(0))
        placed = a << np.minimum(at, np.uint64(63))
        m.write(target, stored(b & ~field | placed & field, "u64", bits), mask)

    return run


def _dot(lanes: int, width: int) -> Decoder:
    """dp4a and dp2a: products of the bytes of b with the bytes, or 16-bit halves, of a."""

    def decoder(instruction: Instruction, function: Function, program: Program) -> Step:
        _, *words, first, second = instruction.words
        target = instruction.operands[0]
        kinds = (first[0] + str(width) + f"x{lanes}", second[0] + "8x4", "s32" if "s32" in (first, second) else "u32")
        x, y, z = (operand(text, kind, program) for text, kind in zip(instruction.operands[1:], kinds))
        part = slice(2, 4) if "hi" in words else slice(0, lanes)

        def run(m: Machine, mask: Mask) -> None:
            total = (x(m).astype(np.int64) * y(m)[:, part].astype(np.int64)).sum(1) + z(m)
            m.write(target, total.astype(np.uint32), mask)

        return run

    return decoder


popc = _bits(lambda x, bits, _: _ones(x))  # 9.7.1.14
clz = _bits(lambda x, bits, _: np.uint32(bits) - _top(x))  # 9.7.1.15
bfind = _bits(_find)  # 9.7.1.16
brev = _bits(lambda x, bits, _: _reversed(x))  # 9.7.1.18
dp4a = _dot(4, 8)  # 9.7.1.23
dp2a = _dot(2, 16)  # 9.7.1.24
