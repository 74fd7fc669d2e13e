"""A program as one list of functions, each of which runs an instruction for all threads."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from .access import access_of, bytes_of, is_fence
from .approximate import Approximations
from .doubt import paths_from
from .overflow import Offsets
from .serial import serialises
from .special import read_by
from .unused import Uses, uses_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from .program import Function, Instruction, Place, Program
    from .steps import Step


class Code:
    """The instructions of all functions, one after the other; `steps` runs them."""

    def __init__(self, program: Program, step_of: Callable[[Instruction, Function, Program], Step]) -> None:
        self.program = program
        functions = [*program.functions.values(), program.kernel]
        self.instructions: list[Instruction] = []
        for function in functions:
            function.start = len(self.instructions)
            self.instructions += function.instructions
        for index, each in enumerate(self.instructions):
            each.index = index
        self.steps = [step_of(each, function, program) for function in functions for each in function.instructions]
        self.approximations = Approximations(functions)
        self.approximations.watch(self.steps, program)
        self.special = read_by(self.instructions)
        self.written = {name for each in self.instructions for name in each.targets}
        # Whether an instruction can change which thread runs next.
        self.turns = [each.mnemonic.next != "after" for each in self.instructions]
        # Whether it changes what `Endless` does not compare.
        self.hidden = [each.mnemonic.changes in ("hidden", "units") for each in self.instructions]
        # Whether a thread has run an instruction, in any launch: 0 or 1.
        self.ran = bytearray(len(self.instructions))
        self._functions = functions
        self._branches: dict[int, tuple[int, set[str]]] = {}  # index of a branch -> what `paths_from` returns
        self._uses: dict[int, Uses | None] = {}  # index of a load -> what `uses_of` returns
        # Whether units of hardware other than the threads use shared memory.
        self.is_asynchronous = any(each.mnemonic.changes == "units" for each in self.instructions)
        # The finest access to device memory, in bytes, how blocks can order each other's accesses.
        accesses = [(size, each) for each in self.instructions if (size := bytes_of(each))]
        self.unit = min((size for size, _ in accesses), default=16)
        self.has_fences = any(is_fence(each) for each in self.instructions)
        # Whether all that its threads do is in registers, on one path, and as if no other thread was there.
        self.is_idle = all(_is_idle(each) for each in program.kernel.instructions)
        # Whether it waits for the kernel before it, or lets the kernel after it begin.
        self.is_dependent = any(each.words[0] == "griddepcontrol" for each in self.instructions)
        self.acquires = self.has_fences or any(access_of(each).acquires for _, each in accesses)
        self.is_strong = any(access_of(each).is_strong for _, each in accesses)

    @cached_property
    def offsets(self) -> Offsets:
        """How its offsets are computed."""
        return Offsets(self)

    @cached_property
    def serialises(self) -> bool:
        """Whether ptxas lets no two products of `wgmma` be under way."""
        return any(serialises(each) for each in self._functions)

    def add_ran(self, ran: bytearray) -> None:
        """Notes what threads of another process have run."""
        own = np.frombuffer(self.ran, np.uint8)
        own |= np.frombuffer(ran, np.uint8)

    def lines(self) -> dict[Place, bool]:
        """The lines of the source that have instructions, and whether a thread has run one of them, in any launch."""
        found: dict[Place, bool] = {}
        for instruction, ran in zip(self.instructions, self.ran):
            if instruction.place is not None:
                found[instruction.place] = found.get(instruction.place, False) or bool(ran)
        return found

    def paths_from(self, at: int) -> tuple[int, set[str]]:
        """Where all paths from a branch meet again, and the registers that any of them writes until then."""
        if at not in self._branches:
            function = self._function_of(at)
            end, inside = paths_from(function, at - function.start)
            names = {name for index in inside for name in function.instructions[index].targets}
            self._branches[at] = function.start + end, names
        return self._branches[at]

    def uses_of(self, at: int) -> Uses | None:
        """What depends on what an instruction loads; None if that is not known."""
        if at not in self._uses:
            self._uses[at] = uses_of(self._function_of(at), self.instructions[at])
        return self._uses[at]

    def _function_of(self, at: int) -> Function:
        return next(each for each in self._functions if at < each.start + len(each.instructions))


def _is_idle(instruction: Instruction) -> bool:
    """Whether an instruction does only what each thread does for itself, and goes on to the next one or ends."""
    row = instruction.mnemonic
    if row.next == "end":
        return instruction.guard is None
    return row.next == "after" and row.changes == "registers" and not row.accesses
