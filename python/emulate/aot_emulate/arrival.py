"""Which instruction tells a block when it came, or before how many others. Results that depend on that may be meant to.

A kernel can hand out places in a list, or let the last block do something, by the value that an atomic operation returns. The
results of `cas` and `exch` are not meant here: they are those of locks and of loops that update a value, whose order does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .program import names_in
from .special import CLOCKS

if TYPE_CHECKING:
    from .program import Function, Instruction, Program


def tells_arrival(program: Program) -> Instruction | None:
    """The first instruction of a program that does, if the program uses what it returns; None if there is none."""
    for function in (program.kernel, *program.functions.values()):
        used = _used(function)
        for each in function.instructions:
            is_counter = each.words[0] == "atom" and not {"cas", "exch"} & set(each.words)
            is_clock = each.words[0] == "mov" and any(name in CLOCKS for name in each.operands[1:])
            if (is_counter or is_clock) and used.intersection(each.targets):
                return each
    return None


def _used(function: Function) -> set[str]:
    """The registers that instructions read: all that they name, except for those that they write."""
    found: set[str] = set()
    for each in function.instructions:
        read = each.operands[1:] if each.targets else each.operands
        found.update(name for text in read for name in names_in(text))
        if each.guard:
            found.add(each.guard)
    return found
