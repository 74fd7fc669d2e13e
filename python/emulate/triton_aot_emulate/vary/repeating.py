"""Repeats a test that has passed with other numbers: its own comparison says whether the functions that it calls are right then.

A case is wrong only if what the kernels have computed is far from what is expected: further than a tolerance that is somewhat too
tight, than rounding that grows with a size, and than what the expected values move if the inputs are rounded otherwise.
"""

from __future__ import annotations

import inspect
import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from aot_variations.conditions import REFUSED, RIGHT, UNKNOWN, WRONG, Judged
from aot_variations.exploring import Exploring
from aot_variations.sizes import Case, first_values, more_values

from ..findings import KernelFault, NotEmulated
from .comparing import Sides, judged
from .drawn import ALTERED, SMALL, rounded
from .own_numbers import Numbers
from .rerunning import Change, Repeat, Rerunning, code_of
from .trying import Outcome
from .watching import MOST_MADE, NORMAL, failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..emulation import Emulation
    from .catching import Launched
    from .watching import Compared

# The most repeats of a test.
MOST_REPEATS = 60
# A constant is a size if the test passes with so many others.
LEAST_RIGHT = 2
_PLAIN = (
    bool,
    int,
    float,
    str,
    bytes,
    type(None),
    torch.Tensor,
    torch.dtype,
    torch.device,
    torch.nn.Module,
    list,
    dict,
    tuple,
)


class Repeating:
    """One test, which has passed, and the calls that it has made."""

    def __init__(
        self, emulation: Emulation, test: Callable[..., Any], arguments: Mapping[str, Any], calls: list[Launched]
    ) -> None:
        self.calls = calls
        known: dict[str, int] = {}
        for call in calls:
            for name, value in call.sizes.items():
                known.setdefault(name, value)
        function = code_of(test)
        self.numbers = Numbers(function.__code__, arguments, known)
        self._again = Rerunning(emulation, test, function, self.numbers)
        self.tried: list[Judged[Outcome]] = []
        self._by_case: dict[str, Judged[Outcome]] = {}
        self._base: Repeat
        self._sides: Sides
        self._can_idle = False

    def run(self, is_time: Callable[[], bool]) -> str:
        """Tries all. Returns why the test cannot be repeated; empty if it was."""
        self._is_time = is_time
        why_not = self._control()
        if why_not:
            return why_not
        blocks = sorted(
            {
                int(value)
                for request in self._base.trial.requests
                for value in request.variant.constants.values()
                if value.isdigit() and 1 < int(value) <= 4096
            }
        )
        self.tried = [Judged(Case(), Outcome(RIGHT))]
        exploring = Exploring(self.numbers, blocks, self._try)
        wrong = exploring.alone(first_values)
        # Sizes that belong together are refused alone: what they compute has another shape than what is expected.
        refused = [each for each in self.numbers.sizes if each not in wrong and not self._is_ever_right(each)]
        known = exploring.explore([*wrong, *refused])
        more = exploring.alone(partial(more_values, blocks=blocks), {*wrong, *refused})
        known += exploring.explore(more)
        self._demote_constants()
        self.conditions, self.faults = exploring.conclude(self.tried, known, guesses=False)
        self.contents = list(self._contents())
        self.both = list(self._with_low_values({at for _, at, _ in self.contents}))
        return ""

    def _control(self) -> str:
        """Runs the test as it was, twice, and with other random numbers; and finds out what the kernels have computed."""
        first = self._again.run(Change())
        if not first.compared:
            return "it compares nothing that can be watched" if first.error is None else _cannot(first)
        second = self._again.run(Change())
        if first.error is not None or second.error is not None or self._again.has_changed:
            return _cannot(first, second)
        if self._again.run(Change(), seed=1).error is not None:
            return "it passes only with its own random numbers"
        self._base = first
        idle = self._again.run(Change(), passes=True, executes=False)
        self._can_idle = idle.error is None
        self._sides = Sides(first.compared, idle.compared)
        return "" if self._sides.known() else "it compares nothing that a kernel has computed"

    def _is_ever_right(self, name: str) -> bool:
        return any(name in each.case.sizes and each.outcome.verdict == RIGHT for each in self.tried)

    def _try(self, case: Case) -> Judged[Outcome] | None:
        key = repr(case)
        if key in self._by_case:
            return self._by_case[key]
        if case.below or self._again.count >= MOST_REPEATS or not self._is_time():
            return None
        if self.numbers.made(case) is None:
            return None
        tried = self._by_case[key] = Judged(case, self._attempt(Change(case)))
        self.tried.append(tried)
        return tried

    def _attempt(self, change: Change) -> Outcome:
        repeat = self._again.run(change)
        outcome = self._outcome(change, repeat)
        if outcome.verdict == WRONG and change.case.sizes:
            if not self._fits(change, outcome):
                return Outcome(REFUSED)
            if not repeat.repeated() <= self._base.repeated():
                return Outcome(UNKNOWN)  # Indices that must differ are the same if a size is small.
        return outcome

    def _fits(self, change: Change, outcome: Outcome) -> bool:
        """Whether the rest of the test can be run with these numbers: if not, they do not belong together."""
        if not self._can_idle:
            return outcome.kind == "values"
        return self._again.run(change, passes=True, executes=False).error is None

    def _outcome(self, change: Change, repeat: Repeat) -> Outcome:
        if change.case.sizes and repeat.shapes() == self._base.shapes():
            return Outcome(UNKNOWN)  # What is another number is no size.
        error = repeat.error
        if error is None:
            return Outcome(RIGHT)
        if isinstance(error, KernelFault):
            finding = error.finding
            if finding.kind == "assertion":
                return Outcome(REFUSED)
            return Outcome(WRONG, finding.kind, finding.message, finding.kernel, dict(finding.fault), finding.launched)
        if not isinstance(error, AssertionError):
            return Outcome(REFUSED)
        found = failed(error, repeat.compared)
        if found is None or found[0] >= len(self._base.compared):
            return Outcome(UNKNOWN)
        at, compared = found
        growth = math.prod(max(1.0, self._growth(change.case, name)) for name in change.case.sizes)
        also = partial(self._rounded_otherwise, change, at)
        says = judged(self._sides, at, compared, self._base.compared[at], growth, also, not change.case.sizes)
        if not says:
            return Outcome(UNKNOWN)
        request = repeat.trial.requests[-1] if repeat.trial.requests else None
        outcome = Outcome(WRONG, "values", f"{says} (line {repeat.line})" if repeat.line else says)
        if request is not None:
            outcome.kernel, outcome.launched = request.program.name, repeat.trial.places[-1]
        return outcome

    def _growth(self, case: Case, name: str) -> float:
        return case.sizes[name] / self.numbers.values[name]

    def _rounded_otherwise(self, change: Change, at: int) -> list[Compared]:
        """The same comparison with inputs that are rounded otherwise, twice."""
        found = []
        for sign in (1, -1):
            repeat = self._again.run(Change(change.case, partial(rounded, sign, change.alter)), passes=True)
            if len(repeat.compared) > at:
                found.append(repeat.compared[at])
        return found

    def _demote_constants(self) -> None:
        """A constant with which the test passes as hardly any other may be a factor, and no size."""
        for name in self.numbers.sizes:
            if not self.numbers.is_constant(name):
                continue
            own = [each for each in self.tried if name in each.case.sizes]
            if sum(each.outcome.verdict == RIGHT for each in own) < LEAST_RIGHT:
                for each in own:
                    if each.outcome.verdict == WRONG:
                        each.outcome.verdict = UNKNOWN

    def _contents(self) -> Any:
        """Other contents of each tensor that the test draws: those that are wrong, with their tensor."""
        for at, (name, _) in enumerate(self._base.made[:MOST_MADE]):
            for contents, (change, only_normal) in ALTERED.items():
                if (name in NORMAL or not only_normal) and self._again.count < MOST_REPEATS and self._is_time():
                    alter = partial(_altered, at, change)
                    outcome = self._attempt(Change(alter=alter))
                    if outcome.verdict == WRONG:
                        yield contents, at, outcome
                        break

    def _with_low_values(self, excluded: set[int]) -> Iterator[Judged[Outcome]]:
        """Values far below 0 with a size that is right alone: what is masked must add nothing. Gives those that are wrong."""
        for at, (name, shape) in enumerate(self._base.made[:MOST_MADE]):
            for size in self.numbers.sizes if name in NORMAL and at not in excluded else ():
                larger = self.numbers.values[size] + 1
                if larger - 1 not in shape or self._again.count >= MOST_REPEATS or not self._is_time():
                    continue
                right = [
                    each.case
                    for each in self.tried
                    if each.outcome.verdict == RIGHT and each.case.sizes.get(size) == larger
                ]
                for case in right[:1]:
                    outcome = self._attempt(Change(case, partial(_altered, at, ALTERED[SMALL][0])))
                    if outcome.verdict == WRONG:
                        yield Judged(replace(case, contents=SMALL), outcome)

    def drawn(self, at: int) -> tuple[int, ...]:
        """The shape of a tensor that the test draws."""
        return self._base.made[at][1]


def _cannot(*repeats: Repeat) -> str:
    """Why a test cannot be repeated as it was."""
    says = next((str(each.error).partition("\n")[0] for each in repeats if isinstance(each.error, NotEmulated)), "")
    return f"it cannot be repeated{says and ': '}{says}"


def can_copy(arguments: Mapping[str, Any], parameters: Mapping[str, Any]) -> bool:
    """Whether a repeat can have arguments of its own: what fixtures make may have a state."""
    return all(
        name in parameters or isinstance(each, _PLAIN) or inspect.isfunction(each) for name, each in arguments.items()
    )


def _altered(which: int, change: Callable[[Any], Any], _: str, at: int, values: Any) -> Any:
    return change(values) if at == which and values.is_floating_point() else values
