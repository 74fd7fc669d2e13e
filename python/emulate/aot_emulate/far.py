"""What warps know of those of other clusters, by releases and acquires of places in device memory.

A release at a place is known to who acquires the place later. A fence before a strong write makes it a release, and one
after a strong read makes that an acquire. Where the model is not sure, something counts as known: a fence of one thread
serves those that it meets at a barrier, as CUDA programs expect, and what was released at a place stays known there,
unless another warp replaces it by a strong store that releases nothing.

Most kernels have atomic operations and no use for the order. So what happens is only noted, until someone asks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal, TypeAlias

    from .access import Access
    from .types import Lanes

    # What each warp knows that knows something: a time of each warp.
    Times: TypeAlias = dict[int, np.ndarray]
    # None if strong operations read, whether each writes, or "stores" if they replace what was released there.
    Wrote: TypeAlias = np.ndarray | Literal["stores"] | None

# How much is noted and computed. Beyond, races between clusters are not watched.
NOTES, WORK, PLACES = 2_000_000, 4_000_000_000, 100_000_000


@dataclass
class Released:
    """What is known to those who wait at an mbarrier: a time of each warp of the launch."""

    clock: np.ndarray | None = None


class Far:
    """The knowledge of all warps of a launch."""

    def __init__(self, warps: int, group: int, has_fences: bool) -> None:
        self.warps, self.group, self.has_fences = warps, group, has_fences
        self.is_complete = True  # if not, everything counts as known
        self.limit = ""  # why something counted as known; empty if nothing did
        self.is_needed = False  # whether accesses were in order that would not be without it
        self._notes: list[tuple[Callable[..., None], tuple[object, ...]]] = []
        self._noted = self._work = 0
        self._is_asked = False
        self._known: Times = {}  # of each warp that knows something: a time of each warp
        self._fenced: Times = {}
        self._seen: Times = {}
        # What was released at each, and the warp that did it last.
        self._places: dict[int | tuple[int, int], tuple[np.ndarray, int]] = {}

    def later(self, step: Callable[..., None], *arguments: object, size: int = 1) -> None:
        """Takes a step when someone asks, or now if someone has."""
        if not self.is_complete:
            return
        if self._is_asked:
            step(*arguments)
            return
        self._notes.append((step, arguments))
        self._noted += size
        if self._noted > NOTES:
            self._give_up()

    def knows(self, warps: np.ndarray, others: np.ndarray, times: np.ndarray) -> np.ndarray:
        if not self._is_asked:
            self._is_asked = True
            notes, self._notes = self._notes, []
            for step, arguments in notes:
                step(*arguments)
        if not self.is_complete:
            self.limit = "blocks order their accesses by more operations than are followed"
            return np.ones(len(warps), bool)
        found = np.zeros(len(warps), bool)
        order = np.argsort(warps, kind="stable")
        for own in np.split(order, np.flatnonzero(np.diff(warps[order])) + 1):
            known = self._known.get(int(warps[own[0]]))
            if known is not None:
                found[own] = known[others[own]] >= times[own]
        self.is_needed |= bool(found.any())
        return found

    def access(self, warps: np.ndarray, places: np.ndarray, rows: np.ndarray, how: Access, wrote: Wrote) -> None:
        """Strong operations. `wrote`: None if they read, whether each writes, or "stores" if they replace what was released there."""
        replaces = isinstance(wrote, str)
        for index, (warp, place) in enumerate(zip(warps.tolist(), places.tolist())):
            scope = (place, warp // self.group) if how.is_local else place
            if not replaces:
                self._acquire(self._places.get(scope, (None,))[0], warp, how.acquires)
            if replaces or (wrote is not None and wrote[index]):
                clock = self._released(warp, rows[index]) if how.releases else self._fenced.get(warp)
                before, by = self._places.get(scope, (None, None))
                if clock is None:
                    if replaces and by != warp:
                        self._places.pop(scope, None)
                    continue
                self._places[scope] = clock if before is None or replaces else np.maximum(before, clock), warp
                self._spend(1 + (len(self._places) * self.warps > PLACES) * WORK)
            if not self.is_complete:
                return

    def fence(self, warps: np.ndarray, rows: np.ndarray, how: Access) -> None:
        for warp, row in zip(warps.tolist(), rows):
            if how.acquires:
                self._learn(warp, self._seen.pop(warp, None))
            if how.releases:
                self._fenced[warp] = self._released(warp, row)

    def meet(self, first: int, count: int, size: int, came: Lanes | None) -> None:
        """Warps from `first` meet, those of each `size`; `came`: which of them, None: all."""
        if size == 1:
            return
        starts = (
            range(first, first + count, size)
            if came is None
            else (first + size * np.flatnonzero(came.reshape(-1, size).any(1))).tolist()
        )
        for table in filter(None, (self._known, self._fenced, self._seen)):
            for start in starts:
                warps = [warp for warp in range(start, start + size) if came is None or came[warp - first]]
                known = [clock for clock in map(table.get, warps) if clock is not None]
                clocks = {id(clock): clock for clock in known}
                if len(clocks) > 1 or 0 < len(known) < len(warps):
                    table.update(dict.fromkeys(warps, np.maximum.reduce(list(clocks.values()))))
                    self._spend(len(clocks))

    def release(self, place: Released, warp: int, row: np.ndarray) -> None:
        """A warp arrives at an mbarrier, whose knowledge is in `place`."""
        if self._known.get(warp) is not None:
            clock = self._released(warp, row)
            place.clock = clock if place.clock is None else np.maximum(place.clock, clock)

    def acquire(self, place: Released, warp: int) -> None:
        self._learn(warp, place.clock)

    def forget(self, first: int, count: int) -> None:
        """So many warps have ended."""
        for table in (self._known, self._fenced, self._seen):
            for warp in [warp for warp in table if first <= warp < first + count]:
                del table[warp]

    def _acquire(self, clock: np.ndarray | None, warp: int, now: bool) -> None:
        if clock is None:
            return
        if now:
            self._learn(warp, clock)
        else:
            before = self._seen.get(warp)
            self._seen[warp] = clock if before is None or before is clock else np.maximum(before, clock)
            self._spend(1)

    def _learn(self, warp: int, clock: np.ndarray | None) -> None:
        if clock is not None:
            before = self._known.get(warp)
            if before is not clock:
                self._known[warp] = clock if before is None else np.maximum(before, clock)
                self._spend(1)

    def _released(self, warp: int, row: np.ndarray) -> np.ndarray:
        known = self._known.get(warp)
        clock = np.zeros(self.warps, np.int32) if known is None else known.copy()
        own = clock[warp // self.group * self.group :][: self.group]
        np.maximum(own, row, out=own)
        self._spend(1)
        return clock

    def _spend(self, clocks: int) -> None:
        self._work += clocks * self.warps
        if self._work > WORK:
            self._give_up()

    def _give_up(self) -> None:
        self.is_complete = False
        self._notes, self._places, self._known, self._fenced, self._seen = [], {}, {}, {}, {}
