"""Offsets that kernels compute in 32 bits, and that overflow.

The address of an access is computed once more, from the registers that it depends on, in 64 bits. It is another one if an
operation of 32 bits has overflowed on the way. What a register depends on is followed through additions, products and shifts,
as long as the result of 32 bits is the one that the register has: not through loops, loads or masks, after which a number
is what it is. A hash may overflow on purpose, and is then cut to a range: what an operation on bits, a remainder or a high part
of a product depends on is not followed either.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from .access import bytes_of
from .fault import OutOfBounds
from .mnemonic import Offset

if TYPE_CHECKING:
    from .code import Code
    from .machine import Machine
    from .program import Instruction
    from .types import Mask

# The operations by which offsets are computed.
SUM = Offset("{} + {}", operator.add)
DIFFERENCE = Offset("{} - {}", operator.sub)
PRODUCT = Offset("{} * {}", operator.mul)
PRODUCT_SUM = Offset("{} * {} + {}", lambda x, y, z: x * y + z)
SHIFT = Offset("{} * 2 ** {}", lambda x, y: np.where((y >= 0) & (y < 32), x << (y & 31), 0))
NEGATION = Offset("-{}", operator.neg)
SAME = Offset("{}", lambda x: x)
# What ends the opcode of an operation by which offsets are computed: its type.
TYPES = re.compile(r"[bsu](32|64)")
# Registers that depend on each other one after the other, such as those of a loop that was unrolled.
DEEPEST = 200


@dataclass(frozen=True)
class Value:
    """A number for each of some threads: as it is with 64 bits on the way, and as the register has it."""

    wide: np.ndarray
    own: np.ndarray
    by: tuple[Instruction, Offset] | None = None  # what computes it; None: it is not followed
    of: tuple[Value, ...] = ()


class Offsets:
    """Where the registers of a program come from, and the accesses to device memory."""

    def __init__(self, code: Code) -> None:
        writers: dict[str, list[Instruction]] = {}
        for each in code.instructions:
            for name in each.targets:
                writers.setdefault(name, []).append(each)
        # What a register comes from, if one instruction computes it, and always.
        origins = {
            name: (first, offset)
            for name, [first, *others] in writers.items()
            if not others and first.guard is None and (offset := _followed(first))
        }
        cut = {name for each in code.instructions if each.mnemonic.offset == "bits" for name in each.operands[1:]}
        while more := {name for each in cut & origins.keys() for name in origins[each][0].operands[1:]} - cut:
            cut |= more
        self._origins = {name: each for name, each in origins.items() if name not in cut}

    def check(self, m: Machine, instruction: Instruction, mask: Mask) -> None:
        """Raises OutOfBounds if a thread of a mask accesses another place than with an offset of 64 bits."""
        threads = np.arange(m.threads) if mask is None else np.flatnonzero(mask)
        address = self._address(m, instruction, threads)
        if address is None or not (differs := address.wide != address.own).any():
            return
        row = int(differs.argmax())
        meant = m.memory.element_of(int(address.wide[row]) - m.memory.address)
        raise OutOfBounds(
            f"{instruction.mnemonic.accesses} {bytes_of(instruction)} bytes at",
            m.memory.element_of(int(address.own[row]) - m.memory.address),
            (row, len(threads)),
            because=f"{_cause(address, row)}, so {meant} was meant",
        )

    def cause(self, m: Machine, instruction: Instruction, thread: int) -> str:
        """Says why a thread accesses another place than with an offset of 64 bits; empty if it does not, or if that is not known."""
        address = self._address(m, instruction, np.array([thread]))
        return "" if address is None or address.wide[0] == address.own[0] else _cause(address, 0)

    def _address(self, m: Machine, instruction: Instruction, threads: np.ndarray) -> Value | None:
        """The addresses of an access to device memory; None if it is none, or if they are not known."""
        accesses = instruction.mnemonic.accesses
        if accesses == "bulk" or not bytes_of(instruction):
            return None
        operand = next((each for each in instruction.operands[:2] if each.startswith("[")), "")
        if accesses == "copies":
            operand = instruction.operands[1]
        match = re.fullmatch(r"\[\s*(%[\w.]+)\s*(?:\+\s*(-?\w+))?\s*\]", operand)
        value = None if match is None else self._value(m, match[1], threads, {}, 0)
        if match is None or value is None:
            return None
        offset = np.int64(int(match[2] or "0", 0))
        return Value(value.wide + offset, value.own + offset, value.by, value.of)

    def _value(
        self, m: Machine, operand: str, threads: np.ndarray, known: dict[str, Value | None], depth: int
    ) -> Value | None:
        """The values of a register or a number; None if they are not known. `depth`: of how many others it is a part."""
        if operand not in known:
            known[operand] = self._computed(m, operand, threads, known, depth)
        return known[operand]

    def _computed(
        self, m: Machine, operand: str, threads: np.ndarray, known: dict[str, Value | None], depth: int
    ) -> Value | None:
        if re.fullmatch(r"-?\d+U?|0[xX][0-9a-fA-F]+U?", operand):
            # Of 32 bits, such as 0xFFFFFFFF for -1. If it is of 64, the result is not that of the register.
            number = int(operand.rstrip("U"), 0)
            bits = 32 if number < 1 << 32 else 64
            values = np.full(len(threads), np.int64(number - (1 << bits if number >> bits - 1 == 1 else 0)))
            return Value(values, values)
        if operand not in m.registers or operand in m.promised or m.registers[operand].dtype.itemsize not in (4, 8):
            return None
        register = m.whole(operand)
        own = register[threads].view(np.int32 if register.dtype.itemsize == 4 else np.int64).astype(np.int64)
        by = self._origins.get(operand) if depth < DEEPEST else None
        if by is None:
            return Value(own, own)
        instruction, offset = by
        parts = [self._value(m, each, threads, known, depth + 1) for each in instruction.operands[1:]]
        if None in parts:
            return Value(own, own)
        of = tuple(cast("list[Value]", parts))
        if instruction.words[-1] == "u32" and register.dtype.itemsize == 8:  # it takes numbers of 32 bits as unsigned
            of = (*map(_unsigned, of[:2]), *of[2:])
        again = offset.compute(*[each.own for each in of])
        again = again if register.dtype.itemsize == 8 else again.astype(np.int32).astype(np.int64)
        # If it is another one, what it depends on has changed since, such as in the next turn of a loop.
        if (again != own).any():
            return Value(own, own)
        return Value(offset.compute(*[each.wide for each in of]), own, by, of)


def _unsigned(value: Value) -> Value:
    """A number of 32 bits without a sign. If it is negative with 64 bits, nobody knows what was meant."""
    own = value.own & 0xFFFFFFFF
    return Value(np.where(value.wide >= 0, value.wide, own), own, value.by, value.of)


def _followed(instruction: Instruction) -> Offset | None:
    """How an instruction computes an offset, if offsets are followed through it. A part of a longer sum is no number."""
    offset, words = instruction.mnemonic.offset, instruction.words
    return offset if isinstance(offset, Offset) and "cc" not in words and TYPES.fullmatch(words[-1]) else None


def _cause(address: Value, row: int) -> str:
    """Names the operation that overflows."""
    value, left = address, [address]
    while left:
        value = left.pop()
        if value.wide[row] != value.own[row] and all(each.wide[row] == each.own[row] for each in value.of):
            break
        left += value.of
    if value.by is None:
        return "; its offset has overflowed in 32 bits"
    numbers = [str(int(each.own[row])) for each in value.of]
    instruction, offset = value.by
    text = offset.text.format(*numbers).removesuffix(" + 0")
    return f"; {instruction.where()} computes {text} in 32 bits, which overflows"
