"""Which warps have stored the same bits to a unit as another one, without an order between them.

Whoever reads the unit must come after one of them. A warp that has stored the bits itself does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .clocks import Clocks
    from .types import Lanes

# The bits of the number of a warp.
WARP = 22


class Sharers:
    """For each unit: the warps, and the time of each when it stored."""

    def __init__(self) -> None:
        self._keys: list[np.ndarray] = []
        self._times: list[np.ndarray] = []
        self._is_sorted = True

    def add(self, units: np.ndarray, warps: np.ndarray, times: np.ndarray) -> None:
        self._keys.append((units << WARP) + warps)
        self._times.append(times)
        self._is_sorted = False

    def precede(self, clocks: Clocks, rows: np.ndarray, units: np.ndarray) -> Lanes:
        """Whether each warp (its row), as it reads a unit, comes after a sharer of it."""
        keys, times = self._in_order()
        found = np.zeros(len(units), bool)
        own = (units << WARP) + clocks.number[rows] // clocks.group * clocks.group
        # Those of its own cluster are found faster.
        for first, last in ((own, own + clocks.group), (units << WARP, units + 1 << WARP)):
            at, end = np.searchsorted(keys, first), np.searchsorted(keys, last)
            while len(left := np.flatnonzero(~found & (at < end))):
                sharer = at[left]
                found[left] = clocks.knows(rows[left], keys[sharer] & (1 << WARP) - 1, times[sharer])
                at[left] += 1
        return found

    def _in_order(self) -> tuple[np.ndarray, np.ndarray]:
        if not self._is_sorted:
            keys, times = np.concatenate(self._keys), np.concatenate(self._times)
            order = np.argsort(keys, kind="stable")
            self._keys, self._times, self._is_sorted = [keys[order]], [times[order]], True
        return self._keys[0], self._times[0]
