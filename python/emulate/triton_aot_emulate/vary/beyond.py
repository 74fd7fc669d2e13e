"""Calls beyond what 32 bits count, and beyond the largest grid. Neither needs much memory or time.

Of a tensor with large gaps, only the pages that the call uses are there. A launch that CUDA refuses does nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from aot_variations.conditions import RIGHT
from aot_variations.layouts import FAR_ROWS, NEAR, PADDED, apart, far_apart
from aot_variations.sizes import Case

from ..triton_side.launcher import MOST_BLOCKS
from .copies import MOST_AXES, MOST_TOUCHED, parts, touched
from .trying import REFUSED_LAUNCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from aot_variations.sizes import Size

    from .cases import Call
    from .reporting import Reporting
    from .trying import Outcome, Tried

# The fewest elements of an axis with which a stride of 32 bits reaches beyond them, and what a smaller axis becomes.
LEAST, LARGER = 3, 5


class Offsets:
    """Tries tensors whose elements are so far apart that offsets of 32 bits overflow, where smaller gaps make no difference."""

    def __init__(
        self,
        call: Call,
        if_wrong: Callable[[Case], Tried | None],
        same: Callable[[Case, Outcome | None], Tried | None],
    ) -> None:
        self._call, self._if_wrong, self._same = call, if_wrong, same

    def check(self, report: Reporting) -> None:
        for path in self._call.tensors:
            wrong = list(self._wrong(path))
            by_index = next((each for each in wrong if self._is_by_index(each)), None)
            if by_index is not None:
                report.fault(by_index, f"with {report.says(by_index.case)}")
            elif wrong:
                report.assume(NEAR.format(path=path), wrong[0])

    def _wrong(self, path: str) -> Iterator[Tried]:
        """Cases with large gaps that are wrong, and right with small gaps."""
        tensor = self._call.tensors[path]
        for near, far, sizes in self._layouts(path):
            expected = self._same(Case(sizes), None)
            if expected is None or expected.outcome.verdict != RIGHT:
                continue
            small = self._same(Case(sizes, path=path, layout=near), expected.outcome)
            if small is None or small.outcome.verdict != RIGHT:
                continue
            if touched(parts(tensor.shape, far), tensor) > MOST_TOUCHED:
                continue
            large = self._same(Case(sizes, path=path, layout=far), expected.outcome)
            if large is not None:
                # The results have the memory of the tensors.
                large.outcome.results, large.outcome.requests = {}, []
                if self._if_wrong(large.case) is not None:
                    yield large

    def _layouts(self, path: str) -> Iterator[tuple[str, str, Mapping[Size, int]]]:
        shape = self._call.tensors[path].shape
        if len(shape) > 1 and parts(shape, FAR_ROWS) >= LEAST:
            yield PADDED, FAR_ROWS, {}
        for axis, size in enumerate(shape[:MOST_AXES]):
            # The rows of a matrix are padded already.
            if len(shape) == 2 and axis == 0 and size >= LEAST:
                continue
            name = self._call.size_at(path, axis)
            if size >= LEAST:
                yield apart(axis), far_apart(axis), {}
            elif name is not None and size:
                yield apart(axis), far_apart(axis), {name: LARGER}

    def _is_by_index(self, wrong: Tried) -> bool:
        """Whether integers of the call choose the elements: a pool or a table is large, however little a call does with it."""
        case = wrong.case
        if not self._call.indices:
            return False
        first = self._same(Case(case.sizes, dict.fromkeys(self._call.indices, ()), case.path, case.layout), None)
        if first is None:
            return False
        first.outcome.results, first.outcome.requests = {}, []
        return "overflows" not in first.outcome.fault


class Grids:
    """Tries sizes with which a grid has too many blocks in y or z. CUDA refuses the launch, so no result is wrong: it is an assumption."""

    def __init__(self, call: Call, tried: Sequence[Tried], refused: Callable[[Case], Tried | None]) -> None:
        self._call, self._tried, self._refused = call, tried, refused

    def check(self, report: Reporting) -> None:
        for axis in (1, 2):
            sizes = [size for size in self._call.sizes if self._grows(size, axis)]
            for size in sizes:
                tried = self._too_many(size, axis, sizes)
                if tried is None:
                    continue
                count = self._blocks_of(self._tried[0], axis)
                for factors in ([size], sizes):
                    if count == math.prod(self._call.values[each] for each in factors):
                        report.assume(f"{' * '.join(factors)} <= {MOST_BLOCKS[axis]}", tried, factors)
                        break
                break

    def _grows(self, size: Size, axis: int) -> bool:
        """Whether there are more blocks if a size is larger."""
        base = self._blocks_of(self._tried[0], axis)
        larger = [each for each in self._tried if each.case.sizes.get(size, 0) > self._call.values[size]]
        return any(len(each.case.sizes) == 1 and self._blocks_of(each, axis) > base > 0 for each in larger)

    def _blocks_of(self, tried: Tried, axis: int) -> int:
        return max((each.launch.grid[axis] for each in tried.outcome.requests), default=0)

    def _too_many(self, size: Size, axis: int, sizes: Sequence[Size]) -> Tried | None:
        """The call with so many blocks that CUDA refuses it; None if it does not, or if it needs too much memory."""
        wanted = -(-(MOST_BLOCKS[axis] + 1) * self._call.values[size] // self._blocks_of(self._tried[0], axis))
        ones = {
            name: 1
            for each in self._tried
            for name in each.case.sizes
            if each.outcome.verdict == RIGHT and each.case.sizes == {name: 1} and name not in sizes
        }
        tried = self._refused(Case({**ones, size: wanted}))
        return tried if tried is not None and tried.outcome.kind == REFUSED_LAUNCH else None
