"""Copies to device memory that have been issued, while no wait has said that they have written it.

`cp.async.bulk.wait_group.read` only waits until a copy has read shared memory. What reads device memory after it may find what
was there before, also in the same thread. Triton before 3.8 waits no longer than that (its pull request #10415).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from .fault import Race

if TYPE_CHECKING:
    from .memory import GlobalMemory
    from .program import Instruction


class Copy(Protocol):
    """A copy to device memory."""

    def changes(self) -> tuple[np.ndarray, int]:
        """The places of the rows that it will change, and the bytes of a row."""


class Unwritten:
    """The copies of one machine."""

    def __init__(self, memory: GlobalMemory) -> None:
        self._memory = memory
        self.copies: dict[Copy, Instruction] = {}

    def require_written(self, places: np.ndarray, size: int, verb: str) -> None:
        """Raises Race if a copy will change what is read, which is `size` bytes at each of some places."""
        for copy, instruction in self.copies.items():
            starts, length = copy.changes()
            if not len(starts) or places.max() + size <= starts.min() or starts.max() + length <= places.min():
                continue
            starts = np.sort(starts)
            before = (
                np.searchsorted(starts, places + size) - 1
            )  # the last row that starts before the end of what is read
            wrong = (before >= 0) & (starts[before] + length > places)
            if wrong.any():
                row = int(wrong.argmax())
                raise Race(
                    verb,
                    self._memory.element_of(max(int(places[row]), int(starts[before[row]]))),
                    row=(row, len(wrong)),
                    because=f", which a store by TMA ({instruction.where()}) has not written yet: the kernel waits only until that "
                    "store has read shared memory, as all of Triton before 3.8 do",
                )
