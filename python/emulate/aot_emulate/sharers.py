"""Which warps have stored the same bits to a unit as one of another cluster, without an order between them.

Whoever reads the unit must come after one of them. A block that has stored the bits itself does.
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
        """Whether each warp (its row), as it reads a unit, comes after a sharer of it, or is of the same block as one."""
        keys, times = self._in_order()
        block = clocks.number[rows] // clocks.warps * clocks.warps
        own = np.searchsorted(keys, (units << WARP) + block)
        found = own < np.searchsorted(keys, (units << WARP) + block + clocks.warps)
        at, end = (np.searchsorted(keys, unit << WARP) for unit in (units, units + 1))
        while True:
            left = np.flatnonzero(~found & (at < end))
            if not len(left):
                return found
            sharer = at[left]
            found[left] = clocks.knows(rows[left], keys[sharer] & (1 << WARP) - 1, times[sharer])
            at[left] += 1

    def _in_order(self) -> tuple[np.ndarray, np.ndarray]:
        if not self._is_sorted:
            keys, times = np.concatenate(self._keys), np.concatenate(self._times)
            order = np.argsort(keys, kind="stable")
            self._keys, self._times, self._is_sorted = [keys[order]], [times[order]], True
        return self._keys[0], self._times[0]
