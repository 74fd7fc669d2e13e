"""Numbers in rows that are alike, as the addresses of most instructions are: each block has the same ones, from another start on.

What takes a pass over all threads for any addresses, here takes one over the blocks and one over the threads of a block.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np


class Rows:
    """The numbers `starts[row] + offsets[column]`, row by row."""

    def __init__(self, starts: np.ndarray, offsets: np.ndarray, step: int | None) -> None:
        """`step` is the difference between an offset and the next one, None if it is not always the same."""
        self.starts, self.offsets, self.step = starts, offsets, step

    @classmethod
    def of(cls, numbers: np.ndarray) -> Rows | None:
        """The rows of an array, None if they are not alike."""
        starts = numbers[:, 0]
        offsets = numbers[0] - starts[0]
        if len(starts) > 1 and not (numbers == starts[:, None] + offsets).all():
            return None
        return cls(starts, offsets, _step(offsets))

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.starts), len(self.offsets)

    @cached_property
    def stride(self) -> int | None:
        """The difference between a start and the next one, None if it is not always the same."""
        return _step(self.starts)

    @cached_property
    def ends(self) -> tuple[int, int]:
        """The smallest number, and the largest. Sums that do not fit into 64 bits are exact."""
        (first, last), (low, high) = _ends(self.starts, self.stride), _ends(self.offsets, self.step)
        return first + low, last + high

    @cached_property
    def are_apart(self) -> bool:
        """Whether no number is there twice, as far as that is quickly found."""
        low, high = _ends(self.offsets, self.step)
        if self.stride is not None:
            rows = len(self.starts) == 1 or abs(self.stride) > high - low
        else:
            ordered = np.sort(self.starts)
            rows = bool((ordered[1:] - ordered[:-1] > high - low).all())
        if not rows or self.step is not None:
            return rows and (self.step != 0 or len(self.offsets) == 1)
        return len(np.unique(self.offsets)) == len(self.offsets)

    def are_multiples(self, of: int) -> bool:
        """Whether all numbers are multiples of a power of two, and so are the offsets."""
        return not (np.bitwise_or.reduce(self.starts) & of - 1 or np.bitwise_or.reduce(self.offsets) & of - 1)

    def scaled(self, by: int) -> Rows:
        """The numbers divided by one of which they are multiples, as in `are_multiples`."""
        if by == 1:
            return self
        shift = by.bit_length() - 1
        return Rows(self.starts >> shift, self.offsets >> shift, None if self.step is None else self.step >> shift)

    def shifted(self, by: int) -> Rows:
        return Rows(self.starts + by, self.offsets, self.step)

    def repeated(self, count: int) -> Rows:
        """Each number, and the ones after it, `count` in all."""
        if count == 1:
            return self
        offsets = (self.offsets[:, None] + np.arange(count)).reshape(-1)
        return Rows(self.starts, offsets, 1 if self.step == count or len(self.offsets) == 1 else None)

    def last(self, count: int) -> tuple[Rows, np.ndarray] | None:
        """Those rows after which fewer than `count` equal ones come, and which these are; None if they are all."""
        if self.stride == 0:
            kept = np.arange(max(len(self.starts) - count, 0), len(self.starts))
        elif self.stride is not None:
            return None
        else:
            order = np.argsort(self.starts, kind="stable")
            ordered = self.starts[order]
            after = np.searchsorted(ordered, ordered, "right") - np.arange(len(ordered))
            kept = np.sort(order[after <= count])
        if len(kept) == len(self.starts):
            return None
        return Rows(self.starts[kept], self.offsets, self.step), kept

    def numbers(self) -> np.ndarray:
        """All of them."""
        return (self.starts[:, None] + self.offsets).reshape(-1)

    def take(self, array: np.ndarray) -> np.ndarray:
        """The elements of an array with these numbers, as a new array."""
        windows = self._windows(array)
        if windows is None:
            return array[self.numbers()]
        return windows.flatten() if self.stride is not None else windows[self.starts].reshape(-1)

    def put(self, array: np.ndarray, values: np.ndarray | bool) -> None:
        """Sets the elements with these numbers. Of those for one number, the last one stays."""
        values = np.asarray(values)
        if self.stride == 0 and values.ndim and len(self.starts) > 1:
            last = Rows(self.starts[-1:], self.offsets, self.step)
            last.put(array, values[-len(self.offsets) :])
            return
        windows = self._windows(array) if self.are_apart else None
        if windows is None:
            array[self.numbers()] = values
        else:
            windows[... if self.stride is not None else self.starts] = (
                values.reshape(self.shape) if values.ndim else values
            )

    def _windows(self, array: np.ndarray) -> np.ndarray | None:
        """The rows as parts of an array; or, if it is not known where they start, all parts that are as long."""
        if self.step is None:
            return None
        size = array.itemsize
        if self.stride is not None:
            strides = self.stride * size, self.step * size
            return np.ndarray(self.shape, array.dtype, array, int(self.starts[0]) * size, strides)
        count = len(array) - self.step * (len(self.offsets) - 1)
        if self.step < 0 or count <= 0:
            return None
        return np.ndarray((count, len(self.offsets)), array.dtype, array, 0, (size, self.step * size))


def _step(numbers: np.ndarray) -> int | None:
    """The difference between a number and the next one; 0 for a single number. None if the numbers go round 64 bits."""
    if len(numbers) == 1:
        return 0
    steps = numbers[1:] - numbers[:-1]
    step = int(steps[0])
    is_step = int(numbers[0]) + step * (len(numbers) - 1) == int(numbers[-1]) and (steps == step).all()
    return step if is_step else None


def _ends(numbers: np.ndarray, step: int | None) -> tuple[int, int]:
    """The smallest and the largest of numbers with a step."""
    if step is None:
        return int(numbers.min()), int(numbers.max())
    first, last = int(numbers[0]), int(numbers[-1])
    return (first, last) if first <= last else (last, first)
