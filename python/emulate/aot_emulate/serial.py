"""Functions in which ptxas lets no two products of `wgmma` be under way: each has ended before the next instruction.

It says so in its message C7515: another instruction defines a sum in the same stage of the pipeline. A stage is taken to end with a
wait for all groups. In a loop without one, a sum that is set to zero at the end of a tile is such a definition.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .doubt import successors
from .program import names_in

if TYPE_CHECKING:
    from .program import Function, Instruction


def is_product(instruction: Instruction) -> bool:
    """Whether it is a `wgmma.mma_async`."""
    return instruction.words[:2] == ["wgmma", "mma_async"]


def serialises(function: Function) -> bool:
    """Whether a sum is defined by another instruction after its product and before the same product is issued again."""
    sums = [set(names_in(each.operands[0])) if is_product(each) else set() for each in function.instructions]
    for at, names in enumerate(sums):
        if names and any(
            names.intersection(function.instructions[index].targets) and at in _after(function, index)
            for index in _after(function, at)
            if not sums[index]
        ):
            return True
    return False


def _after(function: Function, at: int) -> set[int]:
    """The instructions that can come after one, before a wait for all products."""
    count, found, left = len(function.instructions), set(), [at]
    while left:
        for index in successors(function, left.pop(), count):
            if index < count and index not in found and not _waits_for_all(function.instructions[index]):
                found.add(index)
                left.append(index)
    return found


def _waits_for_all(instruction: Instruction) -> bool:
    return instruction.words[:2] == ["wgmma", "wait_group"] and int(instruction.operands[0], 0) == 0
