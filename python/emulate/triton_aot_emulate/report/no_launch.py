"""Whether a run that launched nothing was meant to launch nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..events import Imported, Session

if TYPE_CHECKING:
    from ..reading import Record

# Arguments with which programs say something, and do nothing else.
QUESTIONS = ("--help", "-h", "--version")


def no_launch(records: list[Record]) -> str:
    """Why these runs needed no launch; empty if they should have had one."""
    runs = [each.run for each in records if each.run is not None]
    if runs and all(each.may_launch_nothing for each in runs):
        return "it was allowed to launch nothing"
    if runs and all(_only_asks(each.program) for each in runs):
        return f"`{runs[0].program[-1]}` was asked for"
    events = [event for record in records for event in record.events]
    sessions = [each for each in events if isinstance(each, Session)]
    # Any other process that imports Triton might have launched kernels.
    others = {each.process for each in events if isinstance(each, Imported)} - {each.process for each in sessions}
    is_idle = sessions and all(each.is_idle for each in sessions) and not others
    return "pytest was not asked to run a test" if is_idle else ""


def _only_asks(program: list[str]) -> bool:
    """Whether a program is only asked a question. pytest answers `--version` before it loads a plugin, which could say so."""
    *before, last = program or [""]
    return last in QUESTIONS and all(each == "-m" or not each.startswith("-") for each in before)
