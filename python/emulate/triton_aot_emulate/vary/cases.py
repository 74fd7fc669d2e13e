"""Variations of a call: which sizes, layouts and contents its tensors get, and the arguments that come of it."""

from __future__ import annotations

import math
from functools import partial
from itertools import count, islice
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.contents import INFINITE
from aot_variations.layouts import LATER, PADDED, TRANSPOSED, exchanged
from aot_variations.of_integers import tightest
from aot_variations.sizes import Case, Sizes

from .changed import CONTENTS, infinite, is_sorted, ordered
from .copies import FAR, LAYOUTS, copied, laid_out, parts, resized, retyped, with_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from aot_variations.sizes import Size

# A tensor's path and the index of its axis.
Axis = tuple[str, int]
# The most elements of all tensors of a case.
MOST_ELEMENTS = 1 << 22


def _by_axis(axes: list[Axis], _: Mapping[str, Any]) -> list[list[Axis]]:
    return [[each for each in axes if each[1] == axis] for axis in sorted({axis for _, axis in axes})]


def _chained(axes: list[Axis], tensors: Mapping[str, Any]) -> list[list[Axis]]:
    """The last axis of a tensor belongs to the first axis of the next, as in products of matrices."""
    groups: list[list[Axis]] = []
    for path, axis in axes:
        before = groups[-1][-1] if groups else ("", 0)
        if axis == 0 and before[0] not in ("", path) and before[1] == tensors[before[0]].dim() - 1:
            groups[-1].append((path, axis))
        else:
            groups.append([(path, axis)])
    return groups


# How equal axes may belong together if a tensor has several of them.
GROUPINGS = (_by_axis, _chained, lambda axes, _: [[each] for each in axes])


class Call(Sizes):
    """The leaves of a call, and what is known of its sizes."""

    def __init__(self, leaves: Mapping[str, Any], grouping: int = 0) -> None:
        super().__init__()
        self.leaves = leaves
        self.tensors = {path: each for path, each in leaves.items() if isinstance(each, torch.Tensor) and each.is_cuda}
        #: Those of which another of `GROUPINGS` may be right.
        self.unclear: list[Size] = []
        self._of: dict[tuple[str, int | None], Size] = {}
        self._group(grouping)
        self.integers = {
            path: each
            for path, each in self.tensors.items()
            if not each.is_floating_point() and not each.is_complex() and each.dtype is not torch.bool and each.numel()
        }
        self.shapes = {
            path: tuple(self._of[path, axis] for axis in range(each.dim()))
            for path, each in self.tensors.items()
            if sum(size > 1 for size in each.shape) > 1 and each.numel()
        }
        totals = set(self.values.values())
        self.sums = {
            path: each for path, each in self.integers.items() if _is_prefix_sum(each) and int(each[-1]) in totals
        }
        self.indices = {
            path: each for path, each in self.integers.items() if path not in self.sums and each.dtype.itemsize >= 4
        }
        self.largest = {path: int(each.max()) for path, each in self.indices.items()}
        self.prefix_sums = list(self.sums)
        pairs = [(path, axis) for path, each in self.tensors.items() for axis in range(each.dim() - 1)]
        self.neighbours = list(
            dict.fromkeys(
                (self._of[path, axis], self._of[path, axis + 1])
                for path, axis in pairs
                if min(self.tensors[path].shape[axis : axis + 2]) > 1
            )
        )

    def _group(self, grouping: int) -> None:
        """Equal sizes are one size, unless a tensor has it twice: then it is not clear which axes belong together."""
        places: dict[int, list[Axis]] = {}
        for path, tensor in self.tensors.items():
            for axis, size in enumerate(tensor.shape):
                if size == 1:
                    self._add(self.ones, size, [(path, axis)])
                elif size:
                    places.setdefault(size, []).append((path, axis))
        numbers = {path: each for path, each in self.leaves.items() if type(each) is int and each > 1}
        for size, found in sorted(places.items()):
            if len({path for path, _ in found}) == len(found):
                self._add(self.sizes, size, [*found, *((path, None) for path, each in numbers.items() if each == size)])
            else:
                self.unclear += [
                    self._add(self.sizes, size, group) for group in GROUPINGS[grouping](found, self.tensors)
                ]
        for path, number in numbers.items():
            if (path, None) not in self._of:
                self._add(self.numbers, number, [(path, None)])

    def _add(self, to: list[Size], value: int, places: Sequence[tuple[str, int | None]]) -> Size:
        path, axis = places[0]
        name = path if axis is None else f"{path}.shape[{axis}]"
        to.append(name)
        self.values[name] = value
        self._of.update(dict.fromkeys(places, name))
        return name

    @property
    def tied(self) -> set[str]:
        """Numbers that are sizes of tensors, or come of them."""
        return {path for path, axis in self._of if axis is None and self._of[path, axis] in self.sizes}

    def places(self, size: Size) -> list[tuple[str, int | None]]:
        """The axes of tensors that have a size, and the numbers: their axis is None."""
        return [place for place, name in self._of.items() if name == size]

    def made(self, case: Case, most: int = MOST_ELEMENTS) -> dict[str, Any] | None:
        """The leaves of a case; None if they would be too large, or if prefix sums would divide nothing."""
        new = dict(self.leaves)
        shapes = {path: self._shape(path, case) for path in self.tensors}
        if sum(map(math.prod, shapes.values())) > max(most, 4 * sum(each.numel() for each in self.tensors.values())):
            return None
        if any(shapes[path][0] < 2 for path in self.sums):
            return None
        for path, each in self.tensors.items():
            new[path] = resized(each, shapes[path]) if case.sizes else copied(each)
        for path, leaf in self.leaves.items():
            if (path, None) in self._of:
                new[path] = case.sizes.get(self._of[path, None], leaf)
        if case.sizes:
            self._follow(case, new)
        for path, sizes in case.below.items():
            new[path] = with_values(new[path], partial(_below, max(self.product(case, sizes), 1)))
        if case.contents == INFINITE:
            new[case.path] = with_values(new[case.path], partial(infinite, new[case.source]))
        elif case.contents:
            new[case.path] = with_values(new[case.path], CONTENTS[case.contents])
        if case.argument:
            new[case.path] = case.argument[0]
        if case.dtype:
            new.update({path: retyped(new[path], case.dtype) for path in self.of_type(case.path)})
        if case.layout:
            new[case.path] = laid_out(new[case.path], case.layout, self._reach(new[case.path], case.layout))
        return new

    def is_made(self, path: str) -> bool:
        """Whether the forward pass has made a tensor that the backward pass gets: callers do not choose what it is like."""
        return ".saved_tensors[" in path and not self.tensors[path].requires_grad

    def of_type(self, name: str) -> list[str]:
        """The tensors of a type."""
        return [path for path, each in self.tensors.items() if str(each.dtype) == f"torch.{name}"]

    def _reach(self, tensor: Any, layout: str) -> int:
        """The last row or element that a layout with large gaps divides, or the last that integers point to; else 0."""
        count = parts(tensor.shape, layout) if layout in FAR else 1
        return min((each for each in self.largest.values() if 1 < each < count), default=count - 1)

    def size_at(self, path: str, axis: int) -> Size | None:
        """The size that an axis of a tensor has."""
        return self._of.get((path, axis))

    def _shape(self, path: str, case: Case) -> list[int]:
        shape = self.tensors[path].shape
        return [case.sizes.get(self._of.get((path, axis), ""), size) for axis, size in enumerate(shape)]

    def _follow(self, case: Case, new: dict[str, Any]) -> None:
        """Integers stay what they are: distinct, sorted, or prefix sums that end at the size of what they divide, with the longest part."""
        for path, before in self.indices.items():
            if new[path].numel() > before.numel() and before.unique().numel() == before.numel():
                new[path] = with_values(new[path], partial(_distinct, before, tightest(self, path, case)))
            if new[path].numel() > before.numel() and is_sorted(before):
                new[path] = with_values(new[path], ordered)
        for path, before in self.sums.items():
            total = int(before[-1])
            lengths = before.diff()
            wanted = next((new for size, new in case.sizes.items() if self.values[size] == total), total)
            new[path] = with_values(new[path], partial(_prefix_sums, lengths, wanted))
            for name, number in self.leaves.items():
                if type(number) is int and number == int(lengths.max()) > 1:
                    new[name] = max(int(new[path].diff().max()), 1)

    def layouts(self) -> Iterator[Case]:
        for path, tensor in self.tensors.items():
            for name in (PADDED, TRANSPOSED, exchanged(0, 1), LATER):
                if tensor.dim() >= LAYOUTS[name][1] and tensor.numel() > 1:
                    yield Case(path=path, layout=name)


def _is_prefix_sum(tensor: Any) -> bool:
    return (
        tensor.dim() == 1
        and len(tensor) > 1
        and int(tensor[0]) == 0 < int(tensor[-1])
        and bool((tensor.diff() >= 0).all())
    )


def _below(most: int, values: Any) -> Any:
    """Integers below a number, which are distinct if they were and if there are enough. Those below 0 are none that count."""
    own = values[values >= 0]
    if own.unique().numel() == own.numel() <= most:
        made = values.clone()
        made[values >= 0] = (own.argsort().argsort() * (most // max(own.numel(), 1))).to(values.dtype)
        return made
    return torch.where(values < 0, values, values % most)


def _distinct(before: Any, most: int | None, values: Any) -> Any:
    """More distinct integers: those that were not there yet; or the same again if there are not enough below `most`.

    0 is none of them if it was not there: lengths may have to be greater.
    """
    known = set(before.reshape(-1).tolist())
    numbers = count(0 if 0 in known else 1) if most is None else range(0 if 0 in known else 1, most)
    free = islice((each for each in numbers if each not in known), values.numel() - before.numel())
    made = [*before.reshape(-1).tolist(), *free]
    if len(made) < values.numel():
        return values
    return torch.tensor(made, device=values.device).to(values.dtype).reshape(values.shape)


def _prefix_sums(lengths: Any, total: int, values: Any) -> Any:
    """Sums of parts as long as these, one after the other, that end at a total."""
    parts = lengths[torch.arange(len(values) - 1, device=lengths.device) % len(lengths)].to(torch.int64)
    ends = parts.cumsum(0)
    ends = ends * total // max(int(ends[-1]), 1)
    return torch.cat([ends.new_zeros(1), ends]).to(values.dtype)
