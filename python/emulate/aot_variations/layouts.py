"""Layouts that tensors are tried with, by name, and what a function assumes of the layout of a tensor, by which are wrong."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

PADDED, TRANSPOSED, LATER, EXPANDED, EXPANDED_ELEMENT = (
    "padded rows",
    "transposed storage",
    "a start one element later",
    "one expanded row",
    "one expanded element",
)


def exchanged(one: int, other: int) -> str:
    """Two axes lie in memory in the order of each other."""
    return f"axes {one} and {other} exchanged"


# The first element that no offset of 32 bits reaches.
BEYOND = 1 << 31
FAR_ROWS = "rows so far apart that the last is beyond element 2^31"
# What host code has to check if a kernel computes offsets into a tensor in 32 bits.
NEAR = "sum((n - 1) * s for n, s in zip({path}.shape, {path}.stride())) < 2**31"


@dataclass(frozen=True)
class Layout:
    """How a tensor lies in memory: the order of its axes, the outermost first; `gap` elements between rows, `step` between elements.

    The elements on the axis `repeated` are one in memory.
    """

    words: str
    order: tuple[int, ...]
    gap: int = 0
    step: int = 1
    repeated: int | None = None


def padded(axes: int, index: int, more: int = 0) -> Layout:
    """Gaps that differ for each tensor of a call, and that no power of two divides. A single axis has nothing to pad but its elements."""
    gap = 3 + 2 * index + more
    return Layout(PADDED, tuple(range(axes)), *((0, 1 + gap) if axes == 1 else (gap, 1)))


def layouts(axes: int, free: Sequence[int], is_input: bool, index: int) -> Iterator[Layout]:
    """Layouts of a tensor, of which callers choose the strides of the `free` axes, those that find most first."""
    order = tuple(range(axes))
    yield padded(axes, index)
    if is_input:
        for axis in free:
            yield Layout(EXPANDED if axis == 0 else f"one expanded element of axis {axis}", order, repeated=axis)
    for one, other in pairwise(free):
        swapped = tuple(other if axis == one else one if axis == other else axis for axis in order)
        yield Layout(TRANSPOSED if (one, other) == order[-2:] else exchanged(one, other), swapped)
    whole = 16 * (index + 1)
    yield Layout(f"{PADDED} of whole vectors", order, *((0, 1 + whole) if axes == 1 else (whole, 1)))
    if axes - 1 in free:
        yield Layout("every other element", order, step=2)


def apart(axis: int) -> str:
    """An axis is the outermost, with a gap after each of its elements."""
    return f"axis {axis} outermost and padded"


def far_apart(axis: int) -> str:
    """The same with large gaps."""
    return f"axis {axis} outermost and so far apart that its end is beyond element 2^31"


def far_stride(least: int, reach: int) -> int:
    """A stride with which the element at `reach` is beyond 32 bits. It is an argument of 32 bits itself if it can be, and a multiple of 16."""
    return max(least, min(-(-BEYOND // reach // 16) * 16, BEYOND - 16))


def layout_assumptions(path: str, wrong: set[str], right: set[str]) -> dict[str, str]:
    """The conditions that the wrong layouts break and the right ones keep, each with a layout that breaks it."""
    outer = exchanged(0, 1)
    by_layout = {
        EXPANDED: f"{path}.stride(0) != 0",
        LATER: f"{path}.data_ptr() % 16 == 0",
        **({TRANSPOSED: f"{path}.stride(-1) == 1"} if PADDED in right else {}),
        **({outer: f"{path}.stride(0) == {path}.shape[1] * {path}.stride(1)"} if PADDED in right else {}),
    }
    found = {by_layout[each]: each for each in (TRANSPOSED, outer) if each in wrong and each in by_layout}
    if not found and len(wrong) == 1:
        found = {by_layout[each]: each for each in wrong if each in by_layout}
    return found or {f"{path}.is_contiguous()": next(each for each in LAYOUTS_BY_USE if each in wrong)}


# Layouts that show what a function assumes, those that most callers have first.
LAYOUTS_BY_USE = (PADDED, TRANSPOSED, exchanged(0, 1), LATER, EXPANDED)
