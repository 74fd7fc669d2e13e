"""Threads that have branched on an undefined value. What they do until all paths meet again must not matter.

Threads without a part of a result compute along with the others: `tl.log` in a reduction branches in all of them. What they
write to registers there is undefined, and an effect is a fault.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fault import undefined

if TYPE_CHECKING:
    from .fault import Cause
    from .machine import Machine
    from .program import Function, Instruction
    from .types import Mask


class Doubt:
    """`end` has for each thread the instruction where its doubt ends, 0 if it has none; None if no thread has."""

    def __init__(self, m: Machine) -> None:
        self.m = m
        self.end: np.ndarray | None = None
        self.cause: Cause = ""

    def at(self, at: int, instruction: Instruction, mask: Mask) -> Mask:
        """The threads that are in doubt when they execute an instruction, or None. Raises Fault if that matters."""
        end = self.end
        if end is None:
            return None
        here = end == at if mask is None else (end == at) & mask
        end[here] = 0
        if not end.any():
            self.end = None
            return None
        threads = end > 0 if mask is None else (end > 0) & mask
        if not threads.any():
            return None
        self._require_no_effect(instruction, threads)
        return threads

    def guard(self, at: int, instruction: Instruction, threads: np.ndarray) -> bool:
        """Threads have an undefined guard. Returns whether only this instruction is in doubt, not the path from here on."""
        self.cause = self.m.cause
        self._require_no_effect(instruction, threads)
        if instruction.mnemonic.next == "after":
            return True
        if self.end is None:
            self.end = np.zeros(self.m.threads, np.int64)
        end, names = self.m.code.paths_from(at)
        # An end that is already known comes later.
        self.end[threads & (self.end == 0)] = end
        for name in names & self.m.registers.keys():
            self.m.partial[name] = self.m.partial.get(name, np.True_) & ~threads
            self.m.partial_causes[name] = self.cause
        return False

    def _require_no_effect(self, instruction: Instruction, threads: np.ndarray) -> None:
        if instruction.mnemonic.changes != "registers":
            raise undefined("depends on", self.cause).of(threads)


def paths_from(function: Function, at: int) -> tuple[int, set[int]]:
    """Returns the instruction where all paths from a branch meet, and those on the paths before it."""
    count = len(function.instructions)
    after = [successors(function, index, count) for index in range(count)]
    end, inside, left = _meeting_points(after)[at], set(), list(after[at])
    while left:
        index = left.pop()
        if index != end and index not in inside:
            inside.add(index)
            left += after[index] if index < count else []
    return end, inside - {count}


def _meeting_points(after: list[list[int]]) -> list[int]:
    """For each instruction the first one that all paths from it have in common, from those that follow each.

    The immediate post-dominators, as in "A Simple, Fast Dominance Algorithm" (Cooper, Harvey, Kennedy 2001). The end of the
    function counts as an instruction.
    """
    count = len(after)
    before: list[list[int]] = [[] for _ in range(count + 1)]
    for index, following in enumerate(after):
        for each in following:
            before[each].append(index)
    order: list[int] = []
    seen, stack = {count}, [(count, iter(before[count]))]
    while stack:
        node, rest = stack[-1]
        next_node = next((each for each in rest if each not in seen), None)
        if next_node is None:
            order.append(stack.pop()[0])
        else:
            seen.add(next_node)
            stack.append((next_node, iter(before[next_node])))
    rank = {node: number for number, node in enumerate(order)}
    found = {count: count}

    def common(one: int, other: int) -> int:
        while one != other:
            if rank[one] < rank[other]:
                one = found[one]
            else:
                other = found[other]
        return one

    changed = True
    while changed:
        changed = False
        for node in order[-2::-1]:
            known = [each for each in after[node] if each in found]
            meeting = known[0]
            for each in known[1:]:
                meeting = common(meeting, each)
            changed |= found.get(node) != meeting
            found[node] = meeting
    return [found.get(index, count) for index in range(count)]


def successors(function: Function, index: int, count: int) -> list[int]:
    """The instructions that can follow one; `count`, how many there are, is the end."""
    instruction = function.instructions[index]
    next, following = instruction.mnemonic.next, [index + 1] if instruction.guard else []
    if next == "label":
        return [function.labels[instruction.operands[0]], *following]
    if next == "table":
        return [*function.branch_tables[instruction.operands[1]], *following]
    if next == "end":
        return [count, *following]
    return [index + 1]
