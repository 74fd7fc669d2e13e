"""A number for each unit of device memory, in memory that later launches use again: new memory takes ten times as long as clearing it."""

from __future__ import annotations

import mmap

import numpy as np

from .rows import Rows

# What ended launches have left: arrays of zeros, and the bytes that they may take.
_spares: list[np.ndarray] = []
ROOM = 1 << 27
MOST_SPARES = 8
# A table whose entries are far apart is not cleared: that would touch memory which nothing has used.
SPARSE = 4
# How many entries are looked at together.
PART = 1 << 20
# Linux promises no memory for such a mapping: one for buffers larger than the memory of the machine can be made. Python names it from 3.13 on.
NO_RESERVE = 0x4000


class Table:
    """An entry for each unit, 0 for none. It knows the first and the last unit that has one: memory that is not used stays so."""

    def __init__(self, count: int) -> None:
        self._memory = _zeros(count)
        self.entries = self._memory[:count]
        self._low, self._high = count, 0
        self._stored = 0

    def __len__(self) -> int:
        return len(self.entries)

    def __getitem__(self, units: slice | np.ndarray | Rows) -> np.ndarray:
        """The entries of units; those of a slice change with the table."""
        return units.take(self.entries) if isinstance(units, Rows) else self.entries[units]

    def __setitem__(self, units: slice | np.ndarray | Rows, entries: np.ndarray) -> None:
        low, high = _ends(units)
        if low < high:
            self._low, self._high = min(self._low, low), max(self._high, high)
        self._stored += len(entries)
        if isinstance(units, Rows):
            units.put(self.entries, entries)
        else:
            self.entries[units] = entries

    def has_any(self, units: slice | np.ndarray | Rows) -> bool:
        """Whether any of the units may have an entry."""
        if self._low >= self._high:
            return False
        low, high = _ends(units)
        return low < self._high and high > self._low

    def runs(self) -> np.ndarray | None:
        """The runs of units that have an entry, as `runs_of` has them; None if they are far apart: looking for them takes long."""
        return None if self._is_sparse() else runs_of(self.entries[self._low : self._high]) + self._low

    def meets(self, other: Table) -> bool:
        """Whether a unit has an entry in both tables, or might: of a table whose entries are far apart, nobody looks."""
        low, high = max(self._low, other._low), min(self._high, other._high)
        if low >= high:
            return False
        if self._is_sparse():
            return True
        return bool(((self.entries[low:high] != 0) & (other.entries[low:high] != 0)).any())

    def _is_sparse(self) -> bool:
        return max(self._high - self._low, 0) > SPARSE * self._stored

    def free(self) -> None:
        """Leaves the memory to later launches. Nobody uses the table any more."""
        if self._is_sparse() or self._memory.nbytes > ROOM:
            return
        self.entries[self._low : self._high] = 0
        _spares.append(self._memory)
        _spares.sort(key=len)
        while len(_spares) > MOST_SPARES or sum(each.nbytes for each in _spares) > ROOM:
            del _spares[0]


def flags_for(count: int) -> np.ndarray:
    """A flag for each unit. What nothing touches takes no memory."""
    return np.frombuffer(without_reserve(max(count, 1)), bool, count)


def runs_of(entries: np.ndarray) -> np.ndarray:
    """Rows of the first index of a run of entries that are not 0, and of that after its end."""
    found = [np.zeros((0, 2), np.int64)]
    for start in range(0, len(entries), PART):
        part = entries[start : start + PART]
        if part.any():
            edges = np.flatnonzero(np.diff(part != 0, prepend=False, append=False))
            found.append(edges.reshape(-1, 2) + start)
    runs = np.concatenate(found)
    if not len(runs):
        return runs
    # One that goes on in the next part is one.
    inner = runs[1:, 0] != runs[:-1, 1]
    return np.stack([runs[:, 0][np.r_[True, inner]], runs[:, 1][np.r_[inner, True]]], 1)


def _zeros(count: int) -> np.ndarray:
    for index, each in enumerate(_spares):
        if len(each) >= count:
            return _spares.pop(index)
    if 8 * count <= ROOM:
        return np.zeros(count, np.int64)
    return np.frombuffer(without_reserve(8 * count), np.int64)


def without_reserve(size: int) -> mmap.mmap:
    """Zeros in pages that take memory when they are written, each alone. Raises MemoryError if there is no room for their addresses."""
    try:
        memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NO_RESERVE)
    except (OSError, OverflowError) as error:
        raise MemoryError from error
    # A huge page for each of a few accesses far from each other would take five hundred times the memory.
    memory.madvise(mmap.MADV_NOHUGEPAGE)
    memory.madvise(mmap.MADV_DONTDUMP)
    return memory


def _ends(units: slice | np.ndarray | Rows) -> tuple[int, int]:
    if isinstance(units, slice):
        return units.start, units.stop
    if isinstance(units, Rows):
        return units.ends[0], units.ends[1] + 1
    return (int(units.min()), int(units.max()) + 1) if len(units) else (0, 0)
