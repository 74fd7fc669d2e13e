"""The sizes of a call, cases that change them, and which values a size is tried with."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# A size, by the first axis or number that has it: `x.shape[1]` or `columns`.
Size = str
# Powers of two that a size may have to be a multiple of.
POWERS = (2, 4, 8, 16, 32, 64, 128, 256)


@dataclass(frozen=True)
class Case:
    """`sizes` has the new values of sizes, and `below` the integer tensors that keep below a product of sizes.

    The tensor at `path` has another layout or other contents, which are those of the tensor at `source`. Or `argument` is the
    value of what is at `path`. Tensors whose type is `path` have the type `dtype`.
    """

    sizes: Mapping[Size, int] = field(default_factory=dict)
    below: Mapping[str, tuple[Size, ...]] = field(default_factory=dict)
    path: str = ""
    layout: str = ""
    contents: str = ""
    source: str = ""
    argument: tuple[object, ...] = ()
    dtype: str = ""


class Sizes:
    """The sizes of a call, and what integers in its tensors point to."""

    def __init__(self) -> None:
        #: The sizes of tensors; of these, the axes of size 1; and other numbers. `values` has all, as they are in the program.
        self.sizes: list[Size] = []
        self.ones: list[Size] = []
        self.numbers: list[Size] = []
        self.values: dict[Size, int] = {}
        #: The sizes of all axes of each tensor that has several.
        self.shapes: dict[str, tuple[Size, ...]] = {}
        #: Sizes of neighbouring axes, which an integer can point into together.
        self.neighbours: list[tuple[Size, Size]] = []
        #: The largest value of each tensor of integers that may point to something; and the tensors of prefix sums.
        self.largest: dict[str, int] = {}
        self.prefix_sums: list[str] = []

    def of(self, case: Case, size: Size) -> int:
        """The value that a size has in a case."""
        return case.sizes.get(size, self.values[size])

    def product(self, case: Case, sizes: tuple[Size, ...]) -> int:
        return math.prod(self.of(case, each) for each in sizes)


def first_values(value: int) -> Iterable[int]:
    """What a size is tried with first."""
    return value + 1, value - 1, 1


def more_values(value: int, blocks: Sequence[int]) -> Iterable[int]:
    """What a size is tried with that no first value shows to be wrong. `blocks` are those of the launches, in order."""
    around = [each + step for each in blocks[-2:] for step in (1, -1)]
    return 2 * value + 1, *around, 37, 2 * value, 0


def multiples(value: int, blocks: Sequence[int]) -> Iterable[int]:
    """The next multiples of what a size may have to be a multiple of."""
    for factor in sorted({*POWERS, *blocks}):
        if factor <= value and value % factor == 0:
            yield value + factor


def values_of(value: int, blocks: Sequence[int]) -> Iterable[tuple[int, str]]:
    """All values that a size is tried with, each with the reason, those that find most first."""
    # Most faults are beside blocks.
    middle = blocks[0] if blocks else value
    some = [*first_values(middle), 3 * middle // 4, *more_values(middle, sorted(blocks)), *blocks, *first_values(value)]
    for each in dict.fromkeys([*some, *reversed(list(multiples(middle, blocks)))]):
        if each not in (0, value):
            yield each, _reason(each, [*blocks, value])


def at_limits(number: int) -> Iterable[int]:
    """What a size is tried with that a condition compares with a number, or divides by it."""
    return number, number - 1, number + 1, 3 * number


def _reason(value: int, near: Sequence[int]) -> str:
    if value == 1:
        return "the smallest"
    for each in near:
        if value in (each, each + 1, each - 1):
            return {0: "one block", 1: f"one more than {each}", -1: f"one less than {each}"}[value - each]
    if all(value % divisor for divisor in range(2, math.isqrt(value) + 1)):
        return "a prime"
    return "not a power of two" if value & (value - 1) else "a power of two"
