"""Conditions that a call may need: on its sizes, on sizes of each other, on integers that point into sizes.

A condition is an assumption of the function if every right case keeps it, some right case keeps it with other sizes than those of
the program, and wrong cases break it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .sizes import POWERS, Case

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .relations import Relation
    from .sizes import Size, Sizes

RIGHT, WRONG, REFUSED, UNKNOWN = "right", "wrong", "refused", "unknown"
# Right cases that keep a condition between sizes, if others that break it are right too.
LEAST_TOGETHER = 2


@dataclass
class Judgement:
    """`kind` and `says` are what is wrong."""

    verdict: str
    kind: str = ""
    says: str = ""


J = TypeVar("J", bound=Judgement)


@dataclass
class Judged(Generic[J]):
    """A case and what came of it. `largest` has the largest value of each integer tensor, `constants` those of the launches.

    `repeats` are the integer tensors in which a value is twice, and `gaps` the prefix sums with an empty part.
    """

    case: Case
    outcome: J
    largest: dict[str, int] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    repeats: frozenset[str] = frozenset()
    gaps: frozenset[str] = frozenset()


class Condition:
    """A condition: `sizes` are those that it is about."""

    sizes: tuple[Size, ...] = ()

    def words(self) -> str:
        raise NotImplementedError

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        raise NotImplementedError

    def is_supported(self, call: Sizes, tried: Judged[Any]) -> bool:
        """Whether a right case shows more than the program's own call."""
        return any(call.of(tried.case, each) != call.values[each] for each in self.sizes)

    def is_plausible(self, call: Sizes, tried: Sequence[Judged[Any]]) -> bool:
        """Whether all cases together leave it possible."""
        return True


@dataclass(frozen=True)
class Multiple(Condition):
    """`label` is the name of the constant that divides the size, if it has one."""

    size: Size
    of: int
    label: str = ""

    @property
    def sizes(self) -> tuple[Size, ...]:  # type: ignore[override]
        return (self.size,)

    def words(self) -> str:
        return f"{self.size} % {self.label or self.of} == 0"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        return call.of(tried.case, self.size) % self.of == 0

    def is_supported(self, call: Sizes, tried: Judged[Any]) -> bool:
        return call.of(tried.case, self.size) not in (0, call.values[self.size])


@dataclass(frozen=True)
class Elements(Condition):
    """The number of a tensor's elements is a multiple of a block. `axes` are their sizes."""

    path: str
    axes: tuple[Size, ...]
    of: int

    @property
    def sizes(self) -> tuple[Size, ...]:  # type: ignore[override]
        return self.axes

    def words(self) -> str:
        return f"{self.path}.numel() % {self.of} == 0"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        return call.product(tried.case, self.axes) % self.of == 0

    def is_plausible(self, call: Sizes, tried: Sequence[Judged[Any]]) -> bool:
        """Cases with several of its sizes are wrong: a condition on one of them is simpler."""
        wrong = {
            size
            for each in tried
            if each.outcome.verdict == WRONG and not self.holds(call, each)
            for size in each.case.sizes
        }
        return len(wrong & {*self.axes}) > 1


@dataclass(frozen=True)
class AtLeast(Condition):
    """A size is no smaller than in the program: what every smaller value breaks and every larger one keeps."""

    size: Size
    least: int

    @property
    def sizes(self) -> tuple[Size, ...]:  # type: ignore[override]
        return (self.size,)

    def words(self) -> str:
        return f"{self.size} >= {self.least}"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        return call.of(tried.case, self.size) >= self.least

    def is_plausible(self, call: Sizes, tried: Sequence[Judged[Any]]) -> bool:
        alone = [(each.case.sizes[self.size], each.outcome.verdict) for each in tried if {*each.case.sizes} == {self.size}]
        smaller = {verdict for value, verdict in alone if 0 < value < self.least}
        larger = [verdict for value, verdict in alone if value > self.least]
        # With a single smaller value, or a single larger one, it is the edge that the program happens to use.
        few = min(len([value for value, _ in alone if 0 < value < self.least]), larger.count(RIGHT))
        return smaller == {WRONG} and WRONG not in larger and few >= LEAST_TOGETHER


@dataclass(frozen=True)
class Divided(Condition):
    size: Size
    by: Size

    @property
    def sizes(self) -> tuple[Size, ...]:  # type: ignore[override]
        return self.size, self.by

    def words(self) -> str:
        return f"{self.size} % {self.by} == 0"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        by = call.of(tried.case, self.by)
        return by > 0 and call.of(tried.case, self.size) % by == 0


@dataclass(frozen=True)
class Related(Condition):
    """`sign` is `==`, `<=` or `>=`."""

    relation: Relation
    sign: str

    @property
    def sizes(self) -> tuple[Size, ...]:  # type: ignore[override]
        return self.relation.left, self.relation.right

    def words(self) -> str:
        return f"{self.relation.left} {self.sign} {self.relation.words()}"

    def _sides(self, call: Sizes, tried: Judged[Any]) -> tuple[int, int]:
        right = self.relation.value(call.of(tried.case, self.relation.right), call, tried.case)
        return call.of(tried.case, self.relation.left), right

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        left, right = self._sides(call, tried)
        return left == right if self.sign == "==" else left <= right if self.sign == "<=" else left >= right

    def is_supported(self, call: Sizes, tried: Judged[Any]) -> bool:
        changed = [call.of(tried.case, each) != call.values[each] for each in self.sizes]
        if self.sign == "==":
            return all(changed)
        left, right = self._sides(call, tried)
        return any(changed) and left != right


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

    def repaired(self, tried: Sequence[Judged[Any]]) -> set[str]:
        """The verdicts on wrong cases that were tried again with integers that keep the condition."""
        wrong = [dict(each.case.sizes) for each in tried if each.outcome.verdict == WRONG and not each.case.below]
        again = [each for each in tried if each.case.below == {self.path: self.within} and dict(each.case.sizes) in wrong]
        return {each.outcome.verdict for each in again}

    def is_plausible(self, call: Sizes, tried: Sequence[Judged[Any]]) -> bool:
        return WRONG not in self.repaired(tried)


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


@dataclass(frozen=True)
class Positive(Condition):
    """There is something."""

    size: Size

    def words(self) -> str:
        return f"{self.size} > 0"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        return call.of(tried.case, self.size) > 0

    def is_supported(self, call: Sizes, tried: Judged[Any]) -> bool:
        return True


@dataclass(frozen=True)
class InBlock(Condition):
    """A size fits a constant of the launch that the host code computes."""

    size: Size
    constant: str

    @property
    def sizes(self) -> tuple[Size, ...]:  # type: ignore[override]
        return (self.size,)

    def words(self) -> str:
        return f"{self.size} <= {self.constant}"

    def holds(self, call: Sizes, tried: Judged[Any]) -> bool:
        most = tried.constants.get(self.constant)
        return most is None or call.of(tried.case, self.size) <= most


def candidates(
    call: Sizes, known: Sequence[Relation], blocks: Sequence[int], computed: Sequence[str]
) -> Iterator[Condition]:
    """Conditions that may explain wrong cases, the simplest first."""
    sizes = [*call.sizes, *call.ones]
    for size in sizes:
        base = call.values[size]
        for factor in sorted({*POWERS, *blocks, *(call.values[each] for each in call.numbers)}):
            if factor > 1 and base % factor == 0:
                yield Multiple(size, factor)
    for size in sizes:
        for by in sizes:
            if call.values[size] > call.values[by] > 1 and call.values[size] % call.values[by] == 0:
                yield Divided(size, by)
    for relation in known:
        yield from (Related(relation, sign) for sign in (("==",) if relation.kind == "parts" else ("==", "<=", ">=")))
    for path in call.largest:
        for within in bounds(call, path):
            yield Below(path, within, math.prod(call.values[each] for each in within) == call.largest[path])
        yield Distinct(path)
    yield from (NoGap(path) for path in call.prefix_sums)
    for size in call.sizes:
        yield from (InBlock(size, name) for name in computed)
    yield from (Elements(path, shape, block) for path, shape in call.shapes.items() for block in reversed(blocks))
    yield from (Positive(size) for size in sizes)
    yield from (AtLeast(size, call.values[size]) for size in sizes if call.values[size] > LEAST_TOGETHER)


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


def explained(
    call: Sizes, tried: Sequence[Judged[Any]], conditions: Iterable[Condition]
) -> tuple[list[tuple[Condition, list[Judged[Any]]]], list[Judged[Any]]]:
    """The fewest conditions that explain wrong cases, each with those that it explains; and what none explains."""
    right = [each for each in tried if each.outcome.verdict == RIGHT]
    # That a relation is none needs no explanation.
    wrong = [
        each for each in tried if each.outcome.verdict == WRONG and len(each.case.sizes) == 1 and not each.case.below
    ]
    if not wrong:
        return [], []
    conditions = [each for each in dict.fromkeys(conditions) if each.is_plausible(call, tried)]
    valid = [
        each
        for each in conditions
        if all(each.holds(call, one) for one in right) and any(each.is_supported(call, one) for one in right)
    ]
    # Integers that are too large can read inside of a tensor by chance. With smaller ones, wrong cases are right.
    repaired = [each for each in conditions if isinstance(each, Below) and RIGHT in each.repaired(tried)]
    # That a case is right says only that nothing shows it to be wrong: sizes that belong together can be right apart.
    together = [
        each
        for each in conditions
        if isinstance(each, (Divided, Related))
        and not any(each.holds(call, one) for one in tried if one.outcome.verdict == WRONG)
        and sum(each.holds(call, one) and each.is_supported(call, one) for one in right) >= LEAST_TOGETHER
    ]
    found: list[tuple[Condition, list[Judged[Any]]]] = []
    for usable in (valid, repaired, together):
        while wrong:
            broken = [(each, [one for one in wrong if not each.holds(call, one)]) for each in usable]
            best: tuple[Any, list[Judged[Any]]] = max(broken, key=lambda each: len(each[1]), default=(None, []))
            if not best[1]:
                break
            found.append(best)
            wrong = [one for one in wrong if one not in best[1]]
    return found, wrong
