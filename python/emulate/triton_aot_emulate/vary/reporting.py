"""Says what a function assumes, and what is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..caller import from_here, running_test
from ..events import Agreed, Assumed
from ..findings import Finding
from .accepting import is_accepted
from .manifest import in_manifest
from .pasting import HasNan, Pasted, Shows
from .trying import undisturbed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aot_variations.sizes import Case, Size

    from ..emulation import Emulation
    from .agreement import Agreement
    from .cases import Call
    from .catching import Caught
    from .trying import Outcome, Tried, Trier

# Kinds of faults that results show.
OF_RESULTS = ("unwritten", "nan", "layout", "values", "gradient", "not-repeatable", "batch", "launch")


class Reporting:
    """What a call shows. `base` is what it showed as the program makes it."""

    def __init__(
        self,
        emulation: Emulation,
        caught: Caught,
        trier: Trier,
        call: Call,
        base: Outcome,
    ) -> None:
        self._emulation, self._caught, self._trier = emulation, caught, trier
        self._call, self._base = call, base

    def says(self, case: Case) -> str:
        """A case in words: `x.shape[1] = 65`."""
        if case.layout or case.contents:
            where = f" where {case.source} has it" if case.source else ""
            return f"{case.layout or case.contents} in {case.path}{where}"
        if case.dtype:
            return f"{case.dtype} in place of {case.path}"
        parts = [f"{case.path} = {each!r}" for each in case.argument]
        parts += [f"{size} = {value}" for size, value in case.sizes.items()]
        return " and ".join(parts)

    def assume(self, condition: str, tried: Tried, sizes: Sequence[Size] = ()) -> None:
        """Reports a condition that a wrong case breaks. It is about these sizes, if it is about sizes."""
        named = [path for path in self._call.tensors if condition.startswith((f"{path}.", f"not {path}."))]
        if any(self._call.is_made(path) for path in named) or is_accepted(
            self._emulation, self._caught.place, condition
        ):
            return
        manifest = in_manifest(condition, sizes, self._call, self._base)
        self._emulation.tally.shown(
            Assumed(
                *self._caught.place,
                condition,
                f"assert {condition}",
                manifest.requires,
                from_here(f"with {self.says(tried.case)}: {tried.outcome.says}"),
                [running_test()] if running_test() else [],
                manifest.words,
            )
        )

    def agreed(self, what: Literal["again", "alone"], agrees: Agreement) -> None:
        """Notes how far two calls agree that should."""
        self._emulation.tally.shown(Agreed(*self._caught.place, what, agrees.how, agrees.says))

    def fault(self, tried: Tried, how: str, shows: Shows | None = None) -> None:
        """Reports a wrong call. `shows` is how a test shows it, if it does not fail by itself."""
        outcome = tried.outcome
        says = from_here(f"{self._caught.name} is wrong {how}: {outcome.says}")
        _, file, line = self._caught.place
        # What no line of the kernel shows is a fault of the function.
        place = {"at": {"file": file, "line": line}} if outcome.kind in OF_RESULTS else {}
        fault = {**outcome.fault, **place, "kind": outcome.kind, "says": [says], "call": self._caught.name}
        fault["repeat"] = self._pasted(tried, shows or (HasNan(outcome.nan) if outcome.nan else Shows()))
        self._emulation.report(Finding(outcome.kernel, outcome.kind, says, fault, outcome.launched, running_test()))

    def _pasted(self, tried: Tried, shows: Shows) -> str:
        """A test that shows a fault again; empty if none of random values does."""
        new = self._call.made(tried.case)
        if new is None:
            return ""
        try:
            pasted = Pasted(self._caught, new, self.says(tried.case) or tried.outcome.kind, shows)
            with undisturbed():
                is_shown = pasted.text and shows.holds(self._trier.attempt, pasted, tried.outcome)
        except Exception:  # whatever the program's objects raise: the fault is reported without a test
            return ""
        return pasted.text if is_shown else ""
