"""Barriers: those with a number, those of clusters, and those in shared memory (mbarrier)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fault import Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from .clocks import Known
    from .machine import Machine
    from .types import Lanes, Mask

# A thread's counter is the index of its next instruction, or END. RETRY is added while it waits to run an instruction
# again, HELD while a barrier holds it.
END, RETRY, HELD = 1 << 40, 1 << 41, 1 << 42


class NamedBarriers:
    """`bar` and `barrier`: each block has 16. Section 9.7.14.1 of the PTX ISA 9.0."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self._arrived: dict[int, Lanes] = {}
        self._held: dict[int, Lanes] = {}
        self._needed: dict[int, np.ndarray] = {}  # the threads of each block

    def arrive(self, number: int, mask: Mask, count: np.ndarray | None, hold: bool) -> None:
        """Threads of `mask` arrive; if `hold`, they go on when `count` threads of their block have (None: all)."""
        m = self.m
        if mask is None and count is None and number not in self._arrived and hold:
            m.clocks.meet(None)
            return
        lanes = np.ones(m.threads, bool) if mask is None else mask
        arrived = self._arrived.setdefault(number, np.zeros(m.threads, bool))
        held = self._held.setdefault(number, np.zeros(m.threads, bool))
        needed = self._needed.setdefault(number, np.full(m.blocks, m.per_block))
        arrived |= lanes
        if hold:
            held |= lanes
            m.counter[lanes] += HELD
        needed[m.block[lanes]] = m.per_block if count is None else count
        self._complete(number)

    def threads_ended(self) -> None:
        """Some threads have ended: they count as arrived at the barriers that wait for all threads of their block."""
        for number in list(self._arrived):
            self._complete(number)

    def _per_block(self, mask: np.ndarray) -> np.ndarray:
        return mask.reshape(self.m.blocks, -1).sum(1)

    def _complete(self, number: int) -> None:
        m, arrived, held = self.m, self._arrived[number], self._held[number]
        needed = self._needed[number]
        count = self._per_block(arrived)
        counts = np.where(needed == m.per_block, self._per_block(arrived | (m.counter == END)), count)
        done = (count > 0) & (counts >= needed)
        if not done.any():
            return
        lanes = arrived & done[m.block]
        m.clocks.meet(lanes)
        m.counter[lanes & held] -= HELD
        arrived &= ~lanes
        held &= ~lanes
        if not arrived.any():
            del self._arrived[number], self._held[number], self._needed[number]


class ClusterBarrier:
    """`barrier.cluster`. Section 9.7.14.3."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self._arrived = np.zeros(machine.threads, np.int64)
        self._waited = np.zeros(machine.threads, np.int64)

    def arrive(self, mask: Mask) -> None:
        self._arrived[slice(None) if mask is None else mask] += 1
        self.m.wake()

    def wait(self, mask: Mask) -> Mask:
        """Returns the threads that must wait, or None."""
        m = self.m
        lanes = np.ones(m.threads, bool) if mask is None else mask
        arrived = np.where(m.counter == END, np.iinfo(np.int64).max, self._arrived)
        phase = np.repeat(arrived.reshape(-1, m.per_block * m.per_cluster).min(1), m.per_block * m.per_cluster)
        ready = lanes & (phase > self._waited)
        self._waited[ready] += 1
        if ready.any():
            m.clocks.meet(ready, is_cluster=True)
        waits = lanes & ~ready
        return waits if waits.any() else None


class _Barrier:
    def __init__(self, count: int) -> None:
        self.count = self.left = count
        self.bytes = 0
        self.phase = 0
        self.work: list[Callable[[], object]] = []
        self.clock: Known | None = None  # what is known to those who wait, for the detection of races


class MemoryBarriers:
    """`mbarrier` objects by their place in shared memory. Section 9.7.14.15."""

    def __init__(self, machine: Machine) -> None:
        self.m = machine
        self._all: dict[int, _Barrier] = {}

    def init(self, place: int, count: int) -> None:
        self._all[place] = _Barrier(count)

    def end(self, place: int) -> None:
        self._all.pop(place, None)

    def arrive(self, place: int, count: int = 1) -> int:
        """Returns the phase before."""
        barrier = self._at(place)
        if count > barrier.left:
            raise Fault("arrives at an mbarrier more often than it was initialised for")
        phase = barrier.phase
        barrier.left -= count
        self._check(barrier)
        return phase

    def await_more(self, place: int, count: int) -> None:
        """The phase also waits for `count` more arrivals."""
        self._at(place).left += count

    def expect(self, place: int, size: int) -> None:
        """The phase also waits for `size` bytes."""
        self._at(place).bytes += size

    def complete(self, place: int, size: int) -> None:
        """`size` bytes have come."""
        barrier = self._at(place)
        barrier.bytes -= size
        self._check(barrier)

    def later(self, place: int, work: Callable[[], object]) -> None:
        """Runs `work` when a thread waits for the barrier, or at the end of the kernel."""
        self._at(place).work.append(work)
        self.m.wake()

    def done(self, place: int, phase_or_parity: int, parity: bool) -> bool:
        """Whether a phase is complete, after the work that it waits for."""
        barrier = self._at(place)

        def complete() -> bool:
            return barrier.phase & 1 != phase_or_parity & 1 if parity else barrier.phase > phase_or_parity

        while not complete() and barrier.work:
            barrier.work.pop(0)()
        return complete()

    def finish(self) -> None:
        """Runs all work that no thread has waited for."""
        for barrier in list(self._all.values()):
            while barrier.work:
                barrier.work.pop(0)()

    def release(self, place: int, thread: int) -> None:
        """What a thread has done is known to those who wait."""
        self._at(place).clock = self.m.clocks.released(thread, self._at(place).clock)

    def acquire(self, place: int, thread: int) -> None:
        self.m.clocks.acquired(thread, self._at(place).clock)

    def _at(self, place: int) -> _Barrier:
        barrier = self._all.get(place)
        if barrier is None:
            raise Fault("uses an mbarrier that is not initialised")
        return barrier

    def _check(self, barrier: _Barrier) -> None:
        if barrier.left == 0 and barrier.bytes == 0:
            barrier.phase += 1
            barrier.left = barrier.count
            self.m.wake()
