"""Repeats calls in a fork of this process: nothing that they change, print or break is the program's, and what does not end is ended."""

from __future__ import annotations

import ctypes
import os
import signal
import time
import traceback
import warnings
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, Pipe
from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

    from ..emulation import Emulation
    from ..events import How

# The seconds of its processor that a call may take, and those for which the fork may use no processor.
MOST_OF_CALL, MOST_IDLE = 10.0, 20.0
PR_SET_PDEATHSIG = 1  # Source: prctl(2)
_threads: list[int] = []
_TICKS = os.sysconf("SC_CLK_TCK")


class NoEnd(BaseException):
    """A repeated call does not end. No `except Exception` of the program catches it."""


class _Sending:
    """The tally of a fork: the process that waits for it counts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def found(self, finding: object) -> None:
        self._connection.send(("found", finding))

    def shown(self, event: object) -> None:
        self._connection.send(("shown", event))


def apart(emulation: Emulation, work: Callable[[], tuple[How, str]], most: float) -> tuple[How, str]:
    """Repeats something, for so many seconds of processors. Returns what `work` does: with how many variations, and why not with more."""
    receiving, sending = Pipe(duplex=False)
    # The program's limits are not for the repeats.
    left, interval = signal.setitimer(signal.ITIMER_REAL, 0)
    with warnings.catch_warnings():
        # Python warns of forks while threads run. A fork that waits for a lock of theirs is ended.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        _in_child(emulation, work, sending)
    sending.close()
    try:
        return _said(emulation, receiving, child, most + 2 * MOST_OF_CALL)
    finally:
        receiving.close()
        signal.setitimer(signal.ITIMER_REAL, left, interval)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        with suppress(ChildProcessError):  # The program waits for all its children.
            os.waitpid(child, 0)


def _said(emulation: Emulation, receiving: Connection, child: int, most: float) -> tuple[How, str]:
    """Hands on what a fork sends, until its last word."""
    used, since = 0.0, time.monotonic()
    while True:
        try:
            if receiving.poll(0.5):
                name, value = receiving.recv()
                if name == "ended":
                    how, why = value
                    return how, why
                getattr(emulation.tally, name)(value)
        except EOFError:
            return "not", "a repeated call has ended its process"
        now = _used(child)
        if now != used:
            used, since = now, time.monotonic()
        if used > most or time.monotonic() - since > MOST_IDLE:
            return "not", "a repeated call did not end"


def _used(process: int) -> float:
    """The seconds of processors that a process and its children have used. Source: proc_pid_stat(5)."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as file:
            return sum(map(int, file.read().rpartition(")")[2].split()[11:15])) / _TICKS
    except OSError:
        return 0.0


def _in_child(emulation: Emulation, work: Callable[[], tuple[How, str]], sending: Connection) -> None:
    try:
        _separate()
        emulation.tally = _Sending(sending)  # type: ignore[assignment]
        try:
            ended = work()
        except Exception as error:  # the program's own call has ended well, and goes on
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{os.path.basename(place.filename)}:{place.lineno}"
            ended = "not", f"repeating failed at {where}: {type(error).__name__}: {error}"
        sending.send(("ended", ended))
    finally:
        os._exit(0)


def _separate() -> None:
    """Takes from this process what it has of its parent's: its streams, its signals and its threads."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_DFL)
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)
    # The threads of OpenMP are gone, and it would wait for them.
    _threads.append(torch.get_num_threads())
    torch.set_num_threads(1)


def adds_otherwise() -> bool:
    """Whether operators of PyTorch may add in another order here than in the program, which has several threads."""
    return _threads[-1:] > [1]


@contextmanager
def limited() -> Iterator[None]:
    """Raises NoEnd in what does not end inside, in a fork."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise NoEnd

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, MOST_OF_CALL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
