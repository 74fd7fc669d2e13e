"""Ends the processes of a run if the command that has started them is killed and cannot do it."""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# The searches for processes at most: a process can start others during a search.
SEARCHES = 10


@contextmanager
def guarded(folder: str) -> Iterator[Callable[[int], object]]:
    """Kills the processes of a run if this one ends inside: those whose environment names the run's folder.

    Gives a function to call with the number of the first of them, which may hide its environment.
    """
    read, write = os.pipe()
    guard = os.fork()
    if guard == 0:
        try:
            os.close(write)
            _wait(read, folder)
        finally:
            os._exit(0)
    os.close(read)

    def say(text: bytes) -> None:
        # The guard itself may have been killed.
        with suppress(BrokenPipeError):
            os.write(write, text)

    try:
        yield lambda process: say(b"%d\n" % process)
    finally:
        say(b"end")
        os.close(write)
        os.waitpid(guard, 0)


def _wait(read: int, folder: str) -> None:
    # What ends the command or its terminal must not end this process first.
    os.setsid()
    said = b""
    while part := os.read(read, 64):
        said += part
    if said.endswith(b"end"):
        return
    for word in said.split():
        _kill(int(word))
    end_all(folder)


def end_all(folder: str) -> None:
    """Kills the processes of a run."""
    for _ in range(SEARCHES):
        found = _processes_of(folder)
        if not found:
            return
        for process in found:
            _kill(process)


def _processes_of(folder: str) -> list[int]:
    """Source: proc_pid_environ(5)."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        # It ends between the two, or is another user's.
        with suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
            if folder.encode() in file.read():
                found.append(int(name))
    return found


def _kill(process: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(process, signal.SIGKILL)
