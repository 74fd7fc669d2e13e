"""What can go wrong when a kernel is emulated, as values: KINDS are those of PROBLEM_KINDS in src/prove/harness/problem.ts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from typing import Any

    import numpy as np

    from .program import Instruction, Place


@dataclass(frozen=True)
class Element:
    """An element of a buffer in device memory, which has `count`. `shape` is that of the tensor that the buffer is, if it is one."""

    index: int
    buffer: str
    count: int
    shape: tuple | None = None

    def __str__(self) -> str:
        return f"element {self.index} of {self.buffer}"

    @property
    def with_count(self) -> str:
        if self.shape is not None:
            return f"{self}, whose shape is {self.shape}"
        return f"{self}, which has {self.count} element{'s' * (self.count != 1)}"


@dataclass(frozen=True)
class Other:
    """The access that a race is with: `did` is what a warp or a block has done, `place` where, if it is known.

    Without a block, it is of other work, and `did` says which.
    """

    did: str
    block: int | None
    warp: int | None = None
    place: Place | str | None = None


class Fault(Exception):
    """The kernel did something that is wrong on a GPU too.

    `does` says what, as a verb with its object; an element follows it. `row` is the thread that did it, as its number among those
    that run the instruction and how many these are. `because` is more of the sentence.
    """

    kind = "execution"

    def __init__(
        self,
        does: str,
        element: Element | None = None,
        row: tuple[int, int] | None = None,
        block: int | None = None,
        because: str = "",
    ) -> None:
        super().__init__(does)
        self.does, self.element, self.row, self.block, self.because = does, element, row, block, because
        self.thread: int | None = None  # its number in the machine
        self.place: Place | str | None = None  # (file, line), or the text of an instruction
        self.grid: tuple[int, int, int] | None = None

    def of(self, mask: np.ndarray) -> Fault:
        """Says that the first thread of a mask did it."""
        self.thread = int(mask.argmax())
        return self

    def by(self, threads: np.ndarray) -> Fault:
        """Says which threads the rows are."""
        if self.row is not None:
            self.thread = int(threads[self.row[0]])
        return self

    def at(self, instruction: Instruction, grid: tuple[int, int, int], block: int | None = None) -> Fault:
        """Adds where it was, unless that is known. `block` is the number of a block in the grid."""
        self.place = self.place or instruction.place or instruction.where()
        self.grid = self.grid or grid
        self.block = block if self.block is None else self.block
        return self

    def values(self) -> dict[str, object]:
        """What is known of it. `says` is the sentence before and after the place."""
        where = (
            {"at": dict(zip(("file", "line"), self.place))}
            if isinstance(self.place, tuple)
            else {"instruction": self.place}
        )
        found: dict[str, object] = {
            "kind": self.kind,
            "says": [self._what(), self._rest()],
            **where,
            "block": self._coordinates(self.block),
        }
        if self.element is not None:
            found["element"] = {"index": self.element.index, "buffer": self.element.buffer, "count": self.element.count}
        return {name: value for name, value in found.items() if value is not None}

    def __str__(self) -> str:
        return self._what() + _in_brackets(self.place) + self._rest()

    def _what(self) -> str:
        return self.does if self.element is None else f"{self.does} {self.element}"

    def _rest(self) -> str:
        return f"{self._in_block()}{self.because}"

    def _in_block(self) -> str:
        return "" if self.block is None or self.grid is None else f", in {self._name(self.block)}"

    def _name(self, block: int | None) -> str:
        return "thread block ({}, {}, {})".format(*self._coordinates(block) or (block, 0, 0))

    def _coordinates(self, block: int | None) -> list[int] | None:
        if block is None or self.grid is None:
            return None
        return [block % self.grid[0], block // self.grid[0] % self.grid[1], block // (self.grid[0] * self.grid[1])]


# What an offset in 32 bits is short of if it has overflowed.
WRAP = 1 << 32


class OutOfBounds(Fault):
    """An access outside of what the kernel may access."""

    kind = "out-of-bounds"

    def _what(self) -> str:
        return self.does if self.element is None else f"{self.does} {self.element.with_count}"

    def values(self) -> dict[str, object]:
        """Also says whether an offset has overflowed in 32 bits. `because` is the expression, if it is known."""
        overflows = self.because != "" or self._may_wrap()
        return {**super().values(), "overflows": True} if overflows else super().values()

    def _may_wrap(self) -> bool:
        return self.element is not None and 0 <= self.element.index + WRAP < self.element.count

    def _rest(self) -> str:
        if self.because or self.element is None or not self._may_wrap():
            return super()._rest()
        meant = self.element.index + WRAP
        return f"{super()._rest()}; element {meant} is 2^32 after it: an offset may have overflowed in 32 bits"


class Misaligned(Fault):
    """An address that is not a multiple of what the access needs."""

    kind = "misaligned"


class Undefined(Fault):
    """What the kernel does depends on a value that nothing has written."""

    kind = "undefined"


class FailedAssertion(Fault):
    """An assertion of the kernel is false."""

    kind = "assertion"


class Race(Fault):
    """What the kernel does depends on which of several threads comes first, or last."""

    kind = "race"

    def __init__(
        self,
        does: str,
        element: Element | None = None,
        block: int | None = None,
        warp: int | None = None,
        other: Other | None = None,
        **more: Any,
    ) -> None:
        super().__init__(does, element, block=block, **more)
        self.warp, self.other = warp, other

    def values(self) -> dict[str, object]:
        found = super().values()
        return (
            found
            if self.other is None or not isinstance(self.other.place, tuple)
            else {**found, "other": dict(zip(("file", "line"), self.other.place))}
        )

    def _rest(self) -> str:
        if self.other is None:
            return super()._rest()
        own, did = self._name(self.block), f"has {self.other.did} it{_in_brackets(self.other.place)}"
        if self.other.block is None:
            return f", in {own}; {did.removeprefix('has ')}, and nothing orders the two{self.because}"
        if self.warp is not None:
            return f", in warp {self.warp} of {own}; warp {self.other.warp} {did}, with no barrier in between{self.because}"
        return f", in {own}; {self._name(self.other.block)} {did}, and nothing orders the two{self.because}"


# Why an operand has no value: a text, or the race that it depends on.
Cause: TypeAlias = str | Race


def undefined(use: str, cause: Cause, element: Element | None = None) -> Fault:
    """Says that the kernel uses a value that it does not have. `cause` is why, or the race that the value depends on."""
    if isinstance(cause, Race):
        return cause
    return Undefined(
        f"{use} an undefined value{'' if element is None else ' to'}", element, because=cause and f": {cause}"
    )


def _in_brackets(place: Place | str | None) -> str:
    return "" if place is None else f" ({place})" if isinstance(place, str) else " ({}:{})".format(*place)


class OnTheEdge(Fault):
    """A decision depends on how a GPU rounds an approximate result."""

    kind = "approximation"


class Deadlock(Fault):
    """Threads wait for what never happens, or run in a loop that never ends."""

    kind = "deadlock"


class Unsupported(Exception):
    """The emulator does not know an instruction, so it cannot say anything about the kernel."""

    kind = "unsupported"

    def __init__(self, instruction: str) -> None:
        super().__init__(f"the emulator does not know the instruction `{instruction}`")
        self.instruction = instruction
        self.facts: dict[str, object] = {}


class CannotTell(Unsupported):
    """The emulator cannot execute a launch as a GPU does. The text says why, `facts` how far it came."""

    def __init__(self, text: str, **facts: object) -> None:
        Exception.__init__(self, text)
        self.facts = facts


class TooLong(CannotTell):
    """A launch takes longer than its limit."""

    kind = "too-long"

    def __init__(self, text: str, **facts: object) -> None:
        super().__init__(f"too long for the emulation: {text}", **facts)
        self.says = text
