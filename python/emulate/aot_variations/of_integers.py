"""Conditions on integers in tensors, which point into sizes or divide them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .conditions import RIGHT, WRONG, Condition
from .sizes import Case

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .conditions import Judged
    from .sizes import Size, Sizes


@dataclass(frozen=True)
class Below(Condition):
    """Integers point into something of this size, or say how much of it counts: then they may be as large."""

    path: str
    within: tuple[Size, ...]
    is_length: bool = False

    @property
    def sizes(self) -> tuple[Size, ...]:  # type: ignore[override]
        return self.within

    def words(self) -> str:
        return f"{self.path}.max() {'<=' if self.is_length else '<'} {' * '.join(each for each in self.within)}"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        return tried.largest.get(self.path, -1) < call.product(tried.case, self.within) + self.is_length

    def again(self, tried: Sequence[Judged[Any]]) -> Iterator[Judged[Any]]:
        """Wrong cases that were tried again with integers that keep the condition."""
        wrong = [dict(each.case.sizes) for each in tried if each.outcome.verdict == WRONG and not each.case.below]
        for each in tried:
            if each.case.below == {self.path: self.within} and dict(each.case.sizes) in wrong:
                yield each

    def is_repaired(self, tried: Sequence[Judged[Any]]) -> bool:
        """Whether some of them are right."""
        return any(each.outcome.verdict == RIGHT for each in self.again(tried))

    def is_plausible(self, call: Sizes, tried: Sequence[Judged[Any]]) -> bool:
        """Wrong says nothing if so few numbers are left that some are there twice, unless with a tighter bound it is right."""
        own = next((each.repeats for each in tried if each.case == Case()), frozenset())
        tighter = [Below(self.path, each, self.is_length) for each in bounds(call, self.path)]
        others = any(each.is_repaired(tried) for each in tighter if each.within != self.within)
        return not any(
            each.outcome.verdict == WRONG and (others or self.path not in each.repeats - own)
            for each in self.again(tried)
        )


@dataclass(frozen=True)
class Distinct(Condition):
    """No two integers are the same."""

    path: str

    def words(self) -> str:
        return f"{self.path}.unique().numel() == {self.path}.numel()"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        return self.path not in tried.repeats

    def is_supported(self, call: Sizes, tried: Judged[Any]) -> bool:
        return bool(tried.case.sizes)


@dataclass(frozen=True)
class NoGap(Condition):
    """No part between prefix sums is empty."""

    path: str

    def words(self) -> str:
        return f"{self.path}.diff().min() > 0"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        return self.path not in tried.gaps

    def is_supported(self, call: Sizes, tried: Judged[Any]) -> bool:
        return bool(tried.case.sizes)


def bounds(call: Sizes, path: str) -> Iterator[tuple[Size, ...]]:
    """Sizes, and products of neighbours, that no integer of a tensor exceeds."""
    most = call.largest[path]
    sizes = [size for size in call.sizes if call.values[size] >= most > 1 or call.values[size] > most]
    yield from ((size,) for size in sorted(sizes, key=lambda each: call.values[each]))
    yield from (each for each in call.neighbours if call.values[each[0]] * call.values[each[1]] > most)


def tightest(call: Sizes, path: str, case: Case) -> int | None:
    """What the integers of a tensor stay below in a case, if nothing else is to be tried: the smallest size that they fit."""
    found = [(call.product(Case(), within), call.product(case, within)) for within in bounds(call, path)]
    if not found:
        return None
    least, now = min(found)
    return now + (least == call.largest[path])
