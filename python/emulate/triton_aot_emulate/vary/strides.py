"""Which strides of a launch can be others, so that a kernel that uses the strides it gets has the same results.

A stride is varied only if the kernel gets it as an argument. Two tensors with the same stride are told apart by names.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from .names import is_stride, owner

# Padding keeps the powers of two that divide a stride, up to this one (elements): code is compiled for strides that 16 divides, and
# kernels have hints such as `tl.multiple_of(stride, 64)`.
MOST_ALIGNMENT = 128
# Of how many tensors without a stride of their own each choice is tried.
MOST_UNCLEAR = 3


@dataclass(frozen=True)
class Number:
    """An integer argument. `index` is its place among the kernel's parameters, and `size` its bytes."""

    name: str
    index: int
    value: int
    size: int


@dataclass(frozen=True)
class View:
    """A tensor that a kernel gets: by all names, with its shape, and strides in elements."""

    names: tuple[str, ...]
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def axes(self) -> list[int]:
        """The axes that say where elements are, from the smallest stride on."""
        found = [axis for axis, size in enumerate(self.shape) if size > 1 and self.strides[axis] > 0]
        return sorted(found, key=lambda axis: self.strides[axis])

    @property
    def overlaps(self) -> bool:
        """Whether two elements may be at one place; those of an axis with a stride of 0 are meant to be."""
        extent = 1
        for axis in self.axes():
            if self.strides[axis] < extent:
                return True
            extent += (self.shape[axis] - 1) * self.strides[axis]
        return False

    def sizes(self) -> set[int]:
        """The sizes of axes, and the products of sizes of neighbours: what a kernel may get that is no stride."""
        ends = range(len(self.shape))
        return {math.prod(self.shape[first : last + 1]) for first in ends for last in ends if first <= last}


@dataclass(frozen=True)
class Group:
    """Tensors whose stride `value` becomes the same new one, with the arguments that have it. Tensors are indices of views."""

    value: int
    numbers: tuple[Number, ...]
    views: tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """All strides of one value: `whole` has them together. Each of `ways` is a way to read which argument belongs to which tensor, the likeliest first.

    If one of them gives the right results, the kernel is right. `is_clear` is false if the argument might be no stride at all.
    """

    whole: Group
    ways: tuple[tuple[Group, ...], ...]
    is_clear: bool


def choices(numbers: Sequence[Number], views: Sequence[View]) -> tuple[list[Choice], str]:
    """The strides that can be varied, in ascending order. If there are none, the reason why."""
    found = []
    why = "no argument is the stride of a tensor"
    for value in sorted({each.value for each in numbers if each.value > 1 and each.size >= 4}):
        having = [
            index
            for index, view in enumerate(views)
            if any(view.strides[axis] == value for axis in view.axes()) and not view.overlaps
        ]
        if not having:
            continue
        if any(view.overlaps and value in view.strides for view in views):
            why = "elements of a tensor overlap"
            continue
        same = [each for each in numbers if each.value == value and each.size >= 4]
        named = [each for each in same if is_stride(each.name)]
        if not named and (len(having) > 1 or len(same) > 1 or any(value in view.sizes() for view in views)):
            why = "it is not clear which arguments are strides"
            continue
        whole = Group(value, tuple(named or same), tuple(having))
        found.append(Choice(whole, _ways(whole, views), bool(named)))
    return found, "" if found else why


def _ways(whole: Group, views: Sequence[View]) -> tuple[tuple[Group, ...], ...]:
    value, numbers, having = whole.value, whole.numbers, whole.views
    owners = {each: owner(each.name, [view.names for view in views]) for each in numbers}
    if len(having) == 1:
        return ((whole,),)
    own = [
        Group(value, tuple(each for each in numbers if owners[each] == index), (index,))
        for index in having
        if index in owners.values()
    ]
    unclear = [index for index in having if index not in owners.values()]
    ways: list[tuple[Group, ...]] = []
    if own and all(owners[each] in having for each in numbers):
        ways.append(tuple(own))
        if not unclear:
            return tuple(ways)
    ways.append((whole,))
    if len(unclear) <= MOST_UNCLEAR:
        for count in range(1, len(unclear) + 1):
            for left in combinations(unclear, count):
                rest = tuple(index for index in having if index not in left)
                if rest:
                    ways.append((Group(value, numbers, rest),))
    return tuple(ways)


@dataclass(frozen=True)
class Layout:
    """New strides of tensors, by the index of the view, and new values of arguments, by their place.

    `doubtful` are tensors of which another stride, which is no argument, had to change too.
    """

    strides: Mapping[int, tuple[int, ...]]
    numbers: Mapping[int, int]
    groups: Mapping[Group, int]
    doubtful: frozenset[int]


def layout(groups: Iterable[Group], views: Sequence[View]) -> Layout | None:
    """Pads the rows of the groups, each by another number of elements; None if a stride that is no argument is in the way."""
    new: dict[int, dict[int, int]] = {}
    chosen: dict[Group, int] = {}
    for count, group in enumerate(sorted(groups, key=lambda each: each.value), 1):
        step = math.gcd(group.value, MOST_ALIGNMENT)
        least = group.value
        for index in group.views:
            before = _restrided(views[index], new.get(index, {}), group.value)
            if before is None:
                return None
            least = max(least, before.extent)
        chosen[group] = (-(-least // step) + count) * step
        for index in group.views:
            new.setdefault(index, {})[group.value] = chosen[group]
    strides, doubtful = {}, set()
    for index, values in new.items():
        done = _restrided(views[index], values)
        if done is None:
            return None
        strides[index] = done.strides
        if done.followed:
            doubtful.add(index)
    numbers = {each.index: value for group, value in chosen.items() for each in group.numbers}
    if any(value >= 1 << 31 for value in numbers.values()):
        return None
    return Layout(strides, numbers, chosen, frozenset(doubtful))


@dataclass(frozen=True)
class _Restrided:
    """`extent` is how many elements the rows take; `followed`: a stride changed because that of its rows did."""

    strides: tuple[int, ...]
    extent: int
    followed: bool


def _restrided(view: View, values: Mapping[int, int], below: int | None = None) -> _Restrided | None:
    """The strides of a view with new ones in place of old ones, or only of its axes whose stride is less than `below`.

    An axis whose rows lie one after the other stays so. None if rows would overlap.
    """
    strides = [values.get(each, each) for each in view.strides]
    extent, followed = 1, False
    inner: int | None = None
    for axis in view.axes():
        old = view.strides[axis]
        if below is not None and old >= below:
            break
        if old not in values and inner is not None and old == view.shape[inner] * view.strides[inner]:
            strides[axis] = view.shape[inner] * strides[inner]
            followed |= strides[axis] != old
        if strides[axis] < extent:
            return None
        extent += (view.shape[axis] - 1) * strides[axis]
        inner = axis
    return _Restrided(tuple(strides), extent, followed)


def alternatives(choice: Choice, views: Sequence[View]) -> Iterator[tuple[Group, ...]]:
    """The ways of a choice; then those without tensors of which a stride changed that the kernel does not get."""
    yield from choice.ways
    for way in choice.ways:
        made = layout(way, views)
        if made is not None and made.doubtful:
            yield tuple(each for each in way if not made.doubtful.intersection(each.views))
