"""The blocks of a launch that a GPU runs at the same time: as many as fit. Those that wait for others let them run.

Blocks run in batches, the threads of each in lockstep. A batch runs to its end, unless its blocks wait for others. Then the next
begins, and the batches take turns. GPUs start blocks in the order of their numbers, but do not promise it. So blocks that
wait get the first of those that are left; without a wait, a launch in reverse begins with the last ones that fit. If blocks can
order each other's accesses, the very first one runs alone: in lockstep, all come to a place where they should wait but do not.
So does the very last one, which begins when the others have ended or wait: those that should wait for it but do not go on without it.
"""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING

from .fault import CannotTell
from .machine import Machine

if TYPE_CHECKING:
    from .code import Code
    from .device_races import DeviceRaces
    from .fault import Deadlock
    from .grid import Clusters, Launch
    from .memory import GlobalMemory
    from .watch import Watch

# Threads that run at once. With fewer, the cost of NumPy's calls dominates; with more, the registers leave the cache.
THREADS = 8192
# Polls after which a batch that changes nothing lets others run.
POLLS = 4
# Bytes that the blocks may take which have begun.
ROOM = 2 * 2**30


class Residents:
    """Runs the blocks of some clusters of a launch. `varies` as in `LaunchResult`."""

    def __init__(
        self,
        code: Code,
        memory: GlobalMemory,
        launch: Launch,
        clusters: Clusters,
        device: DeviceRaces,
        watch: Watch,
    ) -> None:
        self.varies: dict[str, None] = {}
        self.running: Machine  # the one that had the last turn
        self._make = partial(Machine, code, memory, launch, device, watch)
        self._device, self._watch, self._launch = device, watch, launch
        self._clusters, self._all = clusters, math.prod(launch.grid)
        self._together = max(1, THREADS // (device.warps * 32 * clusters.per_cluster))
        # Those that have not begun: from each start to its end. No block waits for others by weak accesses.
        self._split = self._fit(len(clusters)) if launch.reverse and code.is_strong else len(clusters)
        self._first, self._later = [0, self._split], [self._split, len(clusters)]
        self._machines: list[Machine] = []  # that have begun, those that had a turn at last behind the others
        self._begun = self._done = 0  # blocks
        self._acquires = code.acquires

    def run(self) -> None:
        """Runs all blocks. Raises Deadlock if they wait for ever, and CannotTell if they take too much memory."""
        self._watch.start()
        idle = rounds = 0  # turns in a row without a change of device memory, and such turns of all
        while self._machines or self._left():
            if idle >= len(self._machines) and self._can_begin():
                self._begin()
                idle = rounds = 0
            machine, before = self._machines.pop(0), self._device.changes
            self.running = machine
            if machine.run(POLLS << rounds):
                self._end(machine)
                idle = rounds = 0
                continue
            self._machines.append(machine)
            idle = idle + 1 if self._device.changes == before else 0
            if idle and idle % len(self._machines) == 0 and not self._can_begin():
                rounds += 1
                if all(each.endless.is_found(each) for each in self._machines):
                    raise self._stuck(machine)

    def _left(self) -> int:
        return sum(end - start for start, end in (self._first, self._later))

    def _fit(self, count: int) -> int:
        """How many of so many clusters a GPU has at once."""
        size, resident = self._clusters.per_cluster, self._launch.resident
        return count if resident is None else max(1, resident(count * size) // size)

    def _free(self, most: int) -> int:
        """How many clusters have room, up to `most`."""
        running = -(-sum(machine.running() for machine in self._machines) // self._clusters.per_cluster)
        return self._fit(running + most) - running

    def _can_begin(self) -> bool:
        return self._left() > 0 and (not self._machines or (self._free(1) > 0 and self._has_room()))

    def _has_room(self) -> bool:
        sizes = [machine.size() for machine in self._machines]
        return sum(sizes) + max(sizes) < ROOM

    def _begin(self) -> None:
        count = self._free(min(self._together, self._left()))
        if self._acquires:
            count = 1 if self._left() == len(self._clusters) else min(count, max(self._left() - 1, 1))
        if self._launch.reverse and not self._machines:
            # The first that fit are kept for the end.
            later = self._later[0] < self._later[1] and self._first[1] - self._first[0] < self._split
            span = self._later if later else self._first
            count = min(count, span[1] - span[0])
            start = span[0] if later else span[1] - count
        else:
            span = self._first if self._first[0] < self._first[1] else self._later
            count, start = min(count, span[1] - span[0]), span[0]
        span[0 if start == span[0] else 1] = start + count if start == span[0] else start
        rows = self._clusters.part(start, start + count).rows()
        self._begun += rows.size
        self._watch.begun(max(self._begun, self._together * self._clusters.per_cluster))
        self._machines.insert(0, self._make((rows[::-1] if self._launch.reverse else rows).reshape(-1)))

    def _end(self, machine: Machine) -> None:
        machine.clocks.end()
        self.varies |= machine.varies
        self._done += machine.blocks
        if not self._machines:
            self._watch.ended(self._done)

    def _stuck(self, machine: Machine) -> Deadlock | CannotTell:
        size = self._clusters.per_cluster
        left, blocks = self._left() * size, self._clusters.blocks
        if blocks < self._all:
            return CannotTell(
                f"{blocks} of {self._all} blocks were executed, and they wait for others or never end ({machine.waits().where()})"
            )
        if not left:
            return machine.deadlock("runs in a loop that never ends")
        if self._free(1) > 0:
            text = f"too large for the emulation: {blocks - self._done - left} of {blocks} blocks wait for one of the others"
            return CannotTell(
                f"{text}, and more than these would take more than {ROOM / 2**30:g} GiB of memory ({machine.waits().where()})"
            )
        fit = self._fit(len(self._clusters)) * size
        because = f": a GPU has {fit} of the {blocks} blocks at once, and they wait for the others"
        return machine.deadlock("waits for blocks that cannot start", because)
