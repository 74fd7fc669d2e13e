"""Conditions that a call may need: on its sizes, on sizes of each other, on integers that point into sizes.

A condition is an assumption of the function if every right case keeps it, some right case keeps it with other sizes than those of
the program, and wrong cases break it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .relations import Relation
    from .sizes import Case, Size, Sizes

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

    `repeats` are the integer tensors in which a value from 0 on is twice, and `gaps` the prefix sums with an empty part.
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
        alone = [
            (each.case.sizes[self.size], each.outcome.verdict) for each in tried if {*each.case.sizes} == {self.size}
        ]
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
