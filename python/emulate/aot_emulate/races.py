"""Accesses of two warps to the same byte of shared memory without a barrier in between, in some blocks of a machine.

Each warp knows the times of others as of the last barrier they met at, as in `Clocks`. Writes that change nothing are no races: Triton
lets several warps store equal copies. Those of one instruction are in `winners`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fault import Other, Race

if TYPE_CHECKING:
    from .clocks import Clocks
    from .memory import OwnMemory
    from .types import Lanes

# Spreads the numbers of blocks.
GOLDEN = 2654435761


class SharedRaces:
    """Watches the first and the last block of a machine, and one in between that depends on the number of the first in the grid.

    Offsets are bytes in the shared memory of all blocks. `numbers` are those of the blocks in the grid.
    """

    def __init__(self, shared: OwnMemory, per_block: int, numbers: np.ndarray, clocks: Clocks) -> None:
        count = len(numbers)
        chosen = sorted({0, int(numbers[0]) * GOLDEN % (1 << 32) * count >> 32, count - 1})
        self._watched = [Races(shared, per_block, each, int(numbers[each]), clocks) for each in chosen]

    @property
    def nbytes(self) -> int:
        return sum(each.reads.nbytes for each in self._watched)

    def own(self, threads: np.ndarray) -> slice | np.ndarray:
        """Those of some threads (in order) that are watched. What the others do need not be given."""
        parts = [each.own(threads) for each in self._watched]
        return parts[0] if len(parts) == 1 else np.concatenate([np.arange(each.start, each.stop) for each in parts])

    def watches(self, thread: int) -> bool:
        return any(begin <= thread < end for begin, end in (each.threads for each in self._watched))

    def read(self, threads: np.ndarray, places: np.ndarray) -> None:
        """Threads read the bytes at `places`, one row for each."""
        for each in self._watched:
            each.read(threads, places)

    def write(self, threads: np.ndarray, places: np.ndarray, data: np.ndarray) -> None:
        """Threads are about to write bytes."""
        for each in self._watched:
            each.write(threads, places, data)

    def copy(self, threads: np.ndarray, places: np.ndarray) -> None:
        """Threads begin to copy to the bytes at `places`: they may change from now on."""
        for each in self._watched:
            each.copy(threads, places)

    def update(self, threads: np.ndarray, places: np.ndarray) -> None:
        """Threads update bytes by atomic operations, which may meet each other."""
        for each in self._watched:
            each.update(threads, places)


class Races:
    """Checks one block: the one at `index` of the machine, which has the number `block` in the grid."""

    def __init__(self, shared: OwnMemory, per_block: int, index: int, block: int, clocks: Clocks) -> None:
        self.shared, self.block = shared, block
        self.warps = warps = per_block // 32
        self.threads = index * per_block, (index + 1) * per_block
        self.first, rank = index * shared.stride, index * warps % clocks.group
        self.clock = clocks.known[index * warps : (index + 1) * warps, rank : rank + warps]
        self.writer = np.zeros(shared.size, np.int64)
        self.written = np.zeros(shared.size, np.int64)
        self.reads = np.zeros((shared.size, warps), np.int64)
        self.updates: np.ndarray | None = None  # the last atomic update of each warp, once there is one

    def own(self, threads: np.ndarray) -> slice:
        """Those of some threads (in order) that are of the block."""
        return slice(*np.searchsorted(threads, self.threads).tolist())

    def read(self, threads: np.ndarray, places: np.ndarray) -> None:
        warp, at = self._own(threads, places)
        if not len(at):
            return
        other = self.writer[at]
        self._refuse(self.written[at] > self.clock[warp, other], warp, at, other, "reads", "written")
        self._refuse_unseen(self.updates, warp, at, "reads", "updated")
        self.reads[at, warp] = self.clock[warp, warp]

    def write(self, threads: np.ndarray, places: np.ndarray, data: np.ndarray) -> None:
        own = self._is_own(threads, places)
        places, data, threads = places[own], data[own], threads[own] - self.threads[0]
        changed = (self.shared.content[places] != data) | self.shared.undefined[places]
        warp, at = np.broadcast_to(threads[:, None] // 32, places.shape)[changed], places[changed] - self.first
        if not len(at):
            return
        self._before_write(warp, at, "writes")
        self._refuse_unseen(self.updates, warp, at, "writes", "updated")
        self.writer[at], self.written[at] = warp, self.clock[warp, warp]
        self.reads[at] = 0

    def copy(self, threads: np.ndarray, places: np.ndarray) -> None:
        warp, at = self._own(threads, places)
        if len(at):
            self._before_write(warp, at, "copies to")
            self._refuse_unseen(self.updates, warp, at, "copies to", "updated")

    def update(self, threads: np.ndarray, places: np.ndarray) -> None:
        warp, at = self._own(threads, places)
        if not len(at):
            return
        self._before_write(warp, at, "updates")
        if self.updates is None:
            self.updates = np.zeros_like(self.reads)
        self.updates[at, warp] = self.clock[warp, warp]

    def _own(self, threads: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        own = self._is_own(threads, places)
        places = places[own]
        return np.repeat((threads[own] - self.threads[0]) // 32, places.shape[1]), places.reshape(-1) - self.first

    def _is_own(self, threads: np.ndarray, places: np.ndarray) -> Lanes:
        """Which threads are of the block, and access its own memory."""
        (begin, end), last = self.threads, places[:, -1]
        return (threads >= begin) & (threads < end) & (last >= self.first) & (last < self.first + self.shared.size)

    def _before_write(self, warp: np.ndarray, at: np.ndarray, verb: str) -> None:
        other = self.writer[at]
        self._refuse(self.written[at] > self.clock[warp, other], warp, at, other, verb, "written")
        self._refuse_unseen(self.reads, warp, at, verb, "read")

    def _refuse_unseen(self, times: np.ndarray | None, warp: np.ndarray, at: np.ndarray, verb: str, did: str) -> None:
        """Refuses if another warp did something at a time that the warp does not know of."""
        if times is not None:
            unseen = times[at] > self.clock[warp]
            self._refuse(unseen.any(1), warp, at, unseen.argmax(1), verb, did)

    def _refuse(self, wrong: Lanes, warp: np.ndarray, at: np.ndarray, other: np.ndarray, verb: str, did: str) -> None:
        if wrong.any():
            first = int(np.argmax(wrong))
            raise Race(
                f"{verb} byte {at[first]} of shared memory",
                None,
                self.block,
                int(warp[first]),
                Other(did, self.block, int(other[first])),
            )
