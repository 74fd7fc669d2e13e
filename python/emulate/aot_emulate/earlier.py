"""Accesses of a launch to what earlier work may still access: that of other streams, and the kernel that is before a dependent one.

A kernel with programmatic dependent launch may begin before the kernel before it has ended. Only after `griddepcontrol.wait` has that
ended, and only then is visible what it has written, also if it never lets its dependents begin. Source: chapter "Programmatic Dependent Launch and
Synchronization" of the CUDA C++ Programming Guide, and section 9.7.13.13 of the PTX ISA 9.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fault import Other, Race

if TYPE_CHECKING:
    from .grid import Earlier
    from .machine import Machine
    from .memory import GlobalMemory
    from .touched import Touched
    from .types import Mask
    from .units import Units


class Waited:
    """When each warp of a machine has run its first `griddepcontrol.wait`; `NEVER` if it has not."""

    NEVER = np.iinfo(np.int64).max

    def __init__(self, m: Machine) -> None:
        self.times = np.full(len(m.clocks.known), self.NEVER)

    def wait(self, m: Machine, mask: Mask) -> None:
        """Threads wait."""
        warps = slice(None) if mask is None else mask.reshape(-1, 32).any(1)
        self.times[warps] = np.minimum(self.times[warps], m.clocks.now()[warps])

    def knows(self, m: Machine, warps: np.ndarray) -> np.ndarray:
        """Whether each warp has waited, or has met one of its cluster at a barrier that had."""
        times = self.times.reshape(-1, m.clocks.group)[warps // m.clocks.group]
        known = m.clocks.known[warps] >= times
        return (self.times[warps] != self.NEVER) | known.any(1)


class EarlierAccesses:
    """What nothing orders with a launch, by unit of memory."""

    def __init__(self, earlier: tuple[Earlier, ...], memory: GlobalMemory, units: Units) -> None:
        self._earlier, self._memory, self._units = earlier, memory, units
        self.triggers = self.waits = (
            False  # whether threads have let dependents begin before they waited, and whether any has waited
        )
        self._numbers: dict[
            bool, np.ndarray
        ] = {}  # by whether the launch writes: the number of an access of each unit, from 1 on
        for number, each in enumerate(earlier, 1):
            for writes in (True, False) if each.writes else (True,):
                numbers = self._numbers.setdefault(writes, np.zeros(units.count, np.int32))
                for start, end in (each.spans - memory.address).tolist():
                    first = int(units.of(np.array(start // units.size)))
                    numbers[first : first + -(-end // units.size) - start // units.size] = number

    def require_none(self, m: Machine, touched: Touched, verb: str, writes: bool) -> None:
        """Raises Race for an access to what earlier work may still access."""
        numbers = self._numbers.get(writes)
        if numbers is None or not touched.count:
            return
        at = touched.at
        found = np.flatnonzero(numbers[at])
        if not len(found):
            return
        warps = touched.warps[found]
        ends = np.array([each.until_wait for each in self._earlier])[numbers[at[found]] - 1]
        wrong = found[~(ends & m.unit(Waited).knows(m, warps))]
        if len(wrong):
            first = int(wrong[0])
            earlier = self._earlier[int(numbers[at[first]]) - 1]
            block = int(m.numbers[int(touched.warps[first]) * 32 // m.per_block])
            other = Other(earlier.did, None, place=earlier.place)
            element = self._memory.element_of(self._units.place(int(at[first])))
            raise Race(verb, element, block, other=other, because=f": {earlier.remedy}")
