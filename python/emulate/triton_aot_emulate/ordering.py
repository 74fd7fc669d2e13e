"""What orders the work that a program gives to the GPU: streams, events, waits of the CPU. What nothing orders is a race.

Emulated work ends before the call returns. So each access to memory is noted with its stream and the time in that stream, and
compared with what the stream of a later access knows of it: happens-before, as in PyTorch's `torch.cuda._sanitizer`. PyTorch's own streams do not
wait for the default stream, nor does that wait for them (`cudaStreamNonBlocking`). The CPU knows of work when it has waited for it, and all that it
starts after that knows it too. Threads of the CPU count as one.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from aot_emulate.grid import Earlier

from .areas import Area, area_of_spans
from .caller import from_here, launched_at
from .findings import KernelFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from aot_emulate.launch import Notes

    from .findings import Finding

# So many accesses are kept of each storage: a forgotten one can hide a race, and makes no false one.
MOST_ACCESSES = 64
DEFAULT = 0
STREAMS = "call `wait_stream` of the later stream, or have it wait for an event, in between"
CPU = "call `synchronize` of the stream, or of an event recorded after the copy, in between"
DEPENDENT = "call `tl.extra.cuda.gdc_wait()` before the access"
_ACCESSES = "_triton_aot_accesses"

# By stream, the time up to which its work is known to have ended.
Clock = dict[int, int]


class Work(NamedTuple):
    """One thing that a stream does. It begins after what the stream had done at the time `begins`: the rest may still run.

    `who` is an operator, in words, or a kernel, whose name is `kernel`. `hurries`: what comes after it may begin before what comes before
    it has ended.
    """

    stream: int
    time: int
    who: str
    kernel: str
    place: tuple[str, int] | None
    begins: int
    hurries: bool = False

    @property
    def where(self) -> str:
        return f"{self.who} in {'the default stream' if self.stream == DEFAULT else f'the stream {self.stream:#x}'}"


class Access(NamedTuple):
    """An access of work to a part of a storage. A storage keeps them as an attribute."""

    work: Work
    area: Area
    writes: bool


class Order:
    """What is known of the order. One for each process."""

    def __init__(self) -> None:
        self._local = threading.local()
        self._clocks: dict[int, Clock] = {DEFAULT: {}}
        self._host: Clock = {}
        self._last: dict[int, Work] = {}  # what each stream does last, if the next may begin before it has ended
        #: Adds a finding: of a kernel, a text and its values. None as long as the program launches no kernels.
        self.report: Callable[[str, str, dict[str, object]], Finding] | None = None
        #: Whether the calling thread computes gradients. PyTorch then has each stream wait for those whose results it takes.
        self.in_backward: Callable[[], bool] = lambda: False
        #: Whether work may be unordered: there is a second stream, or a kernel that does not wait for the one before it. Until then,
        #: what work reads is not noted, and nothing is compared.
        self.is_open = False

    @contextmanager
    def paused(self) -> Iterator[None]:
        """What this thread does inside is not the program's."""
        before = self._is_paused()
        self._local.paused = True
        try:
            yield
        finally:
            self._local.paused = before

    def _is_paused(self) -> bool:
        return self.report is None or getattr(self._local, "paused", False)

    def add_stream(self, stream: int) -> None:
        self._clocks = {**self._clocks, stream: {}}
        self.is_open = True

    def use_stream(self, stream: int) -> None:
        """Makes a stream the current one of this thread. One that other code has made counts as the default stream."""
        self._local.stream = stream if stream in self._clocks else DEFAULT

    def known_to(self, stream: int | None = None) -> Clock:
        """What is known to whoever waits for all of a stream; None: the current one."""
        return dict(self._clock(self._current() if stream is None else stream))

    def wait(self, stream: int, known: Clock) -> None:
        """A stream waits for others."""
        if not self._is_paused():
            _join(self._clock(stream), known)
            self._last.pop(stream, None)

    def host_waits(self, known: Clock | None = None) -> None:
        """The CPU waits; None: for the current stream."""
        if not self._is_paused():
            _join(self._host, self._clock(self._current()) if known is None else known)

    def host_waits_for_all(self) -> None:
        for stream in self._clocks:
            self.host_waits(self._clock(stream))

    def begin(self, who: str, kernel: str = "", is_dependent: bool = False) -> Work | None:
        """Gives work to the current stream; None if it is not the program's."""
        if self._is_paused():
            return None
        stream = self._current()
        clock = self._clock(stream)
        if self.is_open:
            _join(clock, self._host)
            if self.in_backward():
                for other in self._clocks.values():
                    _join(clock, other)
        time = clock[stream] = clock.get(stream, 0) + 1
        before = self._last.get(stream) if is_dependent else None
        begins = time - 1
        if before is not None:
            begins = before.begins if before.hurries else before.time - 1
        return Work(stream, time, who, kernel, launched_at(), begins)

    def unordered(self, work: Work, storage: Any, writes: bool) -> Iterator[Access]:
        """Accesses to a storage that may still be under way when work begins, if one of the two writes."""
        clock = self._clocks[work.stream]
        for each in accesses(storage):
            by = each.work
            known = (
                max(work.begins, self._host.get(by.stream, 0)) if by.stream == work.stream else clock.get(by.stream, 0)
            )
            if (writes or each.writes) and by.time > known:
                yield each

    def unknown_to_host(self, storage: Any, area: Area, writes: bool) -> Access | None:
        """An access that may still be under way when the CPU accesses a storage."""
        for each in accesses(storage):
            if (
                (writes or each.writes)
                and each.work.time > self._host.get(each.work.stream, 0)
                and each.area.meets(area)
            ):
                return each
        return None

    def note(self, work: Work, storage: Any, area: Area, writes: bool) -> None:
        """Work accesses memory of a storage."""
        found, new = accesses(storage), Access(work, area, writes)
        if found:
            clock = self._clocks[work.stream]
            found = [each for each in found if self._matters(each, new, clock)]
        setattr(storage, _ACCESSES, [*found[1 - MOST_ACCESSES :], new])

    def _matters(self, before: Access, new: Access, clock: Clock) -> bool:
        """Whether an access may still show a race after a new one: not if that covers it and knows that it has ended, nor if the CPU does."""
        stream, time = before.work.stream, before.work.time
        if time <= self._host.get(stream, 0):
            return False
        return (before.writes and not new.writes) or time > clock.get(stream, 0) or not new.area.covers(before.area)

    def end(self, work: Work, is_kernel: bool = True) -> None:
        """Work has been given to its stream. A dependent kernel may begin before another kernel has ended, and not before a copy has."""
        if is_kernel:
            self._last[work.stream] = work
        else:
            self._last.pop(work.stream, None)

    def earlier(self, work: Work, storages: Iterable[Any]) -> tuple[Earlier, ...]:
        """What nothing orders with a launch, in the storages that it may access, as the emulator compares it."""
        if not self.is_open:
            return ()
        return tuple(
            Earlier(
                each.area.spans(),
                each.writes,
                did(each),
                each.work.place,
                DEPENDENT if each.work.stream == work.stream else STREAMS,
                each.work.stream == work.stream,
            )
            for storage in storages
            for each in self.unordered(work, storage, True)
        )

    def launched(self, work: Work, storages: Iterable[Any], notes: Notes, is_dependent: bool) -> None:
        """A launch has touched what its notes say. One that is dependent and does not wait lets the next begin while earlier work runs."""
        for storage in storages:
            start = storage.data_ptr()
            for spans, writes in ((notes.read, False), (notes.written, True)):
                first, last = (
                    np.searchsorted(spans[:, 1], start, "right"),
                    np.searchsorted(spans[:, 0], start + storage.nbytes()),
                )
                inside = spans[first:last]
                if len(inside):
                    self.note(work, storage, area_of_spans(inside), writes)
        self.end(work._replace(hurries=is_dependent and not notes.waits))

    def race(self, who: str, writes: bool, place: tuple[str, int] | None, access: Access, remedy: str) -> BaseException:
        """The error for work, or for the CPU, that accesses what other work may still access."""
        other = access.work
        at = "" if other.place is None else f" ({from_here('{}:{}'.format(*other.place))})"
        says = f"{who} {'writes' if writes else 'reads'} what {did(access)}{at}, and nothing orders the two: {remedy}"
        values: dict[str, object] = {"kind": "race", "says": [says]}
        for name, each in (("at", place), ("other", other.place)):
            if each is not None:
                values[name] = dict(zip(("file", "line"), each))
        assert self.report is not None
        return KernelFault(self.report(other.kernel, says, values))

    def _current(self) -> int:
        stream: int = getattr(self._local, "stream", DEFAULT)
        return stream

    def _clock(self, stream: int) -> Clock:
        return self._clocks.get(stream, self._clocks[DEFAULT])


def accesses(storage: Any) -> list[Access]:
    """What has accessed a storage."""
    found: list[Access] = getattr(storage, _ACCESSES, [])
    return found


def did(access: Access) -> str:
    return f"{access.work.where} has {'written' if access.writes else 'read'}"


def _join(clock: Clock, other: Clock) -> None:
    for stream, time in other.items():
        if time > clock.get(stream, 0):
            clock[stream] = time


order = Order()
