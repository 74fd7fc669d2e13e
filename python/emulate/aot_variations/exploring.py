"""Finds out which sizes belong together, by trying them: alone, with what may depend on them, and in multiples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .conditions import RIGHT, WRONG, Condition, Judged, Judgement
from .explaining import candidates, explained
from .of_integers import bounds
from .relations import relations
from .sizes import Case, multiples

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from .relations import Relation
    from .sizes import Size, Sizes

J = TypeVar("J", bound=Judgement)


class Exploring(Generic[J]):
    """Tries cases of a call. `attempt` tries one; it gives None if there is no time for it, or it is too large."""

    def __init__(self, call: Sizes, blocks: Sequence[int], attempt: Callable[[Case], Judged[J] | None]) -> None:
        self._call, self._blocks, self._attempt = call, blocks, attempt
        #: The values of sizes that are wrong alone.
        self._wrong: dict[Size, list[int]] = {}

    def alone(self, values: Callable[[int], Iterable[int]], known: Collection[Size] = ()) -> list[Size]:
        """Tries values of each size alone, but not of those that are known; gives those of which one is wrong."""
        found = []
        for size in self._call.sizes:
            base = self._call.values[size]
            for value in () if size in known else dict.fromkeys(values(base)):
                if value != base and value >= 0 and self._verdict(Case({size: value})) == WRONG:
                    self._wrong.setdefault(size, []).append(value)
                    if size not in found:
                        found.append(size)
        return found

    def explore(self, wrong: Iterable[Size]) -> list[Relation]:
        """Tries sizes together with what may depend on them, or else their multiples. Gives the relations that are right."""
        known: list[Relation] = []
        for size in wrong:
            known += self._together(size)
            self._narrow(size)
        return known

    def conclude(
        self, tried: Sequence[Judged[J]], known: Sequence[Relation], guesses: bool = True
    ) -> tuple[list[tuple[Condition, list[Judged[J]]]], list[list[Judged[J]]]]:
        """The conditions that explain wrong cases, each with these; and what none explains, by the size that is another.

        If it `guesses`, a relation that the sizes have by themselves may be a condition, although no case was tried with it.
        """
        if not any(each.outcome.verdict == WRONG for each in tried):
            return [], []
        if guesses:
            # A small factor is likelier than a large one.
            known = [*known, *sorted(self._passed_relations(), key=lambda each: abs(each.by))]
        conditions = candidates(self._call, known, self._blocks, _computed_constants(tried))
        found, left = explained(self._call, tried, conditions)
        by_size: dict[object, list[Judged[J]]] = {}
        for each in left:
            by_size.setdefault(next(iter(each.case.sizes), None), []).append(each)
        return found, list(by_size.values())

    def _verdict(self, case: Case) -> str:
        tried = self._attempt(case)
        return "" if tried is None else tried.outcome.verdict

    def _others(self) -> list[Size]:
        return [*self._call.sizes, *self._call.numbers, *self._call.ones]

    def _together(self, size: Size) -> list[Relation]:
        """The relations with which other values of a size are right."""
        works: list[Relation] = []
        following: list[Relation] = []
        for relation in relations(self._call, size, self._others(), self._blocks):
            if relation.right == size:
                following.append(relation)
            if self._works(relation):
                works.append(relation)
        for path in self._call.largest:
            for within in bounds(self._call, path):
                if size in within:
                    for value in (*self._wrong[size], self._call.values[size] - 1, self._call.values[size] // 2)[:2]:
                        self._attempt(Case({size: value}, {path: within}))
        equal = [each for each in following if each.kind == "times" and each.by == 1]
        if not works and len(equal) > 1 and self._works(*equal):
            works += equal
        if not works:
            for first, one in enumerate(following[:5]):
                for other in following[first + 1 : 5]:
                    if one.left != other.left and self._works(one, other):
                        works += [one, other]
        return works

    def _works(self, *chosen: Relation) -> bool:
        right = 0
        base = self._call.values[chosen[0].right]
        # First with what is wrong alone: larger values can be right alone, which says nothing.
        for value in (*self._wrong.get(chosen[0].right, ()), 2 * base, base + 1, 3 * base):
            sizes = {each.left: each.value(value, self._call) for each in chosen}
            if min(sizes.values()) < 1:
                continue  # With nothing to compute, all is right.
            verdict = self._verdict(Case({chosen[0].right: value, **sizes}))
            if verdict == WRONG:
                return False
            right += verdict == RIGHT
        return right > 0

    def _narrow(self, size: Size) -> None:
        """Tries multiples of what a size may have to be a multiple of; if it is none, whether it is right with all that is larger."""
        base = self._call.values[size]
        if self._verdict(Case({size: base + 1})) == RIGHT:
            for value in (2 * base, 3 * base + 1):
                self._attempt(Case({size: value}))
            return
        for value in multiples(self._call.values[size], self._blocks):
            if self._verdict(Case({size: value})) == RIGHT:
                return

    def _passed_relations(self) -> list[Relation]:
        found = []
        for size in self._call.sizes:
            found += list(relations(self._call, size, self._others(), self._blocks))
        return list(dict.fromkeys(found))


def smallest(cases: Sequence[Judged[J]]) -> Judged[J]:
    """The case with the smallest sizes."""
    return min(cases, key=lambda each: sum(each.case.sizes.values()))


def _computed_constants(tried: Sequence[Judged[Any]]) -> list[str]:
    """The constants of launches that differ between cases: the host code computes them."""
    values: dict[str, set[int]] = {}
    for each in tried:
        for name, value in each.constants.items():
            values.setdefault(name, set()).add(value)
    return [name for name, found in values.items() if len(found) > 1]
