"""Checks a caught call: tries variations of it, and reports faults and assumptions."""

from __future__ import annotations

import math
import os
from functools import partial
from typing import TYPE_CHECKING

from aot_variations.conditions import REFUSED, RIGHT, UNKNOWN, WRONG, bounds, candidates, explained
from aot_variations.contents import CONDITIONS, EQUAL_ROWS, LARGE
from aot_variations.layouts import EXPANDED, PADDED, layout_assumption
from aot_variations.relations import relations
from aot_variations.sizes import Case, first_values, more_values, multiples

from .accepting import Accepting
from .again import Again
from .cases import GROUPINGS, Call
from .pasting import OtherLayout
from .reporting import Reporting, smallest
from .trying import Outcome, Tried, Trier, difference

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from aot_variations.relations import Relation
    from aot_variations.sizes import Size

    from ..emulation import Emulation
    from .catching import Caught

# The most cases of a call, and the most seconds. All calls together have a multiple of the program's own time, and some seconds more.
MOST_CASES, MOST_SECONDS = 120, 30.0
TIMES, MORE_SECONDS = 3.0, 20.0
NO_TIME = "there was no time for more"


class Checking:
    """Checks calls of this process, one after the other."""

    def __init__(self, emulation: Emulation) -> None:
        self._emulation = emulation
        self._start, self._spent = _seconds(), 0.0

    def check(self, caught: Caught) -> None:
        """Tries variations of a call, and reports what they show."""
        begin = _seconds()
        program = begin - self._start - self._spent
        seconds = min(MORE_SECONDS + TIMES * program - self._spent, MOST_SECONDS)
        try:
            why_not = _Check(self._emulation, caught, begin + seconds).run() if seconds > 0 else NO_TIME
        finally:
            self._spent += _seconds() - begin
        self._emulation.tally.varied(why_not)


class _Check:
    def __init__(self, emulation: Emulation, caught: Caught, end: float) -> None:
        self._emulation, self._caught, self._end = emulation, caught, end
        self._trier = Trier(emulation, caught)
        self._accepting = Accepting(emulation, caught)
        self._call = Call(caught.copies)
        self._tried: list[Tried] = []
        self._by_case: dict[str, Tried] = {}
        self._base = Outcome(UNKNOWN)
        self._blocks: list[int] = []
        self._is_stable = True
        self._is_cut = False

    def run(self) -> str:
        """Returns why not all was varied; empty if it was."""
        base = self._try(Case())
        if base is None or base.outcome.verdict in (REFUSED, UNKNOWN):
            return "it cannot be called again with copies of its arguments"
        self._base = base.outcome
        self._report = self._reporting()
        if self._base.verdict == WRONG:
            self._report.fault(base, "called again as it was")
            return ""
        again = Again(self._caught, self._base, self._trier)
        self._trier.outputs = self._base.outputs
        if self._call.unclear:
            self._choose_grouping()
            self._report = self._reporting()
        self._blocks = sorted({each for each in base.constants.values() if 1 < each <= 4096})
        is_asked = self._emulation.options.batch_invariant
        self._is_stable = again.same_call(self._call, self._report)
        again.rows_alone(self._call, self._report, is_asked, lambda: _seconds() < self._end)
        wrong = self._alone(first_values)
        known = self._explore(wrong)
        self._layouts()
        self._contents()
        more = self._alone(partial(more_values, blocks=self._blocks), wrong)
        self._conclude([*known, *self._explore(more)])
        self._accepting.end(self._is_cut)
        return NO_TIME if self._is_cut else ""

    def _reporting(self) -> Reporting:
        return Reporting(self._emulation, self._caught, self._trier, self._call, self._base)

    def _choose_grouping(self) -> None:
        """Takes the grouping of equal sizes with which the fewest are wrong alone."""
        found: list[tuple[int, int]] = []
        base = self._tried[0]
        for grouping in range(len(GROUPINGS)):
            self._call, self._tried, self._by_case = (
                Call(self._caught.copies, grouping),
                [base],
                {repr(base.case): base},
            )
            unclear = self._call.unclear
            sizes = [(each, self._call.values[each] + step) for each in unclear for step in (1, -1)]
            tried = [self._try(Case({size: value})) for size, value in sizes]
            wrong = {str(each.case) for each in tried if each is not None and each.outcome.verdict == WRONG}
            found.append((len(wrong), grouping))
            if not wrong:
                return
        best = min(found)[1]
        if best != len(GROUPINGS) - 1:
            self._call, self._tried, self._by_case = Call(self._caught.copies, best), [base], {repr(base.case): base}

    def _try(self, case: Case) -> Tried | None:
        """Tries a case once; None if there is no time for it, or it is too large."""
        key = repr(case)
        if key in self._by_case:
            return self._by_case[key]
        if len(self._by_case) >= MOST_CASES or (self._by_case and _seconds() > self._end):
            self._is_cut = True
            return None
        new = self._call.made(case)
        if new is None:
            return None
        self._accepting.begin(case, new)
        largest = {path: int(new[path].max()) for path in self._call.indices if new[path].numel()}
        outcome = self._trier.attempt(new)
        repeats = frozenset(path for path in self._call.indices if new[path].unique().numel() < new[path].numel())
        gaps = frozenset(path for path in self._call.sums if bool((new[path].diff() == 0).any()))
        is_small = any(value <= 1 for value in case.sizes.values())
        if outcome.kind == "nan" and (self._base.has_nan or is_small):
            # A mean of nothing, or a variance of one number, is NaN.
            outcome.verdict = UNKNOWN
        constants = {
            name: int(value)
            for request in outcome.requests
            for name, value in request.variant.constants.items()
            if value.isdigit()
        }
        tried = Tried(case, outcome, largest, constants, repeats, gaps)
        self._accepting.end_case(tried)
        self._by_case[key] = tried
        if case.sizes or not (case.layout or case.contents):
            self._tried.append(tried)
        return tried

    def _alone(self, values: Callable[[int], Iterable[int]], known: Collection[Size] = ()) -> list[Size]:
        """Tries values of each size alone, but not of those that are known; gives those of which one is wrong."""
        found = []
        for size in self._call.sizes:
            base = self._call.values[size]
            for value in () if size in known else dict.fromkeys(values(base)):
                if value == base or value < 0:
                    continue
                tried = self._try(Case({size: value}))
                if tried is not None and tried.outcome.verdict == WRONG and size not in found:
                    found.append(size)
        return found

    def _explore(self, wrong: Iterable[Size]) -> list[Relation]:
        """Tries sizes together with what may depend on them, or else their multiples. Gives the relations that are right."""
        known: list[Relation] = []
        for size in wrong:
            known += self._together(size)
            self._narrow(size)
        return known

    def _conclude(self, known: Sequence[Relation]) -> None:
        """Reports the conditions that explain wrong cases, and what none explains."""
        tried = [each for each in self._tried if each.outcome.verdict != WRONG or not self._accepting.explains(each)]
        if not any(each.outcome.verdict == WRONG for each in tried):
            return
        # A small factor is likelier than a large one.
        known = [*known, *sorted(self._passed_relations(), key=lambda each: abs(each.by))]
        computed = self._computed_constants()
        found, left = explained(self._call, tried, candidates(self._call, known, self._blocks, computed))
        for condition, cases in found:
            self._report.assume(condition.words(), smallest(cases), condition.sizes)
        by_size: dict[object, list[Tried]] = {}
        for each in left:
            by_size.setdefault(next(iter(each.case.sizes), None), []).append(each)
        for cases in by_size.values():
            least = smallest(cases)
            self._report.fault(least, f"with {self._report.says(least.case)}")

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
        for path in self._call.indices:
            for within in bounds(self._call, path):
                if size in within:
                    for value in (self._call.values[size] - 1, self._call.values[size] // 2):
                        self._try(Case({size: value}, {path: within}))
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
        for value in (2 * base, base + 1, 3 * base):
            sizes = {each.left: each.value(value, self._call) for each in chosen}
            tried = self._try(Case({chosen[0].right: value, **sizes}))
            if tried is not None and tried.outcome.verdict == WRONG:
                return False
            right += tried is not None and tried.outcome.verdict == RIGHT
        return right > 0

    def _narrow(self, size: Size) -> None:
        """Tries multiples of what a size may have to be a multiple of."""
        for value in multiples(self._call.values[size], self._blocks):
            tried = self._try(Case({size: value}))
            if tried is not None and tried.outcome.verdict == RIGHT:
                return

    def _passed_relations(self) -> list[Relation]:
        found = []
        for size in self._call.sizes:
            found += list(relations(self._call, size, self._others(), self._blocks))
        return list(dict.fromkeys(found))

    def _computed_constants(self) -> list[str]:
        """The constants of launches that differ between cases: the host code computes them."""
        values: dict[str, set[int]] = {}
        for each in self._tried:
            for name, value in each.constants.items():
                values.setdefault(name, set()).add(value)
        return [name for name, found in values.items() if len(found) > 1]

    def _layouts(self) -> None:
        """Tries other layouts of each tensor: the results must be the same."""
        for path, tensor in self._call.tensors.items():
            tried = [self._laid_out(case, self._base) for case in self._call.layouts() if case.path == path]
            wrong = {each.case.layout: each for each in tried if each is not None and each.outcome.verdict == WRONG}
            right = {each.case.layout for each in tried if each is not None and each.outcome.verdict == RIGHT}
            if (
                not wrong
                and tensor.dim() > 1
                and len(tensor) > 1
                and not difference({path: tensor}, self._base.results)
            ):
                equal = self._try(Case(path=path, contents=EQUAL_ROWS))
                if equal is not None and equal.outcome.verdict == RIGHT:
                    case = Case(path=path, contents=EQUAL_ROWS, layout=EXPANDED)
                    expanded = self._laid_out(case, equal.outcome)
                    if expanded is not None and expanded.outcome.verdict == WRONG:
                        wrong = {EXPANDED: expanded}
            wrong = {layout: each for layout, each in wrong.items() if not self._accepting.explains(each)}
            if PADDED in wrong and _gets_all_strides(wrong[PADDED].outcome):
                how = f"with {PADDED} in {path}, although the kernel gets all strides"
                shows = OtherLayout(path) if wrong[PADDED].outcome.kind == "layout" else None
                self._report.fault(wrong[PADDED], how, shows)
            elif wrong:
                self._report.assume(layout_assumption(path, set(wrong), right), next(iter(wrong.values())))

    def _laid_out(self, case: Case, expected: Outcome) -> Tried | None:
        """Tries another layout, which must have the same results."""
        tried = self._try(case)
        if tried is not None and tried.outcome.verdict == RIGHT and self._is_stable:
            differs = difference(expected.results, tried.outcome.results)
            if differs:
                tried.outcome.verdict, tried.outcome.kind, tried.outcome.says = WRONG, "layout", differs
                self._accepting.end_case(tried)
        return tried

    def _contents(self) -> None:
        """Tries other contents of each tensor."""
        for case in self._call.contents():
            one = self._try(case)
            if one is not None and one.outcome.verdict == WRONG and not self._accepting.explains(one):
                tensor = self._call.tensors[case.path]
                largest = float(tensor.abs().max()) if case.contents == LARGE else 0.0
                # A power of ten, so that other random values have the same condition.
                largest = 10.0 ** math.ceil(math.log10(largest or 1.0))
                self._report.assume(
                    CONDITIONS[case.contents].format(path=case.path, source=case.source, largest=largest), one
                )


def _gets_all_strides(outcome: Outcome) -> bool:
    """Whether the last kernel of a call has an argument for each stride of its tensors but the innermost: it is meant to use them."""
    if not outcome.requests:
        return False
    request = outcome.requests[-1]
    strides = sum("stride" in name.lower() for name, _ in request.numbers)
    return strides >= sum(max(tensor.dim() - 1, 0) for _, tensor in request.tensors) > 0


def _seconds() -> float:
    """The time of processors that this process and its children have used: a busy machine tries as many cases as an idle one."""
    return sum(os.times()[:4])
