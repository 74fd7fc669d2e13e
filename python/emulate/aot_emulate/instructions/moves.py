"""Moves, instructions without an effect here, and the waits of dependent kernels. Sections 9.7.9.3, 9.7.9.15 and 9.7.9.18 of the PTX ISA 9.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..earlier import Waited
from ..memory import UNSIGNED
from ..values import bits_of, elementwise, operand, registers

if TYPE_CHECKING:
    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Step
    from ..types import Mask


def mov(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.9.3 and 9.7.9.4: also packs and unpacks vectors, the first register lowest."""
    target, source = instruction.operands
    kind = instruction.words[1]
    if target.startswith("{"):
        parts = registers(target)
        bits = bits_of(kind) // len(parts)
        value = operand(source, kind.replace("u", "b"), program)

        def unpack(m: Machine, mask: Mask) -> None:
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

        def pack(m: Machine, mask: Mask) -> None:
            m.write(
                target, sum(value(m).astype(whole) << whole(bits * index) for index, value in enumerate(values)), mask
            )

        return pack
    value = operand(source, "pred" if kind == "pred" else f"b{bits_of(kind)}", program)
    return elementwise(target, [value], lambda x: x)


def nothing(instruction: Instruction, function: Function, program: Program) -> Step:
    """Hints to caches and to the scheduler."""
    return lambda m, mask: None


def createpolicy(instruction: Instruction, function: Function, program: Program) -> Step:
    """createpolicy: the value is only ever a hint."""
    target = instruction.operands[0]
    return lambda m, mask: m.write(target, np.zeros(m.threads, np.uint64), mask)


def griddepcontrol(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """9.7.13.13: see `earlier.py`."""
    action = instruction.words[1]
    if action not in ("wait", "launch_dependents"):
        return None

    def control(m: Machine, mask: Mask) -> None:
        waited, earlier = m.unit(Waited), m.device.earlier
        assert earlier is not None
        if action == "wait":
            earlier.waits = True
            waited.wait(m, m.active)
        elif not (waited.times != Waited.NEVER).any():
            earlier.triggers = True

    return control
