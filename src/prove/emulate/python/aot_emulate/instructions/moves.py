"""Moves, parameters and hints. Section 9.7.9 of the PTX ISA 9.0."""

import numpy as np

from ..memory import UNSIGNED
from ..values import bits_of, operand, registers


def _mov(instruction, function, program):
    target, source = instruction.operands
    kind = instruction.words[1]
    if target.startswith("{"):
        parts = registers(target)
        bits = bits_of(kind) // len(parts)
        value = operand(source, kind.replace("u", "b"), program)

        def unpack(m, mask):
            whole = value(m)
            for index, part in enumerate(parts):
                if part != "_":
                    m.write(part, (whole >> whole.dtype.type(bits * index)).astype(UNSIGNED[bits]), mask)

        return unpack
    if source.startswith("{"):
        parts = registers(source)
        bits = bits_of(kind) // len(parts)
        values = [operand(part, f"b{bits}", program) for part in parts]
        whole = UNSIGNED[bits_of(kind)]

        def pack(m, mask):
            m.write(target, sum(value(m).astype(whole) << whole(bits * index) for index, value in enumerate(values)), mask)

        return pack
    value = operand(source, "pred" if kind == "pred" else f"b{bits_of(kind)}", program)
    return lambda m, mask: m.write(target, value(m), mask)


def _nothing(instruction, function, program):
    """Without an effect here: fences, cache policies, and hints to the scheduler."""
    return lambda m, mask: None


def _policy(instruction, function, program):
    target = instruction.operands[0]
    return lambda m, mask: m.write(target, np.zeros(m.threads, np.uint64), mask)


TABLE = {
    "mov": _mov, "fence": _nothing, "membar": _nothing, "griddepcontrol": _nothing, "nanosleep": _nothing,
    "createpolicy": _policy, "prefetch": _nothing,
}  # fmt: skip
