"""The units of device memory that the threads of an instruction access."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .rows import Rows
    from .types import Lanes, Mask


@dataclass(frozen=True)
class Alike:
    """Threads that are the same ones in some blocks of a machine: numbers of blocks, and of threads in a block, or slices of them.

    `shape` is how many blocks the machine has, and how many threads each of them.
    """

    shape: tuple[int, int]
    blocks: slice | np.ndarray
    columns: slice | np.ndarray

    @classmethod
    def of(cls, mask: Mask, shape: tuple[int, int]) -> Alike | None:
        """The threads of a mask, None if they are not alike."""
        if mask is None:
            return cls(shape, slice(None), slice(None))
        flags = mask.reshape(shape)
        columns = flags[int(mask.argmax()) // shape[1]]
        blocks = flags.any(1)
        if blocks.all():
            if not (flags == columns).all():
                return None
            return cls(shape, slice(None), _numbers(columns))
        if not (flags[blocks] == columns).all():
            return None
        return cls(shape, np.flatnonzero(blocks), _numbers(columns))

    def choose(self, values: np.ndarray) -> np.ndarray:
        """The values of these threads, a row for each block, from those of all threads."""
        return values.reshape(self.shape)[self.blocks][:, self.columns]

    def spread(self, values: np.ndarray) -> np.ndarray:
        """Values of these threads as an array for all threads."""
        if _is_whole(self.blocks) and _is_whole(self.columns):
            return values
        full = np.zeros(self.shape, values.dtype)
        if isinstance(self.blocks, slice) or isinstance(self.columns, slice):
            full[self.blocks, self.columns] = values.reshape(self._count(0, self.blocks), self._count(1, self.columns))
        else:
            full[np.ix_(self.blocks, self.columns)] = values.reshape(len(self.blocks), len(self.columns))
        return full.reshape(-1)

    def _count(self, axis: int, numbers: slice | np.ndarray) -> int:
        return len(range(self.shape[axis])[numbers]) if isinstance(numbers, slice) else len(numbers)


def _is_whole(numbers: slice | np.ndarray) -> bool:
    return isinstance(numbers, slice) and numbers == slice(None)


def _numbers(flags: np.ndarray) -> slice | np.ndarray:
    """Those that are set, as a slice if they follow each other."""
    found = np.flatnonzero(flags)
    first, last = int(found[0]), int(found[-1])
    if last - first + 1 != len(found):
        return found
    return slice(None) if len(found) == len(flags) else slice(first, last + 1)


class Touched:
    """The units at `at`, as many for each of some threads (indices, in order). `span` has them as tables take them fastest."""

    def __init__(self, threads: np.ndarray, at: np.ndarray) -> None:
        self.at = at
        self.count = len(at) // max(len(threads), 1)
        self.threads = threads

    @cached_property
    def warps(self) -> np.ndarray:
        """The warp of each unit."""
        warps = self.threads // 32
        return warps if self.count == 1 else np.repeat(warps, self.count)

    @cached_property
    def span(self) -> slice | np.ndarray | Rows:
        """Units that follow each other as a slice, and otherwise as they are: then one may be there twice."""
        at = self.at
        first = int(at[0]) if len(at) else 0
        if not len(at) or int(at[-1]) - first != len(at) - 1 or not (at[1:] - at[:-1] == 1).all():
            return at
        return slice(first, first + len(at))

    @property
    def may_meet(self) -> bool:
        """Whether a unit may be there twice. Most instructions access units in order."""
        at = self.at
        return self.span is at and not ((at[1:] > at[:-1]).all() or (at[1:] < at[:-1]).all())

    @property
    def ends(self) -> tuple[int, int]:
        """The first unit, and the last."""
        return (int(self.at.min()), int(self.at.max())) if len(self.at) else (0, -1)

    def mark(self, flags: Lanes) -> None:
        """Sets the flags of the units."""
        flags[self.at] = True

    def by_warp(self, values: np.ndarray) -> np.ndarray:
        """The value of each unit, from one for each warp."""
        return values[self.warps]

    def last(self, _count: int) -> Touched:
        """Without what threads access of which so many others come after them and access the same; see `Rows.last`."""
        return self

    def only(self, chosen: Lanes) -> Touched:
        """Some of the units."""
        now = np.flatnonzero(chosen)
        return Touched(self.threads[now // self.count], self.at[now])


class TouchedRows(Touched):
    """Units that are in rows, as are the threads, `count` for each of them."""

    def __init__(self, threads: Alike, rows: Rows, count: int) -> None:
        self.rows, self.alike, self.count = rows.repeated(count), threads, count
        self._given = rows

    @cached_property
    def at(self) -> np.ndarray:  # type: ignore[override]
        return self.rows.numbers()

    @cached_property
    def threads(self) -> np.ndarray:  # type: ignore[override]
        blocks, per_block = self.alike.shape
        return self.alike.choose(np.arange(blocks * per_block)).reshape(-1)

    @property
    def span(self) -> Rows:
        return self.rows

    @property
    def may_meet(self) -> bool:
        return not self.rows.are_apart

    @property
    def ends(self) -> tuple[int, int]:
        return self.rows.ends

    def mark(self, flags: Lanes) -> None:
        self.rows.put(flags, True)

    def by_warp(self, values: np.ndarray) -> np.ndarray:
        blocks, per_block = self.alike.shape
        values = values.reshape(blocks, -1)[self.alike.blocks]
        if _is_whole(self.alike.columns):
            return np.repeat(values.reshape(-1), 32 * self.count)
        columns = np.arange(per_block)[self.alike.columns] // 32
        return values[:, columns if self.count == 1 else np.repeat(columns, self.count)].reshape(-1)

    def last(self, count: int) -> Touched:
        found = self._given.last(count)
        if found is None:
            return self
        rows, kept = found
        blocks = np.arange(self.alike.shape[0])[self.alike.blocks][kept]
        return TouchedRows(Alike(self.alike.shape, blocks, self.alike.columns), rows, self.count)
