"""Reads that are put off until they matter: when something else accesses the same buffer.

Most buffers of a launch are only read. Then it does not matter who has read a unit, and the tables of readers stay empty.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from .touched import Touched

# How many reads of one area are put off: each takes a few kilobytes.
MOST = 4096


class Reads:
    """What the warps of a launch have read in each of some areas of units, in order. `note` puts a read into the tables.

    A read is what was touched, and an entry for each warp.
    """

    def __init__(self, areas: list[tuple[int, int]], note: Callable[[Touched, np.ndarray], None]) -> None:
        """`areas` are the first unit and the last one of each buffer, in order. Buffers that share units are one area."""
        self._starts: list[int] = []
        end = -1
        for first, last in areas:
            if first > end:
                self._starts.append(first)
            end = max(end, last)
        self._reads: dict[int, list[tuple[Touched, np.ndarray]]] = {}
        self._note = note

    def add(self, touched: Touched, entries: np.ndarray) -> None:
        """Puts off a read. All of its units are in one buffer."""
        area = self._area(touched.ends[0])
        reads = self._reads.setdefault(area, [])
        reads.append((touched, entries))
        if len(reads) >= MOST:
            self._settle(area)

    def settle(self, touched: Touched) -> None:
        """Something accesses units: the reads of their areas come before it."""
        if self._reads:
            first, last = map(self._area, touched.ends)
            for area in [each for each in self._reads if first <= each <= last]:
                self._settle(area)

    def _area(self, unit: int) -> int:
        return bisect_right(self._starts, unit) - 1

    def _settle(self, area: int) -> None:
        for touched, entries in self._reads.pop(area):
            self._note(touched, entries)
