"""Launches again on copies of tensors with other strides, and compares what they give with what the launch has given."""

from __future__ import annotations

import math
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aot_emulate.fault import Fault, TooLong, Unsupported

from .copies import Copy, Tensor, difference, size_of
from .strides import Choice, Group, Layout, Number, View, alternatives, choices, layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    import numpy as np
    from aot_emulate.memory import Buffer, GlobalMemory

# The most bytes of copies of one launch.
MOST_BYTES = 1 << 28


@dataclass
class Call:
    """What a launch gets, so that it can be made with copies.

    `pointers` has the places of the parameters that point to each of `tensors`. Those in `fixed` (indices) get no other strides.
    `content` is all memory, whose first byte has the address `start`. `memory_with` makes what may be accessed if some tensors
    are replaced by buffers, and `parameters_with` the parameters if some have other values.
    """

    numbers: Sequence[Number]
    tensors: Sequence[Tensor]
    names: Sequence[tuple[str, ...]]
    pointers: Sequence[Sequence[int]]
    fixed: frozenset[int]
    content: np.ndarray
    start: int
    memory_with: Callable[[Mapping[int, Buffer]], GlobalMemory]
    parameters_with: Callable[[Mapping[int, int]], bytes]
    unknown: str = ""  # why nothing can be varied


@dataclass
class Outcome:
    """`why_not` is the reason if no stride was varied. `wrong`: what differs, in words; `is_clear` is false if that may be meant."""

    why_not: str = ""
    wrong: list[str] = field(default_factory=list)
    is_clear: bool = True


class Trials:
    """The launches on copies of one launch."""

    def __init__(self, call: Call) -> None:
        self._call = call
        shown = [View(names, each.shape, each.strides) for names, each in zip(call.names, call.tensors)]
        self._views = [View(each.names, (), ()) if at in call.fixed else each for at, each in enumerate(shown)]
        self._choices, why_not = choices(call.numbers, self._views)
        size = sum(math.prod(each.shape) * each.element for each in call.tensors)
        #: Why there is nothing to launch; empty if there is.
        self.why_not = call.unknown or why_not or ("its copies would be too large" if size > MOST_BYTES else "")

    def elements(self) -> list[np.ndarray]:
        """A copy of the elements that each tensor has now."""
        return [each.bytes_in(self._call.content, self._call.start).copy() for each in self._call.tensors]

    def run(
        self, expected: Sequence[np.ndarray], execute: Callable[[bytes, GlobalMemory], None],
        restore: Callable[[], None], is_exact: bool,
    ) -> Outcome:  # fmt: skip
        """Varies all strides together. If that gives other results, it finds those strides that do so alone.

        Memory must be what it was before the launch; `restore` makes it so again after each. `expected` is what the launch has
        given: the elements of each tensor. `execute` launches with parameters and memory.
        """
        self._expected, self._execute, self._restore, self._is_exact = expected, execute, restore, is_exact
        try:
            together = layout([group for each in self._choices for group in each.ways[0]], self._views)
            if together is not None and self._is_too_large(together):
                return Outcome("its copies would be too large")
            if together is not None and not self._differs(together):
                return Outcome()
            return self._each(self._choices)
        except TooLong:
            return Outcome("the launch with copies takes too long")
        except Unsupported:
            return Outcome("the launch with copies is not emulated")

    def _each(self, found: Sequence[Choice]) -> Outcome:
        outcome, is_varied = Outcome(), False
        for choice in found:
            first = ""
            chosen: tuple[Group, ...] = ()
            for way in alternatives(choice, self._views):
                made = layout(way, self._views)
                if made is None:
                    continue
                is_varied |= bool(way)
                differs = self._differs(made) if way else ""
                if not differs:
                    break
                if not first:
                    first, chosen = differs, way
            else:
                if first:
                    outcome.wrong.append(self._says(choice, chosen, first))
                    outcome.is_clear &= choice.is_clear
        if not is_varied:
            outcome.why_not = "a stride that is no argument would have to change too"
        return outcome

    def _says(self, choice: Choice, way: tuple[Group, ...], differs: str) -> str:
        """What was changed, and what came of it: of several groups, only one if it is enough."""
        says = ""
        for group in way if len(way) > 1 else ():
            made = layout([group], self._views)
            if made is not None and (alone := self._differs(made)):
                says = _sentence(made, self._call.tensors, alone)
                break
        made = layout(way, self._views)
        says = says or ("" if made is None else _sentence(made, self._call.tensors, differs))
        whole = layout([choice.whole], self._views) if len(way) > 1 else None
        if whole is not None and not self._differs(whole):
            says += f". If all strides of {choice.whole.value} become {whole.groups[choice.whole]}, the results are the same: the kernel uses one of them in place of another"
        return says

    def _is_too_large(self, made: Layout) -> bool:
        tensors = self._call.tensors
        return (
            sum(size_of(tensors[at].shape, new) * tensors[at].element for at, new in made.strides.items()) > MOST_BYTES
        )

    def _differs(self, made: Layout) -> str:
        """What is wrong with a launch with this layout; empty if nothing is."""
        call = self._call
        copies = {
            at: Copy(call.tensors[at], call.tensors[at].bytes_in(call.content, call.start), strides)
            for at, strides in made.strides.items()
        }
        values = dict(made.numbers)
        for at, each in copies.items():
            values.update(dict.fromkeys(call.pointers[at], each.address))
        with self._restored():
            try:
                memory = call.memory_with({at: each.buffer for at, each in copies.items()})
                self._execute(call.parameters_with(values), memory)
            except TooLong:
                raise
            except Fault as fault:
                return f"the kernel {fault}"
            found = []
            for at, tensor in enumerate(call.tensors):
                got = copies[at].elements if at in copies else tensor.bytes_in(call.content, call.start)
                differs = difference(tensor, self._expected[at], got, self._is_exact)
                if differs:
                    found.append(f"the results are others: {differs}")
            for at, copy in copies.items():
                gap = copy.changed_gap()
                if gap is not None:
                    found.append(
                        f"the kernel writes to element {gap} of {call.tensors[at].name}, which is between its rows"
                    )
        return "; ".join(found)

    @contextmanager
    def _restored(self) -> Iterator[None]:
        try:
            yield
        finally:
            self._restore()


def _sentence(made: Layout, tensors: Sequence[Tensor], differs: str) -> str:
    parts = []
    for group, new in made.groups.items():
        arguments = " and ".join(f"`{each.name}`" for each in group.numbers)
        names = " and ".join(tensors[at].name for at in group.views)
        parts.append(f"a stride of {new} in place of {group.value} ({arguments}, of {names})")
    return f"with {' and '.join(parts)}, {differs}"
