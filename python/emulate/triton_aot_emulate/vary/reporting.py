"""Says what a function assumes, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..caller import from_here, running_test
from ..events import Assumed
from ..findings import Finding
from .pasting import Pasted
from .trying import undisturbed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aot_variations.conditions import Condition
    from aot_variations.sizes import Case

    from ..emulation import Emulation
    from .cases import Call
    from .catching import Caught
    from .trying import Tried, Trier

# Kinds of faults that results show.
OF_RESULTS = ("unwritten", "nan", "layout", "values", "gradient")


class Reporting:
    """What a call shows. `numbers` are those that its first launch got, by the kernel's names."""

    def __init__(
        self, emulation: Emulation, caught: Caught, trier: Trier, call: Call, numbers: Sequence[tuple[str, int]]
    ) -> None:
        self._emulation, self._caught, self._trier = emulation, caught, trier
        self._call, self._numbers = call, numbers

    def says(self, case: Case) -> str:
        """A case in words: `x.shape[1] = 65`."""
        if case.layout or case.contents:
            where = f" where {case.source} has it" if case.source else ""
            return f"{case.layout or case.contents} in {case.path}{where}"
        return " and ".join(f"{size} = {value}" for size, value in case.sizes.items())

    def requires(self, condition: Condition) -> str:
        """The condition with the kernel's names of sizes; empty if a kernel does not get one of them as a number."""
        text, names = condition.words(), self._numbers
        for size in sorted(condition.sizes, key=len, reverse=True):
            value = self._call.values[size]
            name = next((name for name, number in names if number == value and "stride" not in name.lower()), None)
            if name is None:
                return ""
            text = text.replace(size, name)
        # What is left of a path is none of the kernel's.
        return "" if not condition.sizes or ".shape" in text or "(" in text else text

    def assume(self, condition: str, tried: Tried, requires: str = "") -> None:
        code = self._caught.code
        self._emulation.tally.assumed(
            Assumed(
                self._caught.name,
                code.co_filename,
                code.co_firstlineno,
                condition,
                f"assert {condition}",
                requires,
                from_here(f"with {self.says(tried.case)}: {tried.outcome.says}"),
                [running_test()] if running_test() else [],
            )
        )

    def fault(self, tried: Tried, how: str) -> None:
        outcome = tried.outcome
        says = from_here(f"{self._caught.name} is wrong {how}: {outcome.says}")
        code = self._caught.code
        # What no line of the kernel shows is a fault of the function.
        place = {"at": {"file": code.co_filename, "line": code.co_firstlineno}} if outcome.kind in OF_RESULTS else {}
        fault = {**outcome.fault, **place, "kind": outcome.kind, "says": [says], "call": self._caught.name}
        fault["repeat"] = self._pasted(tried)
        self._emulation.report(Finding(outcome.kernel, outcome.kind, says, fault, outcome.launched, running_test()))

    def _pasted(self, tried: Tried) -> str:
        """A test that shows a fault again; empty if none of random values does."""
        new = self._call.made(tried.case)
        if new is None:
            return ""
        pasted = Pasted(self._caught, new, self.says(tried.case), tried.outcome.nan)
        with undisturbed():
            again = self._trier.attempt(pasted.leaves()) if pasted.text else None
        return pasted.text if again is not None and again.kind == tried.outcome.kind else ""
