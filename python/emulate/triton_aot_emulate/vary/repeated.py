"""Calls that must have the same results: the same call again, and a call with one row of a batch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.conditions import RIGHT

from .agreement import Agreement, agreement, worst
from .copies import filled, placed
from .trying import difference
from .values import leaves

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .cases import Call
    from .catching import Caught
    from .trying import Outcome


def same_again(base: Outcome, other: Outcome, caught: Caught) -> Agreement | None:
    """How far two calls with the same arguments agree, with each other and with the program's own, which came before them.

    None if they may differ: the host code passes other numbers each time, or draws from a generator that is not set back.
    """
    is_drawn = any(isinstance(each, torch.Generator) for each in caught.tree.values())
    if other.verdict != RIGHT or is_drawn or _launches(base) != _launches(other):
        return None
    found = {**leaves(caught.tree), **leaves(caught.returned, "result")}
    own = {path: each.detach() for path, each in found.items() if isinstance(each, torch.Tensor) and each.is_cuda}
    is_comparable = not base.draws and own.keys() == base.results.keys()
    return worst(*([agreement(own, base.results)] if is_comparable else []), agreement(base.results, other.results))


def _launches(outcome: Outcome) -> list[object]:
    """What the kernels of a call get beside tensors."""
    return [(each.program.name, each.numbers, each.variant.constants) for each in outcome.requests]


@dataclass(frozen=True)
class Alone:
    """A call with one row of a batch: the number of rows, the row's number, the tensors that have rows, and all leaves."""

    count: int
    row: int
    paths: tuple[str, ...]
    leaves: Mapping[str, Any]

    def says(self) -> str:
        return f"row {self.row} of {' and '.join(self.paths)} alone"

    def agreement(self, call: Call, base: Outcome, alone: Outcome) -> Agreement | None:
        """How far the results agree with those of the batch; None if they have no rows."""
        if alone.verdict != RIGHT:
            return None
        expected = {}
        for path, each in base.results.items():
            is_written = path not in call.tensors or difference({path: call.tensors[path]}, base.results)
            row = alone.results.get(path)
            if is_written and len(each.shape) and len(each) == self.count and row is not None and len(row) == 1:
                expected[path] = each[self.row : self.row + 1]
        found = agreement(expected, alone.results) if expected else None
        return replace(found, says=f"{found.says} (in the batch and alone)") if found and found.says else found


def rows_alone(call: Call) -> Iterator[Alone]:
    """The first and the last row of each batch: of a size that is the first axis of all tensors that have it."""
    for size in call.sizes:
        count = call.values[size]
        places = call.places(size)
        paths = tuple(path for path, axis in places if axis is not None)
        divided = any(path in paths or int(each[-1]) == count for path, each in call.sums.items())
        if divided or any(axis not in (0, None) for _, axis in places):
            continue
        for row in (0, count - 1):
            new = dict(call.leaves)
            for path, each in call.tensors.items():
                kept = each.detach().narrow(0, row, 1) if path in paths else each
                new[path] = filled(placed(kept, kept.shape, kept.stride()), kept, each)
            new.update((path, 1) for path, axis in places if axis is None)
            yield Alone(count, row, paths, new)
