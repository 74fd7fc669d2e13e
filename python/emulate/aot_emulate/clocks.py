"""What warps know of each other: up to which time of another warp everything has happened before.

Each warp has a clock of its own, which goes on when it lets others know ("FastTrack", Flanagan and Freund 2009). Clocks of the warps of one cluster are in one
array. What is known of other clusters, by way of device memory, is in `Far`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .far import Released

if TYPE_CHECKING:
    from .access import Access
    from .far import Far, Wrote
    from .types import Mask


@dataclass
class Known:
    """What those know who wait at an mbarrier: a row of times for each cluster, and what `Far` knows."""

    near: dict[int, np.ndarray] = field(default_factory=dict)
    far: Released = field(default_factory=Released)


class Clocks:
    """The clocks of the warps of a machine. The warps of the launch are numbered in the order in which its blocks begin."""

    def __init__(self, per_block: int, blocks: int, per_cluster: int, first: int, far: Far | None) -> None:
        self.warps = warps = per_block // 32
        self.group = group = warps * per_cluster
        self.first = first * warps  # the number of the first warp
        self.number = self.first + np.arange(blocks * warps)
        self.own = self.number % group
        self._row = np.arange(blocks * warps)
        self.known = np.zeros((blocks * warps, group), np.int64)
        self.known[self._row, self.own] = 1
        self.turns = 1  # no clock is later
        self.far = far

    def end(self) -> None:
        """The warps have ended."""
        if self.far is not None:
            self.far.later(self.far.forget, self.first, len(self.known))

    def now(self) -> np.ndarray:
        """The time of each warp."""
        return self.known[self._row, self.own]

    def meet(self, lanes: Mask, is_cluster: bool = False) -> None:
        """Threads of each block, or of each cluster, meet at a barrier; None: all."""
        size = self.group if is_cluster else self.warps
        rows = self.known.reshape(-1, size, self.group)
        self.turns += 1
        if lanes is None:
            rows[:] = rows.max(1, keepdims=True)
            self.known[self._row, self.own] += 1
        else:
            came = lanes.reshape(len(self.known), 32).any(1)
            latest = np.where(came.reshape(-1, size, 1), rows, 0).max(1, keepdims=True)
            np.copyto(rows, latest, where=came.reshape(-1, size, 1))
            self.known[self._row, self.own] += came
        if self.far is not None:
            self.far.later(self.far.meet, self.first, len(self.known), size, None if lanes is None else came)

    def released(self, thread: int, known: Known | None) -> Known:
        """What those know who wait for something that the thread does; `known` is what they know already."""
        warp = thread // 32
        group, row = int(self.number[warp]) // self.group, self.known[warp].copy()
        known = known or Known()
        before = known.near.get(group)
        known.near[group] = row if before is None else np.maximum(before, row)
        if self.far is not None:
            self.far.later(self.far.release, known.far, int(self.number[warp]), row)
        self._advance(np.array([warp]))
        return known

    def acquired(self, thread: int, known: Known | None) -> None:
        """A thread has waited for what `released` returned."""
        if known is None:
            return
        warp = thread // 32
        row = known.near.get(int(self.number[warp]) // self.group)
        if row is not None:
            self.known[warp] = np.maximum(self.known[warp], row)
        if self.far is not None:
            self.far.later(self.far.acquire, known.far, int(self.number[warp]))

    def access(self, warps: np.ndarray, places: np.ndarray, how: Access, wrote: Wrote) -> None:
        """Warps (their rows) access places by strong operations one after the other, as in `Far.access`."""
        if self.far is not None and (how.acquires or how.releases or self.far.has_fences or isinstance(wrote, str)):
            self.far.later(self.far.access, self.number[warps], places, self.known[warps], how, wrote, size=len(warps))
            if how.releases:
                self._advance(warps)

    def fence(self, warps: np.ndarray, how: Access) -> None:
        """Warps execute a fence."""
        if self.far is not None:
            self.far.later(self.far.fence, self.number[warps], self.known[warps], how, size=len(warps))
            self._advance(warps)

    def knows(self, warps: np.ndarray, others: np.ndarray, times: np.ndarray) -> np.ndarray:
        """Whether each warp (its row) knows that a warp (its number) had come to a time."""
        near = self.number[warps] // self.group == others // self.group
        known = near & (self.known[warps, others % self.group] >= times)
        rest = ~known
        if rest.any() and self.far is not None:
            known[rest] = self.far.knows(self.number[warps[rest]], others[rest], times[rest])
        return known

    def _advance(self, warps: np.ndarray) -> None:
        self.turns += 1
        self.known[warps, self.own[warps]] += 1
