"""Makes calls that must have the same results: the same call again, and a call with one row of a batch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aot_variations.conditions import RIGHT, WRONG
from aot_variations.sizes import Case

from .agreement import BITS, DIFFERENT, LEVELS, ROUNDING, Agreement, agreement, worst
from .apart import adds_otherwise
from .copies import filled, placed
from .pasting import RowAlone, Twice
from .trying import Tried, difference
from .values import keeps_state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from .cases import Call
    from .catching import Caught
    from .reporting import Reporting
    from .trying import Outcome, Trier


@dataclass(frozen=True)
class Alone:
    """A call with one row of a batch: the number of rows, the row's number, what has rows or counts them, and all leaves."""

    count: int
    row: int
    paths: tuple[str, ...]
    numbers: tuple[str, ...]
    leaves: Mapping[str, Any]


class Again:
    """Repeats a call. `base` is what it has just shown."""

    def __init__(self, caught: Caught, base: Outcome, trier: Trier) -> None:
        self._caught, self._base, self._trier = caught, base, trier
        # The next call can write to results that it returns again.
        is_small = caught.results.keys() == base.results.keys()
        self._results = {path: each.clone() if is_small else each for path, each in base.results.items()}
        self._has_same_bits = False

    def same_call(self, call: Call, report: Reporting) -> bool:
        """Makes the call with the same arguments. Returns whether it has the same results, but for rounding."""
        outcome = self._trier.attempt(call.made(Case()) or {})
        is_stable = outcome.verdict == RIGHT and not difference(self._results, outcome.results)
        agrees = self._agrees(outcome)
        if agrees is not None and agrees.how == DIFFERENT:
            outcome.verdict, outcome.kind, outcome.says = WRONG, "not-repeatable", agrees.says
        if outcome.verdict == WRONG:
            # The program's own call can see more than copies have, if these are views.
            is_shown = not is_stable or all(each.is_contiguous() for each in call.tensors.values())
            how = "when it is called again with copies of its arguments"
            report.fault(Tried(Case(), outcome), how, Twice() if is_shown else None)
        elif agrees is not None and agrees.how == ROUNDING:
            report.agreed("again", agrees)
        self._has_same_bits = agrees is not None and agrees.how == BITS and not self._base.draws
        return is_stable

    def _agrees(self, other: Outcome) -> Agreement | None:
        """How far this call, another one and the program's own agree. The program's came first.

        None if they may differ: the host code passes other numbers each time, or an argument keeps what calls do to it.
        """
        base = self._base
        if other.verdict != RIGHT or keeps_state(self._caught.tree) or _launches(base) != _launches(other):
            return None
        own = self._caught.results
        is_comparable = not base.draws and own.keys() == self._results.keys()
        found = [agreement(own, self._results)] if is_comparable else []
        if adds_otherwise():
            found = [each for each in found if each.how == DIFFERENT]
        return worst(*found, agreement(self._results, other.results))

    def rows_alone(self, call: Call, report: Reporting, is_wrong: bool, has_time: Callable[[], bool]) -> None:
        """Makes the call with a row alone, and reports how far the results agree with those of the row in its batch.

        Other bits are wrong, or only noted.
        """
        found: list[tuple[Agreement, Alone, Outcome]] = []
        for alone in self._rows(call):
            if not has_time():
                break
            outcome = self._trier.attempt(alone.leaves)
            expected = self._expected(call, alone, outcome) if outcome.verdict == RIGHT else {}
            if expected:
                found.append((agreement(expected, outcome.results), alone, outcome))
        if not found:
            return
        agrees, alone, outcome = max(found, key=lambda each: LEVELS.index(each[0].how))
        says = agrees.says and f"{agrees.says} (in the batch and alone)"
        if agrees.how != BITS and is_wrong:
            outcome.verdict, outcome.kind, outcome.says = WRONG, "batch", says
            how = f"with row {alone.row} of {' and '.join(alone.paths)} alone"
            report.fault(Tried(Case(), outcome), how, RowAlone(alone, agrees.path))
        else:
            report.agreed("alone", Agreement(agrees.how, says, agrees.path))

    def _rows(self, call: Call) -> Iterator[Alone]:
        """The first and the last row of each batch: of a size that is the first axis of all tensors that have it."""
        # Rows that prefix sums divide belong together.
        for size in call.sizes if self._has_same_bits and not call.sums else ():
            count, places = call.values[size], call.places(size)
            paths = tuple(path for path, axis in places if axis is not None)
            numbers = tuple(path for path, axis in places if axis is None)
            if any(axis not in (0, None) for _, axis in places):
                continue
            for row in (0, count - 1):
                new = dict(call.leaves)
                for path, each in call.tensors.items():
                    kept = each.detach().narrow(0, row, 1) if path in paths else each
                    new[path] = filled(placed(kept, kept.shape, kept.stride()), kept, each)
                yield Alone(count, row, paths, numbers, {**new, **dict.fromkeys(numbers, 1)})

    def _expected(self, call: Call, alone: Alone, outcome: Outcome) -> dict[str, Any]:
        """The row in the batch of each result that has rows. Elements of a sequence are no rows."""
        expected = {}
        for path, each in self._results.items():
            tensor, row = call.tensors.get(path), outcome.results.get(path)
            is_written = tensor is None or difference({path: tensor}, self._results)
            has_rows = each.dim() > 0 and len(each) == alone.count
            if is_written and has_rows and row is not None and row.shape == (1, *each.shape[1:]):
                expected[path] = each[alone.row : alone.row + 1]
        of_rows = [*expected.values(), *(call.tensors[path] for path in alone.paths)]
        return expected if any(each.dim() > 1 for each in of_rows) else {}


def _launches(outcome: Outcome) -> list[object]:
    """What the kernels of a call get beside tensors."""
    return [(each.program.name, each.numbers, each.variant.constants) for each in outcome.requests]
