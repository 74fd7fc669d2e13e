"""Executes a launch a second time, with the code of another Triton or for another GPU, and says how the results differ."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from aot_emulate.counts import Counts
from aot_emulate.fault import Fault, Unsupported

from ..findings import is_refusal
from ..verdicts import Verdict
from .compilers import NotCompiled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from aot_emulate.launch import LaunchResult

    from ..contents import Contents, Saved
    from ..emulation import Request
    from .seconds import Second

    # Executes a launch as the emulation does, within its limit.
    Execute = Callable[[Request, Counts], LaunchResult]


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

    def judge(self, seconds: Sequence[Second]) -> list[Verdict]:
        """A verdict for each other code."""
        after = self._contents.save()
        try:
            return [self._judge(each, after) for each in seconds]
        finally:
            self._contents.restore(after)
            after.clear()

    def _judge(self, second: Second, after: Saved) -> Verdict:
        counts = Counts()
        failed = self._again(second, counts)
        if failed is not None:
            return failed
        if self._fault is not None:
            return Verdict("gone", str(self._fault), counts=counts)
        found = self._contents.compared(after)
        if not found:
            return Verdict("equal", counts=counts)
        worst = min(found, key=lambda each: each.is_rounding)
        theirs = self._contents.save()
        if self._varies(after):
            return Verdict("varies", str(worst), worst.error, counts)
        if worst.is_rounding:
            return Verdict("rounding", str(worst), worst.error, counts)
        return Verdict("differs", f"{worst}{self._right(second, after, theirs)}", worst.error, counts)

    def _again(self, second: Second, counts: Counts) -> Verdict | None:
        """Executes the launch with another code. Returns a verdict if it does not come to its end."""
        self._contents.restore(self._before)
        try:
            self._execute(_silent(second.request()), counts)
        except NotCompiled as error:
            return Verdict("refused" if error.is_known else "unjudged", str(error))
        except Unsupported as error:
            return Verdict("unjudged", str(error))
        except Fault as fault:
            return Verdict("both" if self._fault is not None else "new", str(fault))
        except Exception as error:
            return Verdict("refused" if is_refusal(error) else "unjudged", f"{type(error).__name__}: {error}")
        return None

    def _right(self, second: Second, after: Saved, theirs: Saved) -> str:
        """Which of two results is right: the one with which the codes for another architecture agree. Empty if they do not decide."""
        agreed: set[str] = set()
        for each in second.arbiters:
            if self._again(each, Counts()) is None:
                results = {"the program's own code": after, second.code.other.name: theirs}
                agreed |= {name for name, saved in results.items() if self._agrees(saved)} or {""}
        (name,) = agreed if len(agreed) == 1 else ("",)
        return f". The code for sm_{each.code.other.gpu.arch} agrees with {name}" if name else ""

    def _agrees(self, saved: Saved) -> bool:
        return all(each.is_rounding for each in self._contents.compared(saved))

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
