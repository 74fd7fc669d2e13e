"""Follows what is known about the values of a kernel in Triton's IR, through its operations, loops and branches."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

from .ttir import Block, Operation, carried_by

Fact = TypeVar("Fact")

ENDS = ("scf.yield", "scf.condition", "tt.reduce.return", "tt.scan.return")


class Walk(ABC, Generic[Fact]):
    """An analysis says what it knows about a value that no operation has given (`unknown`), about the results of an operation
    (`after`), and about a value that is one of several (`join`).

    The body of a loop is walked until the join of what it starts with and what it gives changes nothing. So a join of joins must
    end: it may only lose knowledge. Then each operation is noted once (`note`), with what holds in all iterations.
    """

    def __init__(self, unknown: Fact) -> None:
        self.unknown = unknown
        # By name. Regions beside each other use the same names.
        self.facts: dict[str, Fact] = {}
        self._is_settled = True
        # The loops around the operation, the outermost first.
        self.loops: list[Operation] = []

    @abstractmethod
    def after(self, operation: Operation, operands: list[Fact]) -> Fact:
        """Returns what is known about the results of an operation other than a loop or a branch."""

    @abstractmethod
    def join(self, facts: list[Fact]) -> Fact:
        """Returns what holds for each of several values."""

    def note(self, operation: Operation, operands: list[Fact]) -> None:
        """Notes what the operation does with its operands."""

    def index(self, _lower: Fact, _step: Fact) -> Fact:
        """Returns what is known about the index of a loop."""
        return self.unknown

    def of(self, names: Iterable[str]) -> list[Fact]:
        return [self.facts.get(name, self.unknown) for name in names]

    def block(self, block: Block) -> list[Fact]:
        """Returns what is known about the values that the block gives to the operation it is in."""
        for operation in block.operations:
            if operation.name in ENDS:
                return self.of(operation.operands)
            self.operation(operation)
        return []

    def operation(self, operation: Operation) -> None:
        if operation.name in ("scf.for", "scf.while"):
            results = self._loop(operation)
        elif operation.name == "scf.if":
            results = [self.join(list(each)) for each in zip(*map(self.block, operation.regions))]
        else:
            operands = self.of(operation.operands)
            if self._is_settled:
                self.note(operation, operands)
            results = [self.after(operation, operands)] * len(operation.results)
        self.facts.update(zip(operation.results, results))

    def _loop(self, operation: Operation) -> list[Fact]:
        carried = carried_by(operation)
        names, state = [name for name, _ in carried], self.of(initial for _, initial in carried)
        if operation.name == "scf.for":
            index, lower, _, step = operation.operands[:4]
            self.facts[index] = self.index(*self.of([lower, step]))
        was_settled, self._is_settled = self._is_settled, False
        self.loops.append(operation)
        before = None
        while state != before:
            following, results = self._iteration(operation, names, state)
            before, state = state, [self.join(list(pair)) for pair in zip(state, following)]
        self._is_settled = was_settled
        if was_settled:
            self._iteration(operation, names, state)
        self.loops.pop()
        return results

    def _iteration(self, operation: Operation, names: list[str], state: list[Fact]) -> tuple[list[Fact], list[Fact]]:
        """Returns what an iteration gives to the next one, and what the loop gives if it ends there."""
        self.facts.update(zip(names, state))
        first = self.block(operation.regions[0])
        if operation.name == "scf.for":
            return first, state
        # The condition itself is not passed on, and the rest goes both to the body and out of the loop.
        self.facts.update(zip(operation.regions[1].arguments, first[1:]))
        return self.block(operation.regions[1]), first[1:]
