"""Accesses of two warps to the same byte of shared memory without a barrier in between, in one block of a machine.

Each warp knows the times of others as of the last barrier they met at, as in `Clocks`. Writes that change nothing are no races: Triton lets several warps store equal copies. Those of one
instruction are in `winners`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fault import Other, Race

if TYPE_CHECKING:
    from .memory import OwnMemory
    from .types import Lanes


class Races:
    """Checks the first block, whose clocks are given. Offsets are bytes in its shared memory."""

    def __init__(self, shared: OwnMemory, per_block: int, block: int, clock: np.ndarray) -> None:
        self.shared = shared
        self.block = block  # its number in the grid
        self.per_block = per_block
        self.warps = warps = per_block // 32
        self.clock = clock[:warps, :warps]
        self.writer = np.zeros(shared.size, np.int64)
        self.written = np.zeros(shared.size, np.int64)
        self.reads = np.zeros((shared.size, warps), np.int64)
        self.updates: np.ndarray | None = None  # the last atomic update of each warp, once there is one

    def own(self, threads: np.ndarray) -> slice:
        """Those of some threads (in order) that are watched. What the others do need not be given."""
        return slice(0, int(np.searchsorted(threads, self.per_block)))

    def read(self, threads: np.ndarray, places: np.ndarray) -> None:
        """Threads read the bytes at `places`, one row for each."""
        warp, at = self._own(threads, places)
        if not len(at):
            return
        other = self.writer[at]
        self._refuse(self.written[at] > self.clock[warp, other], warp, at, other, "reads", "written")
        self._refuse_unseen(self.updates, warp, at, "reads", "updated")
        self.reads[at, warp] = self.clock[warp, warp]

    def write(self, threads: np.ndarray, places: np.ndarray, data: np.ndarray) -> None:
        """Threads are about to write bytes."""
        own = (threads < self.per_block) & (places[:, -1] < self.shared.size)
        places, data, threads = places[own], data[own], threads[own]
        changed = (self.shared.content[places] != data) | self.shared.undefined[places]
        warp, at = np.broadcast_to(threads[:, None] // 32, places.shape)[changed], places[changed]
        if not len(at):
            return
        self._before_write(warp, at, "writes")
        self._refuse_unseen(self.updates, warp, at, "writes", "updated")
        self.writer[at], self.written[at] = warp, self.clock[warp, warp]
        self.reads[at] = 0

    def copy(self, threads: np.ndarray, places: np.ndarray) -> None:
        """Threads begin to copy to the bytes at `places`: they may change from now on."""
        warp, at = self._own(threads, places)
        if len(at):
            self._before_write(warp, at, "copies to")
            self._refuse_unseen(self.updates, warp, at, "copies to", "updated")

    def update(self, threads: np.ndarray, places: np.ndarray) -> None:
        """Threads update bytes by atomic operations, which may meet each other."""
        warp, at = self._own(threads, places)
        if not len(at):
            return
        self._before_write(warp, at, "updates")
        if self.updates is None:
            self.updates = np.zeros_like(self.reads)
        self.updates[at, warp] = self.clock[warp, warp]

    def _own(self, threads: np.ndarray, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        own = (threads < self.per_block) & (places[:, -1] < self.shared.size)
        places = places[own]
        return np.repeat(threads[own] // 32, places.shape[1]), places.reshape(-1)

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
