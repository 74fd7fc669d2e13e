"""Tests of pytest that have passed: repeats those that can be, and reports what that shows."""

from __future__ import annotations

import inspect
import math
import re
from functools import partial
from typing import TYPE_CHECKING, Any

from aot_variations.exploring import smallest

from ..caller import from_here, running_test
from ..events import Assumed, Varied
from ..findings import Finding
from .accepting import is_accepted
from .checking import seconds
from .drawn import EXCLUDED
from .repeating import Repeating, can_copy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from aot_variations.conditions import Judged
    from aot_variations.sizes import Case

    from ..emulation import Emulation
    from ..events import How
    from .catching import Launched
    from .trying import Outcome

# The most tests of one function that are repeated, each with other parameters.
MOST_ITEMS = 2
_repeated: dict[object, int] = {}


def repeat_test(emulation: Emulation, item: Any) -> None:
    """Repeats a test that has passed, if it has made calls that launch kernels."""
    assert emulation.calls is not None
    calls = list(emulation.calls.launched)
    key = (str(item.path), getattr(item, "originalname", item.name))
    if not calls or _repeated.get(key, 0) >= MOST_ITEMS:
        return
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    arguments = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    if inspect.iscoroutinefunction(item.obj) or hasattr(item.obj, "hypothesis") or not can_copy(arguments, parameters):
        note_test(emulation, item, "not", "it cannot be repeated")
        return
    place = calls[-1].name, calls[-1].file, calls[-1].line
    known = {at for each in emulation.tally.shown_of(place) if isinstance(each, Assumed) for at in _lines(each.says)}
    with emulation.calls.idle():
        how, why = emulation.calls.checking().apart(partial(_repeated_test, emulation, item, arguments, calls, known))
    _repeated[key] = _repeated.get(key, 0) + (how == "all")
    note_test(emulation, item, how, why)


def _repeated_test(
    emulation: Emulation, item: Any, arguments: Mapping[str, Any], calls: list[Launched], known: set[str], end: float
) -> tuple[How, str]:
    repeating = Repeating(emulation, item.obj, arguments, calls)
    why_not = repeating.run(lambda: seconds() < end)
    if not why_not:
        _Report(emulation, item, repeating, known).write()
    return "not" if why_not else "all", why_not


def note_test(emulation: Emulation, item: Any, how: How, why: str) -> None:
    """Notes with how many variations a test was repeated, and why not with more."""
    calls = emulation.calls
    if calls is not None and calls.kernels:
        place = item.name, str(item.path), item.location[1] or 0
        emulation.tally.shown(Varied(*place, "test", how, why, 1, sorted(calls.kernels)))


def _lines(says: str) -> list[str]:
    """The lines of kernels that a sentence names."""
    return re.findall(r"\(([^() ]+:\d+)\)", says)


class _Report:
    """What repeats of a test have shown. `known` are the lines of kernels of which calls have shown what they assume."""

    def __init__(self, emulation: Emulation, item: Any, repeating: Repeating, known: set[str]) -> None:
        self._emulation, self._item, self._repeating, self._known = emulation, item, repeating, known
        self._call = repeating.calls[-1]

    def write(self) -> None:
        repeating = self._repeating
        for condition, cases in repeating.conditions:
            least = smallest(cases)
            if self._known & {*_lines(least.outcome.says)}:
                continue  # The call's own sizes have shown more of it than the test's.
            words = f"with {repeating.numbers.words(least.case)}"
            self._assume(condition.words(), self._says(words, least.outcome))
        for cases in repeating.faults:
            self._fault(smallest(cases))
        for tried in repeating.both:
            self._fault(tried)
        for contents, at, outcome in repeating.contents:
            self._exclude(contents, at, outcome)

    def _says(self, how: str, outcome: Outcome) -> str:
        fails = "the test's own comparison fails " if outcome.kind == "values" else ""
        return from_here(f"{fails}{how}: {outcome.says}")

    def _assume(self, condition: str, says: str) -> None:
        call = self._call
        tests = [running_test()] if running_test() else []
        place = call.name, call.file, call.line
        if not is_accepted(self._emulation, place, condition):
            manifest = "write it with the kernel's names of these numbers, if it gets them"
            self._emulation.tally.shown(Assumed(*place, condition, f"assert {condition}", "", says, tests, manifest))

    def _exclude(self, contents: str, at: int, outcome: Outcome) -> None:
        """What a function cannot take of the contents of the test's tensors is an assumption."""
        drawn = self._repeating.drawn(at)
        matching = [each for each in self._call.floats if self._call.floats[each].shape == drawn]
        name = next(iter([*matching, *self._call.floats]), "")
        if name:
            values = self._call.floats[name]
            largest = 10.0 ** math.ceil(math.log10(values.largest or 1.0))
            condition = EXCLUDED[contents].format(name=name, largest=largest)
            self._assume(condition, self._says(f"with {contents} in {name}", outcome))

    def _fault(self, tried: Judged[Outcome]) -> None:
        outcome, call = tried.outcome, self._call
        says = f"{call.name} is wrong: {self._says(f'with {self._repeating.numbers.words(tried.case)}', outcome)}"
        place = {"at": {"file": call.file, "line": call.line}} if outcome.kind == "values" else {}
        fault = {**outcome.fault, **place, "kind": outcome.kind, "says": [says], "call": call.name}
        fault["repeat"] = self._lines(tried.case)
        self._emulation.report(Finding(outcome.kernel, outcome.kind, says, fault, outcome.launched, running_test()))

    def _lines(self, case: Case) -> str:
        """The parameters to add to the test, or the constants to change."""
        numbers, lines = self._repeating.numbers, []
        new = numbers.parameters(case)
        where = f"{self._item.originalname} of {self._item.path.name}"
        for mark in self._item.iter_markers("parametrize"):
            names = mark.args[0]
            names = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
            if any(each in new for each in names):
                values = [repr(new.get(each, self._item.funcargs.get(each))) for each in names]
                row = values[0] if len(values) == 1 else f"({', '.join(values)})"
                lines += [f"# above {where}", f'@pytest.mark.parametrize("{", ".join(names)}", [{row}])']
        constants = {name: value for name, value in case.sizes.items() if numbers.is_constant(name)}
        for name, value in constants.items():
            number = numbers.numbers_by_name[name]
            lines.append(f"# in {where}, line {number.line}: {value} in place of {number.value}")
        return "\n".join(lines)
