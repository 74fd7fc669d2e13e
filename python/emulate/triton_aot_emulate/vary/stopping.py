"""Ends a repeated call that does not end by itself: with another number, a loop of the host code may never end."""

from __future__ import annotations

import contextlib
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

# The most seconds of the processor without another launch.
MOST_IDLE = 2.0


class Stopped(BaseException):
    """A call takes too long. It is not an `Exception`, which host code may catch."""


@contextlib.contextmanager
def stopped(launches: Callable[[], int]) -> Iterator[None]:
    """Raises Stopped if what is done inside takes too long. `launches` counts the launches so far.

    Only the main thread gets signals: what another one does is not stopped.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    count = launches()

    def look(_: int, frame: FrameType | None) -> None:
        nonlocal count
        if launches() == count and not _is_compiling(frame):
            raise Stopped
        count = launches()

    before = signal.signal(signal.SIGVTALRM, look)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_IDLE, MOST_IDLE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _is_compiling(frame: FrameType | None) -> bool:
    """Whether Triton is at work."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith("triton."):
            return True
        frame = frame.f_back
    return False
