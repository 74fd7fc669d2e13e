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
        # Program -> the fewest blocks that took too long, and how they did.
        self._too_many: dict[object, tuple[int, TooLong, Deadline]] = {}

    @contextmanager
    def launch(self, program: object, blocks: int) -> Iterator[Deadline]:
        """Limits the time of what is done inside, which must call what this gives."""
        if program in self._too_many and blocks >= self._too_many[program][0]:
            fewest, before, deadline = self._too_many[program]
            plural = "s" * (fewest > 1)
            text = f"a launch with {fewest} block{plural} took too long before ({before.says})"
            if blocks > fewest:
                text += f", and {blocks} blocks would take {deadline.estimate(blocks)}"
            raise TooLong(text, **before.facts)
        deadline = Deadline(self._seconds, blocks)
        try:
            yield deadline
        except TooLong as error:
            self._too_many[program] = blocks, error, deadline
            raise


class Deadline(Watch):
    """The time that one launch of so many blocks may take. Its methods raise TooLong."""

    def __init__(self, seconds: float, blocks: int) -> None:
        self._seconds, self._blocks = seconds, blocks
        self._end_at = time.monotonic() + seconds
        self._taken = 0.0  # seconds, once it has ended
        self.start()

    def start(self) -> None:
        self._start = time.monotonic()
        self._begun = self._done = 0

    def begun(self, blocks: int) -> None:
        self._begun = blocks

    def tick(self) -> None:
        if self._seconds and time.monotonic() > self._end_at:
            self._end()

    def ended(self, blocks: int) -> None:
        self._done = blocks
        taken = time.monotonic() - self._start
        # As if those had ended too that have begun.
        most = max(blocks, self._begun)
        if self._seconds and taken > EARLY * self._seconds and taken * self._blocks > 2 * self._seconds * most:
            self._end()

    def estimate(self, blocks: int) -> str:
        """How long so many blocks would take: `about 2 hours`. Until one has ended, all that is known is that it takes longer."""
        of, how = (self._done, "about") if self._done else (self._begun or blocks, "more than")
        return f"{how} {in_words(self._taken * max(blocks / of, 1))}"

    def _end(self) -> None:
        self._taken = time.monotonic() - self._start
        text = f"{self._done} of {self._blocks} blocks after {self._taken:.0f} s"
        text += f", {'all' if self._blocks > 1 else 'it'} would take {self.estimate(self._blocks)}"
        raise TooLong(text, done=self._done, blocks=self._blocks, seconds=self._taken)


# Units of time, and from how many seconds on they are used.
UNITS = (
    (1, "s", 0),
    (60, "minutes", 120),
    (3600, "hours", 7200),
    (86_400, "days", 172_800),
    (31_557_600, "years", 63_115_200),
)


def in_words(seconds: float) -> str:
    """`50 s`, `12 minutes`, `3 hours` or `50 years`."""
    size, unit = next((size, unit) for size, unit, start in reversed(UNITS) if seconds >= start)
    return f"{seconds / size:.0f} {unit}"


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
