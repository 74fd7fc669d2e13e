"""Describes tensors of indices by what their elements have in common in the calls of the cases."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from ..rules import Rule, first_of
from .drafts import Call, Draft, common
from .recording import Integers

# Fewer elements are in order by chance.
LEAST_SORTED = 4
SENTINEL = -1
# The largest integers that JSON has exactly.
MOST = 2**53 - 1


@dataclass(frozen=True)
class Indices:
    """What is known about the elements of one buffer: in each of the calls, and in all of them."""

    facts: list[Integers]
    common: Integers
    shapes: list[tuple[int, ...]]
    draft: Draft
    calls: list[Call]
    # Returns an expression with these values, one for each call of the draft.
    find: Callable[[Sequence[int | None]], str | None]
    # Returns a name that each case sets to its value, for the end `from` or `to`.
    in_case: Callable[[tuple[int, ...], str], str]

    @property
    def counts(self) -> list[int]:
        return [math.prod(each) for each in self.shapes]

    @property
    def has_sentinels(self) -> bool:
        # How many entries of a row are valid is in another tensor: then all are.
        is_vector = len(self.shapes[0]) == 1
        return self.common.sentinels == "anywhere" or (self.common.sentinels == "end" and is_vector)

    @property
    def sorted(self) -> str | None:
        is_meant = self.common.sentinels == "none" and max(self.counts) >= LEAST_SORTED
        return self.common.sorted if is_meant else None

    @property
    def unique(self) -> str | None:
        return self.common.unique if self.can_be_unique([each.least for each in self.facts]) else None

    def can_be_unique(self, lowest: Sequence[float]) -> bool:
        """Where sentinels are left out, there can be fewer integers than elements."""
        by_row = self.common.unique == "rows"
        groups = [(shape[-1] if shape else 1) if by_row else math.prod(shape) for shape in self.shapes]
        return self.has_sentinels or all(
            each.greatest - least >= group - 1 for each, least, group in zip(self.facts, lowest, groups)
        )

    def in_draft(self, value_of: Callable[[Integers], float]) -> list[int | None]:
        """A value for each call of the draft; None for those without a case."""
        known = {id(call): int(value_of(each)) for call, each in zip(self.calls, self.facts)}
        return [known.get(id(call)) for call in self.draft.calls]


def is_listed(at: Indices) -> Any:
    return None if at.common.values is None else {"values": list(at.common.values)}


def is_permutation(at: Indices) -> Any:
    is_all = all(each.least == 0 and each.greatest == count - 1 for each, count in zip(at.facts, at.counts))
    is_plain = not at.has_sentinels and at.sorted is None
    return "permutation" if is_all and is_plain and at.common.unique == "buffer" else None


def in_range(at: Indices) -> Any:
    unique, sorted_ = at.unique, at.sorted
    # Both hold in the same groups, or only the one that matters more: nothing is written twice.
    if unique is not None and sorted_ is not None and unique != sorted_:
        sorted_ = None
    found: dict[str, Any] = limits_of(at, is_exact=sorted_ is not None, is_unique=unique is not None)
    if unique is not None:
        found["unique"] = "rows" if unique == "rows" else True
    if sorted_ is not None:
        found["sorted"] = "rows" if sorted_ == "rows" else True
    if at.has_sentinels:
        found["sentinel"] = SENTINEL
    return {"uniform": found}


INDEX_FILLS = (
    Rule[Indices, Any]("few integers that are the same in all calls are listed", is_listed),
    Rule[Indices, Any]("all integers below the number of elements, each once, are a permutation", is_permutation),
    Rule[Indices, Any]("others are in a range, unique and in order as they were", in_range),
)


def index_fill(
    name: str,
    draft: Draft,
    calls: list[Call],
    find: Callable[[Sequence[int | None]], str | None],
    in_case: Callable[[tuple[int, ...], str], str],
) -> Any:
    """None if the recording lacks the indices of a call, or if all are one integer."""
    facts = [call.integers[name] for call in calls if name in call.integers]
    if len(facts) < len(calls) or not facts:
        return None
    whole = reduce(common, facts)
    is_one = whole.least == whole.greatest and whole.sentinels == "none"
    if is_one or max(abs(whole.least), abs(whole.greatest)) > MOST:
        return None
    shapes = [call.buffers[name].shape if name in call.buffers else () for call in calls]
    return first_of(INDEX_FILLS, Indices(facts, whole, shapes, draft, calls, find, in_case))


def limits_of(at: Indices, is_exact: bool, is_unique: bool) -> dict[str, Any]:
    """Finds limits that are right for every case. `is_exact`: the first and the last element are the limits."""

    def size_of(more: int) -> str | None:
        found = at.find(at.in_draft(lambda each: each.greatest + more))
        if found is None or found.isdigit():
            return None
        return found if more == 0 else f"{found} - 1"

    def in_cases(value_of: Callable[[Integers], float], end: str) -> str:
        return at.in_case(tuple(each or 0 for each in at.in_draft(value_of)), end)

    greatest = [each.greatest for each in at.facts]
    least = [each.least for each in at.facts]
    is_fixed = len(set(greatest)) == 1
    to: Any = None
    if not is_fixed or greatest[0] >= 2:
        # Of offsets, the last is a size; of indices, the greatest is one less.
        to = (size_of(0) or size_of(1)) if is_exact else (size_of(1) or size_of(0))
    if to is None:
        to = greatest[0] if is_fixed else in_cases(lambda each: each.greatest, "to")
    highest = max(least)
    can_rise = not is_unique or at.can_be_unique([highest] * len(least))
    is_common = not is_exact and highest <= min(greatest) and can_rise
    if min(least) == highest or is_common:
        return {"from": highest, "to": to}
    return {"from": in_cases(lambda each: each.least, "from"), "to": to}
