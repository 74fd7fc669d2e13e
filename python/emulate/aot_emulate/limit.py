"""The time that a launch may take, and the time and memory of reading PTX."""

from __future__ import annotations

import resource
import signal
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .fault import CannotTell, TooLong
from .watch import Watch

if TYPE_CHECKING:
    from collections.abc import Iterator

# The part of the time after which a launch ends early if it would take twice as long.
EARLY = 0.1


class Limit:
    """Ends launches that take longer than `seconds`; 0: none. Launches may run in any thread."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._too_many: dict[object, tuple[int, TooLong]] = {}  # program -> the fewest blocks that took too long

    @contextmanager
    def launch(self, program: object, blocks: int) -> Iterator[Deadline]:
        """Limits the time of what is done inside, which must call what this gives."""
        if program in self._too_many and blocks >= self._too_many[program][0]:
            fewest, before = self._too_many[program]
            plural = "s" * (fewest > 1)
            raise TooLong(f"a launch with {fewest} block{plural} took too long before ({before.says})", **before.facts)
        try:
            yield Deadline(self._seconds, blocks)
        except TooLong as error:
            self._too_many[program] = blocks, error
            raise


class Deadline(Watch):
    """The time that one launch of so many blocks may take. Its methods raise TooLong."""

    def __init__(self, seconds: float, blocks: int) -> None:
        self._seconds, self._blocks, self._done, self._start = seconds, blocks, 0, time.monotonic()

    def tick(self) -> None:
        if self._seconds and time.monotonic() - self._start > self._seconds:
            self._end()

    def ended(self, blocks: int) -> None:
        self._done = blocks
        taken = time.monotonic() - self._start
        if self._seconds and taken > EARLY * self._seconds and taken * self._blocks > 2 * self._seconds * blocks:
            self._end()

    def _end(self) -> None:
        seconds = time.monotonic() - self._start
        text = f"{self._done} of {self._blocks} blocks after {seconds:.0f} s"
        if 0 < self._done < self._blocks:
            text += f", all would take about {_in_words(seconds * self._blocks / self._done)}"
        raise TooLong(text, done=self._done, blocks=self._blocks, seconds=seconds)


def _in_words(seconds: float) -> str:
    """`50 s`, `12 minutes` or `3 hours`."""
    minutes = seconds / 60
    return (
        f"{seconds:.0f} s"
        if minutes < 2
        else f"{minutes:.0f} minutes"
        if minutes < 120
        else f"{minutes / 60:.0f} hours"
    )


# Bytes of memory that reading PTX may take: a hundred times what the largest kernels of the tests need.
READING_BYTES = 2 * 2**30


@contextmanager
def reading(seconds: float, memory: int = READING_BYTES) -> Iterator[None]:
    """Limits the time (0: not at all) and the memory of what is done inside. Raises CannotTell if it needs more."""

    def end(*_: object) -> None:
        raise TooLong(f"reading the PTX takes more than {seconds:g} s")

    handler = signal.signal(signal.SIGALRM, end)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    has_room = True
    try:
        resource.setrlimit(resource.RLIMIT_AS, (_within(_address_space() + memory, limits), limits[1]))
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    except MemoryError:
        has_room = False
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)
        resource.setrlimit(resource.RLIMIT_AS, limits)
    if not has_room:
        raise CannotTell(
            f"too large for the emulation: reading the PTX takes more than {memory / 2**30:g} GiB of memory"
        )


def _within(wanted: int, limits: tuple[int, int]) -> int:
    return min([wanted, *(each for each in limits if each != resource.RLIM_INFINITY)])


def _address_space() -> int:
    """The bytes of this process. Source: proc_pid_statm(5)."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
