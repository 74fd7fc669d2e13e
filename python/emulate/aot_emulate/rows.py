"""Numbers in rows that are alike, as the addresses of most instructions are: each block has the same ones, from another start on.

What takes a pass over all threads for any addresses, here takes one over the blocks and one over the threads of a block; and none
where the distance from each to the next is the same.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np


class Line:
    """Some numbers, of which it is known whether each has the same distance from the one before: `step`; if not, it is None."""

    def __init__(self, first: int, step: int | None, count: int, values: np.ndarray | None = None) -> None:
        self.first, self.step, self.count = first, step, count
        self._values = values

    @classmethod
    def of(cls, values: np.ndarray) -> Line:
        """The step of a single number is 0. Numbers that go round 64 bits have none."""
        first, count = int(values[0]), len(values)
        if count == 1:
            return cls(first, 0, 1, values)
        step = int(values[1]) - first
        is_step = first + step * (count - 1) == int(values[-1]) and bool((values[1:] - values[:-1] == step).all())
        return cls(first, step if is_step else None, count, values)

    @property
    def values(self) -> np.ndarray:
        if self._values is None:
            self._values = self.first + (self.step or 0) * np.arange(self.count)
        return self._values

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The smallest number, and the largest."""
        if self.step is None:
            return int(self.values.min()), int(self.values.max())
        last = self.first + self.step * (self.count - 1)
        return (self.first, last) if self.step >= 0 else (last, self.first)

    @property
    def length(self) -> int:
        """From the smallest number to the largest."""
        return self.ends[1] - self.ends[0]

    def are_multiples(self, of: int) -> bool:
        """Whether all are multiples of a power of two."""
        bits = self.first | self.step if self.step is not None else int(np.bitwise_or.reduce(self.values))
        return bits & of - 1 == 0

    def shifted(self, by: int) -> Line:
        return Line(self.first + by, self.step, self.count, self.values + by if self.step is None else None)

    def scaled(self, by: int) -> Line:
        """The numbers divided by one of which they are multiples."""
        if self.step is None:
            return Line(self.first // by, None, self.count, self.values // by)
        return Line(self.first // by, self.step // by, self.count)

    def repeated(self, count: int) -> Line:
        """Each number, and the ones after it, `count` in all."""
        if self.step == count or self.count == 1:
            return Line(self.first, 1, self.count * count)
        return Line.of((self.values[:, None] + np.arange(count)).reshape(-1))


class Rows:
    """The numbers `starts[row] + offsets[column]`, row by row."""

    def __init__(self, starts: Line, offsets: Line) -> None:
        self.starts, self.offsets = starts, offsets

    @classmethod
    def of(cls, numbers: np.ndarray) -> Rows | None:
        """The rows of an array, None if they are not alike."""
        starts = numbers[:, 0]
        offsets = numbers[0] - starts[0]
        if len(starts) > 1 and not (numbers == starts[:, None] + offsets).all():
            return None
        return cls(Line.of(starts), Line.of(offsets))

    @property
    def shape(self) -> tuple[int, int]:
        return self.starts.count, self.offsets.count

    @property
    def ends(self) -> tuple[int, int]:
        """The smallest number, and the largest. Sums that do not fit into 64 bits are exact."""
        return self.starts.ends[0] + self.offsets.ends[0], self.starts.ends[1] + self.offsets.ends[1]

    @cached_property
    def are_apart(self) -> bool:
        """Whether no number is there twice, as far as that is quickly found."""
        starts, offsets = self.starts, self.offsets
        if starts.step is not None:
            rows = starts.count == 1 or abs(starts.step) > offsets.length
        else:
            ordered = np.sort(starts.values)
            rows = bool((ordered[1:] - ordered[:-1] > offsets.length).all())
        if not rows or offsets.step is not None:
            return rows and (offsets.step != 0 or offsets.count == 1)
        return len(np.unique(offsets.values)) == offsets.count

    def are_multiples(self, of: int) -> bool:
        """Whether all starts and all offsets are multiples of a power of two."""
        return self.starts.are_multiples(of) and self.offsets.are_multiples(of)

    def shifted(self, by: int) -> Rows:
        return Rows(self.starts.shifted(by), self.offsets) if by else self

    def scaled(self, by: int) -> Rows:
        """The numbers divided by one of which they are multiples, as in `are_multiples`."""
        return Rows(self.starts.scaled(by), self.offsets.scaled(by)) if by > 1 else self

    def repeated(self, count: int) -> Rows:
        """Each number, and the ones after it, `count` in all."""
        return Rows(self.starts, self.offsets.repeated(count)) if count > 1 else self

    def last(self, count: int) -> tuple[Rows, np.ndarray] | None:
        """Those rows after which fewer than `count` equal ones come, and which these are; None if they are all."""
        starts = self.starts
        if starts.step == 0:
            kept = np.arange(max(starts.count - count, 0), starts.count)
        elif starts.step is not None:
            return None
        else:
            order = np.argsort(starts.values, kind="stable")
            ordered = starts.values[order]
            after = np.searchsorted(ordered, ordered, "right") - np.arange(starts.count)
            kept = np.sort(order[after <= count])
        if len(kept) == starts.count:
            return None
        return Rows(Line.of(starts.values[kept]), self.offsets), kept

    def numbers(self) -> np.ndarray:
        """All of them."""
        return (self.starts.values[:, None] + self.offsets.values).reshape(-1)

    def take(self, array: np.ndarray) -> np.ndarray:
        """The elements of an array with these numbers, as a new array."""
        windows = self._windows(array)
        if windows is None:
            return array[self.numbers()]
        return windows.flatten() if self.starts.step is not None else windows[self.starts.values].reshape(-1)

    def put(self, array: np.ndarray, values: np.ndarray | bool) -> None:
        """Sets the elements with these numbers. Of those for one number, the last one stays."""
        if isinstance(values, np.ndarray) and self.starts.step == 0 and self.starts.count > 1:
            last = Rows(Line(self.starts.first, 0, 1), self.offsets)
            last.put(array, values[-self.offsets.count :])
            return
        windows = self._windows(array) if self.are_apart else None
        if windows is None:
            array[self.numbers()] = values
            return
        each = values.reshape(self.shape) if isinstance(values, np.ndarray) else values
        windows[... if self.starts.step is not None else self.starts.values] = each

    def _windows(self, array: np.ndarray) -> np.ndarray | None:
        """The rows as parts of an array; or, if it is not known where they start, all parts that are as long."""
        stride, step, size = self.starts.step, self.offsets.step, array.itemsize
        if step is None:
            return None
        if stride is not None:
            first = self.starts.first + self.offsets.first
            return np.ndarray(self.shape, array.dtype, array, first * size, (stride * size, step * size))
        count = len(array) - step * (self.offsets.count - 1)
        if step < 0 or count <= 0 or self.offsets.first:
            return None
        return np.ndarray((count, self.offsets.count), array.dtype, array, 0, (size, step * size))
