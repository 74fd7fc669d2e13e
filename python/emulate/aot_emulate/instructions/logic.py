"""Logic, shifts and permutations of bytes. Sections 9.7.8 and 9.7.9.7 of the PTX ISA 9.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..values import bits_of, elementwise, operand, stored

if TYPE_CHECKING:
    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Step
    from ..types import Compute, Mask

LOGIC: dict[str, Compute] = {
    "and": lambda x, y: x & y,  # 9.7.8.1
    "or": lambda x, y: x | y,  # 9.7.8.2
    "xor": lambda x, y: x ^ y,  # 9.7.8.3
    "not": lambda x: ~x,  # 9.7.8.4
    "cnot": lambda x: (x == 0).astype(x.dtype),  # 9.7.8.5
}


def decode(instruction: Instruction, function: Function, program: Program) -> Step:
    name, kind = instruction.words
    target, *sources = instruction.operands
    compute, reads = LOGIC[name], [operand(text, kind, program) for text in sources]
    return elementwise(target, reads, compute)


def lop3(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """9.7.8.6: bit 4a + 2b + c of the table is the result for the bits a, b and c."""
    if instruction.words[1:] != ["b32"]:
        return None
    target, *sources, table = instruction.operands
    reads = [operand(text, "b32", program) for text in sources]
    lookup = int(table, 0)

    def run(m: Machine, mask: Mask) -> None:
        a, b, c = (read(m) for read in reads)
        result = np.zeros(m.threads, np.uint32)
        for case in range(8):
            if lookup >> case & 1:
                result |= (a if case & 4 else ~a) & (b if case & 2 else ~b) & (c if case & 1 else ~c)
        m.write(target, result, mask)

    return run


def shf(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """shf, 9.7.8.7"""
    _, side, mode, kind = instruction.words
    if kind != "b32":
        return None
    target, *sources = instruction.operands
    low, high, count = (operand(text, "u32", program) for text in sources)

    def run(m: Machine, mask: Mask) -> None:
        both = (high(m).astype(np.uint64) << np.uint64(32)) | low(m)
        n = count(m)
        n = (n & np.uint32(31) if mode == "wrap" else np.minimum(n, np.uint32(32))).astype(np.uint64)
        m.write(target, (both << n >> np.uint64(32) if side == "l" else both >> n).astype(np.uint32), mask)

    return run


def shift(instruction: Instruction, function: Function, program: Program) -> Step:
    """shl and shr, 9.7.8.8 and 9.7.8.9: distances of the width and more give 0, or the sign."""
    name, kind = instruction.words
    target, source, distance = instruction.operands
    bits = bits_of(kind)
    reads = [operand(source, kind, program), operand(distance, "u32", program)]

    def shifted(x: np.ndarray, n: np.ndarray) -> np.ndarray:
        limited = np.minimum(n, bits - 1).astype(x.dtype)
        result = x << limited if name == "shl" else x >> limited
        if name == "shl" or kind[0] != "s":
            result = np.where(n >= bits, x.dtype.type(0), result)
        return stored(result, kind, bits)

    return elementwise(target, reads, shifted)


# 9.7.9.7: for each mode and the two lowest bits of the selector, the bytes of the result from the highest.
PERMUTE = {
    "f4e": ("3210", "4321", "5432", "6543"),
    "b4e": ("5670", "6701", "7012", "0123"),
    "rc8": ("0000", "1111", "2222", "3333"),
    "ecl": ("3210", "3211", "3222", "3333"),
    "ecr": ("0000", "1110", "2210", "3210"),
    "rc16": ("1010", "3232", "1010", "3232"),
}


def prmt(instruction: Instruction, function: Function, program: Program) -> Step:
    target, *sources = instruction.operands
    low, high, selector = (operand(text, "u32", program) for text in sources)
    modes = (
        np.array([int(each, 16) for each in PERMUTE[instruction.words[2]]], np.uint32)
        if len(instruction.words) > 2
        else None
    )

    def run(m: Machine, mask: Mask) -> None:
        pool = np.concatenate([each(m)[:, None].view(np.uint8) for each in (low, high)], axis=1)
        chosen = selector(m)
        if modes is not None:
            chosen = modes[chosen & np.uint32(3)]
        nibbles = chosen[:, None] >> np.arange(0, 16, 4, dtype=np.uint32)
        taken = np.take_along_axis(pool, (nibbles & np.uint32(7)).astype(np.int64), 1)
        # The highest bit of a nibble asks for the sign.
        result = np.where(nibbles & np.uint32(8), (taken.view(np.int8) >> np.int8(7)).view(np.uint8), taken)
        m.write(target, np.ascontiguousarray(result).view(np.uint32)[:, 0], mask)

    return run
