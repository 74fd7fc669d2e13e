"""Numbers for the units of device memory that a launch may access, without numbers for what is between its buffers."""

from __future__ import annotations

import numpy as np

# Bytes before and after a buffer that have units too: a word may be accessed if one of its bytes may.
AROUND = 16


class Units:
    """Units of `size` bytes, a power of two up to 16. Places are offsets in the content of the memory."""

    def __init__(self, extents: list[tuple[int, int]], size: int) -> None:
        self.size = size
        starts, ends, firsts = (
            [],
            [],
            [],
        )  # the first and the last unit of each run of buffers, and the number of the first
        self.count = 0
        for start, end in extents:
            first, last = (start - AROUND) // size, (end + AROUND) // size + 1
            if ends and first <= ends[-1]:
                self.count += max(last - ends[-1], 0)
                ends[-1] = max(last, ends[-1])
            else:
                starts.append(first)
                ends.append(last)
                firsts.append(self.count)
                self.count += last - first
        self._starts, self._ends, self._firsts = (np.array(each, np.int64) for each in (starts, ends, firsts))

    def numbers(self, units: np.ndarray) -> np.ndarray:
        """The numbers of units, which are places divided by the size."""
        if not len(units):
            return units
        low, high = int(units.min()), int(units.max())
        run = int(np.searchsorted(self._starts, low, "right")) - 1
        if high < self._ends[run]:  # as almost always: all in one buffer
            return units - int(self._starts[run] - self._firsts[run])
        runs = np.searchsorted(self._starts, units, "right") - 1
        return units - (self._starts - self._firsts)[runs]

    def places(self, numbers: np.ndarray) -> np.ndarray:
        """The places at which units with these numbers begin."""
        runs = np.searchsorted(self._firsts, numbers, "right") - 1
        return (numbers + (self._starts - self._firsts)[runs]) * self.size
