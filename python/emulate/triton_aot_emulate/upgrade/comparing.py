"""Executes a launch a second time, with the code of another Triton or for another GPU, and says how the results differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from aot_emulate.counts import Counts
from aot_emulate.fault import Fault, Unsupported

from ..findings import is_refusal
from .compilers import NotCompiled
from .verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

    from aot_emulate.launch import LaunchResult

    from ..contents import Contents, Saved
    from ..emulation import Request

    # Executes a launch as the emulation does, within its limit.
    Execute = Callable[[Request, Counts], LaunchResult]
    # Makes the launch as the other code gets it.
    Second = Callable[[], Request]


class Comparison:
    """One launch of the program. `before` is what was in its memory, and `contents` is the memory, in which its results are now.

    `fault` is what is wrong with the program's own code. Afterwards, the memory has the program's own results again.
    """

    def __init__(
        self, request: Request, contents: Contents, before: Saved, fault: BaseException | None, execute: Execute
    ) -> None:
        self._request, self._contents, self._before = request, contents, before
        self._fault = fault
        self._execute = execute

    def judge(self, seconds: list[Second]) -> list[Verdict]:
        """A verdict for each other code."""
        after = self._contents.save()
        try:
            return [self._judge(each, after) for each in seconds]
        finally:
            self._contents.restore(after)
            after.clear()

    def _judge(self, second: Second, after: Saved) -> Verdict:
        self._contents.restore(self._before)
        counts = Counts()
        try:
            self._execute(_silent(second()), counts)
        except NotCompiled as error:
            return Verdict("refused" if error.is_known else "unjudged", str(error))
        except Unsupported as error:
            return Verdict("unjudged", str(error))
        except Fault as fault:
            return Verdict("both" if self._fault is not None else "new", str(fault))
        except Exception as error:
            return Verdict("refused" if is_refusal(error) else "unjudged", f"{type(error).__name__}: {error}")
        if self._fault is not None:
            return Verdict("gone", str(self._fault), counts=counts)
        found = self._contents.compared(after)
        if not found:
            return Verdict("equal", counts=counts)
        worst = min(found, key=lambda each: each.is_rounding)
        kind = "varies" if self._varies(after) else "rounding" if worst.is_rounding else "differs"
        return Verdict(kind, str(worst), worst.error, counts)

    def _varies(self, after: Saved) -> bool:
        """True if the program's own code has other results when its blocks run in another order."""
        self._contents.restore(self._before)
        try:
            silent = _silent(self._request)
            self._execute(replace(silent, launch=replace(silent.launch, reverse=True)), Counts())
        except (Fault, Unsupported):
            return False
        return bool(self._contents.compared(after))


def _silent(request: Request) -> Request:
    """A launch that prints nothing: the program has printed it."""
    return replace(request, launch=replace(request.launch, write=lambda text: None))
