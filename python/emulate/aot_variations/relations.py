"""How sizes of a call can come of each other, by their values: products, halves, sums, parts of a block."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .sizes import POWERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .sizes import Case, Size, Sizes


@dataclass(frozen=True)
class Relation:
    """How one size comes of another: `left == right * by`, `right + by` or `cdiv(right, by)`. `factor` is a size that is `by`."""

    left: Size
    kind: str
    right: Size
    by: int
    factor: Size | None = None

    def value(self, right: int, call: Sizes, case: Case | None = None) -> int:
        by = self.by if self.factor is None or case is None else call.of(case, self.factor)
        if self.kind == "parts":
            # Nothing has parts of no size: no size is equal to that.
            return -(-right // by) if by else -1
        return right * by if self.kind == "times" else right + by

    def words(self) -> str:
        right = self.right
        if self.by == 1 and self.kind == "times":
            return right
        by = str(self.by) if self.factor is None else self.factor
        if self.kind == "plus":
            return f"{right} {'-' if self.by < 0 else '+'} {by.lstrip('-')}"
        return f"{right} * {by}" if self.kind == "times" else f"triton.cdiv({right}, {by})"


def relations(call: Sizes, size: Size, others: Sequence[Size], blocks: Sequence[int]) -> Iterator[Relation]:
    """How a size can come of others, or others of it."""
    for other in others:
        if other == size:
            continue
        for left, right in ((other, size), (size, other)):
            one, two = call.values[left], call.values[right]
            if one == two > 1 and left == size:
                yield Relation(left, "times", right, 1)
            elif two > 1 and one > two and one % two == 0:
                factor = next(
                    (each for each in others if each not in (left, right) and call.values[each] == one // two), None
                )
                # A size can be the factor by chance. If it is the factor, cases that change it break the number.
                for each in (None, factor) if factor else (None,):
                    yield Relation(left, "times", right, one // two, each)
                    yield Relation(right, "parts", left, one // two, each)
            elif two > one > 1 and two % one:
                for block in sorted({*blocks, *POWERS}):
                    if -(-two // block) == one and block > 1:
                        yield Relation(left, "parts", right, block)
                        break
            elif one == 1 < two:
                yield from (Relation(left, "parts", right, block) for block in blocks if block >= two)
            if 0 < abs(one - two) <= 2:
                yield Relation(left, "plus", right, one - two)
            elif one > two > 1:
                part = next(
                    (each for each in others if each not in (left, right) and call.values[each] == one - two), None
                )
                if part is not None:
                    yield Relation(left, "plus", right, one - two, part)
