"""Bytes of memory that are accessed: a tensor's, also if there are others between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

# Of tensors with more rows than that, whose rows others are between, it is not known what they have in common with another.
MOST_ROWS = 1 << 20


class Area:
    """The bytes between two addresses; `rows` computes the spans of those that belong to it, if not all do."""

    def __init__(self, start: int, end: int, rows: Callable[[], np.ndarray] | None = None) -> None:
        self.start, self.end, self._rows = start, end, rows

    def covers(self, other: Area) -> bool:
        return self._rows is None and self.start <= other.start and other.end <= self.end

    def meets(self, other: Area) -> bool:
        """Whether the two have a byte in common."""
        if self.end <= other.start or other.end <= self.start:
            return False
        if self._rows is None and other._rows is None:
            return True
        one, two = self.spans(), other.spans()
        if not len(one) or not len(two):
            return False
        # The last span that begins before the end of each.
        before = np.searchsorted(two[:, 0], one[:, 1]) - 1
        return bool(((before >= 0) & (two[before, 1] > one[:, 0])).any())

    def spans(self) -> np.ndarray:
        """Rows of the first address and that after the end, in order."""
        return np.array([[self.start, self.end]]) if self._rows is None else self._computed

    @cached_property
    def _computed(self) -> np.ndarray:
        assert self._rows is not None
        return self._rows()


def area_of_spans(spans: np.ndarray) -> Area:
    start, end = int(spans[0, 0]), int(spans[-1, 1])
    return Area(start, end, None if len(spans) == 1 else lambda: spans)


def area_of_view(address: int, shape: Sequence[int], strides: Sequence[int], size: int) -> Area:
    """The elements of a tensor, each of so many bytes."""
    axes = sorted((stride, count) for stride, count in zip(strides, shape) if count > 1 and stride > 0)
    length = 1  # of a row, in elements
    while axes and axes[0][0] <= length:
        stride, count = axes.pop(0)
        length += stride * (count - 1)
    extent = length + sum(stride * (count - 1) for stride, count in axes)
    end = address + extent * size
    if 0 in shape:
        return Area(address, address)
    return Area(address, end, (lambda: _rows(address, axes, length, size)) if axes else None)


def _rows(address: int, axes: list[tuple[int, int]], length: int, size: int) -> np.ndarray:
    if np.prod([count for _, count in axes], dtype=float) > MOST_ROWS:
        return np.zeros((0, 2), np.int64)
    starts = np.zeros(1, np.int64)
    for stride, count in axes:
        starts = (starts[:, None] + stride * np.arange(count)).reshape(-1)
    starts = np.unique(starts) * size + address
    return np.stack([starts, starts + length * size], 1)
