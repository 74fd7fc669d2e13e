"""What the project accepts that a function needs counts as if the function checked it: a wrong call that breaks it shows nothing."""

from __future__ import annotations

import builtins
import sys
from typing import TYPE_CHECKING, Any

from aot_variations.conditions import RIGHT, WRONG
from aot_variations.sizes import Case

from ..assumptions import read_for
from ..events import Accepted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..assumptions import Line
    from ..emulation import Emulation
    from .catching import Caught
    from .trying import Tried


class Accepting:
    """The accepted conditions of a function, and what the cases of one of its calls show of them."""

    def __init__(self, emulation: Emulation, caught: Caught) -> None:
        self._emulation, self._caught = emulation, caught
        self._lines = read_for(emulation.options.assumptions, caught.code.co_filename, caught.name)
        #: For each case, the verdict on it, and the lines that it breaks.
        self._verdicts: dict[str, str] = {}
        self._broken: dict[str, list[Line]] = {}
        #: Lines that the program's own call breaks.
        self._void: list[Line] = []

    def begin(self, case: Case, new: Mapping[str, Any]) -> None:
        """Notes what a case breaks, before its call can change its tensors."""
        if self._lines:
            names = self._caught.arguments(new)
            self._broken[repr(case)] = [each for each in self._lines if _holds(each, names) is False]

    def end_case(self, tried: Tried) -> None:
        """Notes what came of a case."""
        if not self._lines:
            return
        key = repr(tried.case)
        broken = self._broken[key]
        # Names of constants that the host code computes are known only after the call.
        broken += [each for each in self._lines if each not in broken and _holds(each, tried.constants) is False]
        if tried.case == Case():
            self._void = list(broken)
        self._verdicts[key] = tried.outcome.verdict

    def explains(self, tried: Tried) -> bool:
        """Whether a case breaks a line that the program's own call keeps."""
        return any(each not in self._void for each in self._broken.get(repr(tried.case), ()))

    def end(self, is_cut: bool) -> None:
        """Reports on the lines. If cases were not tried, right ones say nothing."""
        for line in self._lines:
            verdicts = [self._verdicts.get(key) for key, broken in self._broken.items() if line in broken]
            needed, spared = verdicts.count(WRONG), verdicts.count(RIGHT)
            at = *self._caught.place, line.condition, line.at
            self._emulation.tally.shown(Accepted(*at, needed, 0 if is_cut else spared))


def is_accepted(emulation: Emulation, place: tuple[str, str, int], condition: str) -> bool:
    """Whether a condition that explains wrong calls of the function at a place is a line as it is."""
    function, file, _ = place
    found = [each for each in read_for(emulation.options.assumptions, file, function) if each.condition == condition]
    for each in found:
        emulation.tally.shown(Accepted(*place, condition, each.at, needed=1))
    return bool(found)


def _holds(line: Line, names: Mapping[str, Any]) -> bool | None:
    """Whether a condition holds; None if it has a name that is not known, or no value for these, such as the largest of nothing."""
    known = {"torch": sys.modules["torch"], "triton": sys.modules.get("triton"), "__builtins__": builtins}
    try:
        return bool(eval(line.condition, {**known, **names}))
    except Exception:  # whatever tensors of other sizes raise
        return None
