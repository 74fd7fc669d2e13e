"""What orders the work that a program gives to the GPU: streams, events, waits of the CPU. What nothing orders is a race.

Emulated work ends before the call returns. So each access to memory is noted with its stream and the time in that stream, and
compared with what the stream of a later access knows of it: happens-before, as in PyTorch's `torch.cuda._sanitizer`. PyTorch's own streams do not
wait for the default stream, nor does that wait for them (`cudaStreamNonBlocking`). The CPU knows of work when it has waited for it, and all that it
starts after that knows it too. Threads of the CPU count as one.
"""

from __future__ import annotations

import threading
import weakref
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from aot_emulate.grid import Earlier

from .areas import area_of_spans
from .caller import from_here, launched_at
from .findings import KernelFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from aot_emulate.launch import Notes

    from .areas import Area
    from .findings import Finding

# Of each storage, so many accesses are kept, and so many storages: a forgotten access can hide a race, and makes no false one.
MOST_ACCESSES, MOST_STORAGES = 64, 4096
DEFAULT = 0
STREAMS = "call `wait_stream` of the later stream, or have it wait for an event, in between"
CPU = "call `synchronize` of the stream, or of an event recorded after the copy, in between"
DEPENDENT = "call `tl.extra.cuda.gdc_wait()` before the access"

# By stream, the time up to which its work is known to have ended.
Clock = dict[int, int]


@dataclass(frozen=True)
class Work:
    """One thing that a stream does. It begins after what the stream had done at the time `begins`: the rest may still run.

    `who` is an operator, in words, or a kernel, whose name is `kernel`.
    """

    stream: int
    time: int
    who: str
    kernel: str
    place: tuple[str, int] | None
    begins: int
    # Whether what comes after it may begin before what comes before it has ended.
    hurries: bool = False

    @property
    def where(self) -> str:
        return f"{self.who} in {'the default stream' if self.stream == DEFAULT else f'the stream {self.stream:#x}'}"


@dataclass(frozen=True)
class Access:
    work: Work
    area: Area
    writes: bool


@dataclass
class _Storage:
    """A storage, and what has accessed it."""

    reference: Any
    accesses: list[Access] = field(default_factory=list)


class Order:
    """What is known of the order. One for each process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._local = threading.local()
        self._clocks: dict[int, Clock] = {DEFAULT: {}}
        self._host: Clock = {}
        self._last: dict[int, Work] = {}  # what each stream does last, if the next may begin before it has ended
        self._storages: dict[int, _Storage] = {}
        #: Adds a finding: of a kernel, a text and its values.
        self.report: Callable[[str, str, dict[str, object]], Finding]
        #: Whether the calling thread computes gradients. PyTorch then has each stream wait for those whose results it takes.
        self.in_backward: Callable[[], bool] = lambda: False
        #: Whether work may be unordered: there is a second stream, or a kernel that does not wait for the one before it.
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
        return getattr(self._local, "paused", False)

    def race(self, who: str, writes: bool, place: tuple[str, int] | None, access: Access, remedy: str) -> BaseException:
        """The error for work, or for the CPU, that accesses what other work may still access."""
        other = access.work
        at = "" if other.place is None else f" ({from_here('{}:{}'.format(*other.place))})"
        says = f"{who} {'writes' if writes else 'reads'} what {did(access)}{at}, and nothing orders the two: {remedy}"
        values: dict[str, object] = {"kind": "race", "says": [says]}
        for name, each in (("at", place), ("other", other.place)):
            if each is not None:
                values[name] = dict(zip(("file", "line"), each))
        return KernelFault(self.report(other.kernel, says, values))

    # Streams, events and the CPU.

    def add_stream(self, stream: int) -> None:
        self._clocks.setdefault(stream, {})
        self.is_open = True

    def use_stream(self, stream: int) -> None:
        """Makes a stream the current one of this thread. One that other code has made counts as the default stream."""
        self._local.stream = stream if stream in self._clocks else DEFAULT

    def known_to(self, stream: int | None = None) -> Clock:
        """What is known to whoever waits for all of a stream; None: the current one."""
        return dict(self._clock(self._current() if stream is None else stream))

    def wait(self, stream: int, known: Clock) -> None:
        """A stream waits for others."""
        if self._is_paused():
            return
        with self._lock:
            _join(self._clock(stream), known)
            self._last.pop(stream, None)

    def host_waits(self, known: Clock | None = None) -> None:
        """The CPU waits; None: for the current stream."""
        if self._is_paused():
            return
        with self._lock:
            _join(self._host, self._clock(self._current()) if known is None else known)
            if not self.is_open:
                self._storages.clear()

    def host_waits_for_all(self) -> None:
        if self._is_paused():
            return
        with self._lock:
            for clock in self._clocks.values():
                _join(self._host, clock)
            self._storages.clear()

    # Work of the GPU.

    def begin(self, who: str, kernel: str = "", is_dependent: bool = False) -> Work | None:
        """Gives work to the current stream; None if it is not the program's."""
        if self._is_paused():
            return None
        stream = self._current()
        with self._lock:
            clock = self._clock(stream)
            _join(clock, self._host)
            if self.is_open and self.in_backward():
                for other in self._clocks.values():
                    _join(clock, other)
            time = clock[stream] = clock.get(stream, 0) + 1
            before = self._last.get(stream) if is_dependent else None
            begins = time - 1
            if before is not None:
                begins = before.begins if before.hurries else before.time - 1
            return Work(stream, time, who, kernel, launched_at(), begins)

    def accesses(self, storage: Any, address: int) -> list[Access]:
        """What has accessed a storage, which is at an address."""
        known = self._storages.get(address)
        return known.accesses if known is not None and known.reference() is storage else []

    def unordered(self, work: Work, storage: Any, address: int, writes: bool) -> Iterator[Access]:
        """Accesses to a storage that may still be under way when work begins, if one of the two writes."""
        clock = self._clocks[work.stream]
        for each in self.accesses(storage, address):
            by = each.work
            known = (
                max(work.begins, self._host.get(by.stream, 0)) if by.stream == work.stream else clock.get(by.stream, 0)
            )
            if (writes or each.writes) and by.time > known:
                yield each

    def unknown_to_host(self, storage: Any, address: int, area: Area, writes: bool) -> Access | None:
        """An access that may still be under way when the CPU accesses a storage."""
        for each in self.accesses(storage, address):
            if (
                (writes or each.writes)
                and each.work.time > self._host.get(each.work.stream, 0)
                and each.area.meets(area)
            ):
                return each
        return None

    def note(self, work: Work, storage: Any, address: int, area: Area, writes: bool) -> None:
        """Work accesses memory of a storage."""
        with self._lock:
            known = self._storages.get(address)
            if known is None or known.reference() is not storage:
                if len(self._storages) >= MOST_STORAGES:
                    self._forget()
                known = self._storages[address] = _Storage(weakref.ref(storage))
            # What the new access covers, and knows to have ended, shows no more than it does.
            clock = self._clocks[work.stream]
            kept = [
                each
                for each in known.accesses
                if (each.writes and not writes)
                or each.work.time > clock.get(each.work.stream, 0)
                or not area.covers(each.area)
            ]
            known.accesses = [*kept[1 - MOST_ACCESSES :], Access(work, area, writes)]

    def end(self, work: Work, is_kernel: bool = True) -> None:
        """Work has been given to its stream. A dependent kernel may begin before another kernel has ended, and not before a copy has."""
        if is_kernel:
            self._last[work.stream] = work
        else:
            self._last.pop(work.stream, None)

    # Launches.

    def earlier(self, work: Work, storages: Iterable[Any]) -> tuple[Earlier, ...]:
        """What nothing orders with a launch, in the storages that it may access, as the emulator compares it."""
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
            for each in self.unordered(work, storage, storage.data_ptr(), True)
        )

    def launched(self, work: Work, storages: Iterable[Any], notes: Notes, is_dependent: bool) -> None:
        """A launch has touched what its notes say. One that is dependent and does not wait lets the next begin while earlier work runs."""
        for storage in storages:
            start = storage.data_ptr()
            for spans, writes in ((notes.read, False), (notes.written, True)):
                inside = spans[(spans[:, 0] < start + storage.nbytes()) & (spans[:, 1] > start)]
                if len(inside):
                    self.note(work, storage, start, area_of_spans(inside), writes)
        self.end(replace(work, hurries=is_dependent and not notes.waits))

    def _forget(self) -> None:
        """Forgets storages that are freed, or half of all."""
        living = {address: each for address, each in self._storages.items() if each.reference() is not None}
        self._storages = dict([*living.items()][-MOST_STORAGES // 2 :])

    def _current(self) -> int:
        stream: int = getattr(self._local, "stream", DEFAULT)
        return stream

    def _clock(self, stream: int) -> Clock:
        return self._clocks.get(stream, self._clocks[DEFAULT])


def did(access: Access) -> str:
    return f"{access.work.where} has {'written' if access.writes else 'read'}"


def _join(clock: Clock, other: Clock) -> None:
    for stream, time in other.items():
        if time > clock.get(stream, 0):
            clock[stream] = time


order = Order()
