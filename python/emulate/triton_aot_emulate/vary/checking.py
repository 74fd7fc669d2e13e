"""Checks a caught call: tries variations of it, and reports faults and assumptions."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from aot_variations.conditions import REFUSED, RIGHT, UNKNOWN, WRONG
from aot_variations.exploring import Exploring, smallest
from aot_variations.sizes import Case, first_values, more_values

from .accepting import Accepting
from .again import Again
from .apart import apart
from .arguments import Arguments
from .beyond import Grids, Offsets
from .cases import GROUPINGS, Call
from .changed import check_contents
from .gradients import Gradients
from .layouts import check_layouts
from .reference import Reference, reference_of
from .reporting import Reporting
from .trying import Outcome, Tried, Trier, difference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from aot_variations.relations import Relation

    from ..emulation import Emulation
    from ..events import How
    from .catching import Caught

# The most cases of a call, and the most seconds. All calls together have a multiple of the program's own time, and some seconds more.
MOST_CASES, MOST_SECONDS = 160, 30.0
# The most elements of a case that executes nothing.
MOST_IDLE = 1 << 24
TIMES, MORE_SECONDS = 3.0, 20.0
NO_TIME = "there was no time for more"
AS_IT_WAS = "called again as it was"


class Checking:
    """Checks calls of this process, one after the other."""

    def __init__(self, emulation: Emulation) -> None:
        self._emulation = emulation
        self._start, self._spent = seconds(), 0.0

    def check(self, caught: Caught) -> tuple[How, str]:
        """Tries variations of a call, and reports what they show. Returns with how many it was repeated, and why not with more."""
        return self.apart(lambda end: _Check(self._emulation, caught, end).run())

    def apart(self, work: Callable[[float], tuple[How, str]]) -> tuple[How, str]:
        """Does work in a fork. It gets the time, by `seconds`, at which it must end."""
        with self._turn() as most:
            return apart(self._emulation, lambda: work(seconds() + most), most) if most > 0 else ("not", NO_TIME)

    @contextmanager
    def _turn(self) -> Iterator[float]:
        """Gives the seconds that what is tried inside may take. They are none of the program's time."""
        begin = seconds()
        program = begin - self._start - self._spent
        try:
            yield min(MORE_SECONDS + TIMES * program - self._spent, MOST_SECONDS)
        finally:
            self._spent += seconds() - begin


class _Check:
    def __init__(self, emulation: Emulation, caught: Caught, end: float) -> None:
        self._emulation, self._caught, self._end = emulation, caught, end
        self._trier = Trier(emulation, caught)
        self._accepting = Accepting(emulation, caught)
        self._group(0)
        self._base = Outcome(UNKNOWN)
        self._reference: Reference | None = None
        self._blocks: list[int] = []
        self._is_stable = True
        self._is_cut = False

    def run(self) -> tuple[How, str]:
        """Returns with how many variations the call was repeated, and why not with more."""
        base = self._try(Case())
        if base is None or base.outcome.verdict in (REFUSED, UNKNOWN):
            says = f": {base.outcome.says}" if base is not None and base.outcome.says else ""
            return "not", f"it cannot be called again with copies of its arguments{says}"
        self._base = base.outcome
        self._report = self._reporting()
        if self._base.verdict == WRONG:
            self._report.fault(base, AS_IT_WAS)
            return "all", ""
        self._same_calls(base)
        why_not = self._expected_results(base)
        if why_not or self._base.verdict == WRONG:
            return "part" if why_not else "all", why_not
        exploring = Exploring(self._call, self._blocks, self._try)
        wrong = exploring.alone(first_values)
        known = exploring.explore(wrong)
        gradients = self._caught.gradients
        check_layouts(self._call, self._base, gradients, self._wrong, self._same_results, self._report)
        check_contents(self._call, self._base, self._wrong, self._report)
        more = exploring.alone(partial(more_values, blocks=self._blocks), wrong)
        self._conclude(exploring, [*known, *exploring.explore(more)])
        Arguments(self._caught, self._call, self._base, self._wrong, self._same_results).check(self._report)
        Offsets(self._call, self._wrong, self._same_results).check(self._report)
        Grids(self._call, self._tried, self._refused).check(self._report)
        self._accepting.end(self._is_cut)
        return ("part", NO_TIME) if self._is_cut else ("all", "")

    def _same_calls(self, base: Tried) -> None:
        """Makes calls that must have the same results."""
        again = Again(self._caught, self._base, self._trier)
        self._trier.outputs = self._base.outputs
        if self._call.unclear:
            self._choose_grouping()
            self._report = self._reporting()
        self._blocks = sorted({each for each in base.constants.values() if 1 < each <= 4096})
        is_asked = self._emulation.options.batch_invariant
        self._is_stable = again.same_call(self._call, self._report)
        again.rows_alone(self._call, self._report, is_asked, lambda: seconds() < self._end)

    def _expected_results(self, base: Tried) -> str:
        """Compares the call with its reference, and its gradients. Returns why that cannot be done."""
        if self._is_stable:
            self._reference = reference_of(self._emulation, self._caught)
        if self._reference is not None:
            self._reference.judge(self._reference.inputs(self._call.made(Case()) or {}), self._base)
            if self._base.verdict == WRONG:
                self._report.fault(base, AS_IT_WAS)
                return ""
            if self._base.verdict == UNKNOWN:
                return "the reference computes no such results"
        if self._emulation.options.gradients and self._is_stable:
            says = Gradients(self._emulation, self._caught, self._trier.run).wrong(self._reference)
            if says:
                outcome = replace(self._base, verdict=WRONG, kind="gradient", says=says)
                self._report.fault(Tried(Case(), outcome), AS_IT_WAS)
        return ""

    def _reporting(self) -> Reporting:
        return Reporting(self._emulation, self._caught, self._trier, self._call, self._base)

    def _group(self, grouping: int, *tried: Tried) -> None:
        """Takes a way to group equal sizes, with which these cases have been tried."""
        self._call = Call(self._caught.copies, grouping)
        self._tried: list[Tried] = list(tried)
        self._by_case = {repr(each.case): each for each in tried}

    def _choose_grouping(self) -> None:
        """Takes the grouping of equal sizes with which the fewest are wrong alone."""
        found: list[tuple[int, int, int]] = []
        base = self._tried[0]
        for grouping in range(len(GROUPINGS)):
            self._group(grouping, base)
            unclear = self._call.unclear
            # With twice as much, what needs whole blocks is right, and what does not belong together is not.
            values = [(each, self._call.values[each]) for each in unclear]
            sizes = [(each, new) for each, value in values for new in (value + 1, value - 1, 2 * value)]
            tried = [self._try(Case({size: value})) for size, value in sizes]
            wrong = {str(each.case) for each in tried if each is not None and each.outcome.verdict == WRONG}
            doubled = {str(Case({size: 2 * value})) for size, value in values}
            found.append((len(wrong & doubled), len(wrong), grouping))
            if not wrong:
                return
        best = min(found)[-1]
        if best != len(GROUPINGS) - 1:
            self._group(best, base)

    def _try(self, case: Case) -> Tried | None:
        """Tries a case once; None if there is no time for it, or it is too large."""
        key = repr(case)
        if key in self._by_case:
            return self._by_case[key]
        if len(self._by_case) >= MOST_CASES or (self._by_case and seconds() > self._end):
            self._is_cut = True
            return None
        try:
            new = self._call.made(case)
        except MemoryError:
            return None  # The machine does not give addresses for large gaps.
        if new is None:
            return None
        self._accepting.begin(case, new)
        indices = {path: new[path] for path in self._call.indices if new[path] is not None}
        largest = {path: int(each.max()) for path, each in indices.items() if each.numel()}
        inputs = {} if self._reference is None else self._reference.inputs(new)
        outcome = self._trier.attempt(new)
        if self._reference is not None and outcome.verdict == RIGHT:
            self._reference.judge(inputs, outcome)
        counted = {path: each[each >= 0] for path, each in indices.items()}
        repeats = frozenset(path for path, each in counted.items() if each.unique().numel() < each.numel())
        sums = {path: new[path] for path in self._call.sums if new[path] is not None}
        gaps = frozenset(path for path, each in sums.items() if bool((each.diff() == 0).any()))
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
        if not case.path:
            self._tried.append(tried)
        return tried

    def _refused(self, case: Case) -> Tried | None:
        """Tries a case that executes nothing: a launch may be refused."""
        new = self._call.made(case, MOST_IDLE)
        return None if new is None or seconds() > self._end else Tried(case, self._trier.attempt(new, executes=False))

    def _conclude(self, exploring: Exploring[Outcome], known: Sequence[Relation]) -> None:
        """Reports the conditions that explain wrong cases, and what none explains."""
        tried = [each for each in self._tried if each.outcome.verdict != WRONG or not self._accepting.explains(each)]
        found, left = exploring.conclude(tried, known)
        for condition, cases in found:
            self._report.assume(condition.words(), smallest(cases), condition.sizes)
        for cases in left:
            least = smallest(cases)
            self._report.fault(least, f"with {self._report.says(least.case)}")

    def _same_results(self, case: Case, expected: Outcome | None) -> Tried | None:
        """Tries another layout or a wider type, which must have the same results; None: any results."""
        tried = self._try(case)
        if expected is not None and tried is not None and tried.outcome.verdict == RIGHT and self._is_stable:
            kind = "layout" if case.layout else "values"
            differs = difference(
                *(_as_in(expected, tried.outcome) if case.dtype else (expected.results, tried.outcome.results))
            )
            if differs:
                tried.outcome.verdict, tried.outcome.kind, tried.outcome.says = WRONG, kind, differs
                self._accepting.end_case(tried)
        return tried

    def _wrong(self, case: Case) -> Tried | None:
        """Tries a case, and gives it if it is wrong and nothing accepted explains it."""
        tried = self._try(case)
        is_wrong = tried is not None and tried.outcome.verdict == WRONG and not self._accepting.explains(tried)
        return tried if is_wrong else None


def _as_in(expected: Outcome, got: Outcome) -> tuple[dict[str, Any], dict[str, Any]]:
    """The results that are floats, and those of other types in the same types. Integers may be rounded from either."""
    floats = {path: each for path, each in expected.results.items() if each.is_floating_point() and path in got.results}
    return floats, {path: got.results[path].to(each.dtype) for path, each in floats.items()}


def seconds() -> float:
    """The time of processors that this process and its children have used: a busy machine tries as many cases as an idle one."""
    return sum(os.times()[:4])
