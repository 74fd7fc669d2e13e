"""Numbers for the units of device memory that can be accessed: small ones, wherever the buffers are."""

from __future__ import annotations

from bisect import bisect_right

import numpy as np

# Bytes between two buffers from which on they are apart. Units of one part follow each other, whether accessed or not.
APART = 1 << 12


class Units:
    """Unit `n` of memory, which is at the place `n * unit`, has the number `n - shift`, with a shift for each part."""

    def __init__(self, spans: list[tuple[int, int]], unit: int) -> None:
        """`spans` are where buffers start and end, in order."""
        parts: list[tuple[int, int]] = []
        for start, end in spans:
            if parts and start - parts[-1][1] < APART:
                parts[-1] = (parts[-1][0], max(end, parts[-1][1]))
            else:
                parts.append((start, end))
        self.size = unit
        starts = [start // unit for start, _ in parts] or [0]
        sizes = [end // unit - start // unit + 1 for start, end in parts] or [1]
        self.count = sum(sizes)
        # Of each part: its first unit, the number of that, and the difference of the two.
        self._starts = np.array(starts)
        self._numbers = np.cumsum([0, *sizes[:-1]])
        self._shifts = self._starts - self._numbers
        self._first, self._shift = starts, self._shifts.tolist()

    def of(self, units: np.ndarray) -> np.ndarray:
        """The numbers of units, which can be accessed."""
        if len(self._starts) == 1 or not units.size:
            return units - self._shifts[0]
        part = np.searchsorted(self._starts, units.min(), "right") - 1
        if part + 1 == len(self._starts) or units.max() < self._starts[part + 1]:
            return units - self._shifts[max(part, 0)]
        return units - self._shifts[np.maximum(np.searchsorted(self._starts, units, "right") - 1, 0)]

    def shift(self, unit: int) -> int:
        """What to add to a unit, and to others of its buffer, for the numbers."""
        part = bisect_right(self._first, unit) - 1
        return -self._shift[max(part, 0)]

    def place(self, number: int) -> int:
        """Where the unit with a number starts."""
        part = int(np.searchsorted(self._numbers, number, "right")) - 1
        return (number + int(self._shifts[part])) * self.size

    def runs(self) -> list[tuple[slice, slice]]:
        """The numbers of each part, and its units."""
        ends = [*self._numbers[1:].tolist(), self.count]
        numbers = [slice(first, end) for first, end in zip(self._numbers.tolist(), ends)]
        shifts = self._shifts.tolist()
        return [(each, slice(each.start + shift, each.stop + shift)) for each, shift in zip(numbers, shifts)]
