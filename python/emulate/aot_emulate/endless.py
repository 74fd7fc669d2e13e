"""Finds loops that never end: all threads are again where they were, with the same values, and nothing else has changed.

All threads that can run have run in between. What each does then depends only on what is the same: it stays so, in any order
of the threads, until other blocks change device memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .barriers import END

if TYPE_CHECKING:
    from typing import TypeAlias

    from .machine import Machine

    # The counters, the memory of the blocks and of the threads, and the registers.
    State: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray, dict[str, np.ndarray]]

# Turns after which a state may be kept, which is compared with later ones. The next one is kept after twice as many.
FIRST = 64


class Endless:
    """Compares the states of a machine."""

    def __init__(self) -> None:
        self._interval = self._due = FIRST
        self._stamp: tuple[int, int] | None = None
        self._saved: State | None = None
        self._ran: np.ndarray
        self.stamp: tuple[int, int] | None = None  # of all changes, when a loop was found

    def ran(self, mask: np.ndarray) -> None:
        """Threads have a turn."""
        if self._saved is not None:
            self._ran |= mask

    def is_found(self, m: Machine) -> bool:
        """Whether the machine stays in its state until others change device memory."""
        stamp = m.hidden, m.device.changes
        if stamp == self.stamp:
            return True
        if stamp != self._stamp:
            self._saved = None
        if m.turns >= self._due:
            self._interval = 2 * self._interval if stamp == self._stamp else FIRST
            self._saved = _state(m) if stamp == self._stamp else None
            self._stamp, self._due, self._ran = stamp, m.turns + self._interval, m.counter >= END
        elif self._saved is not None and self._ran.all() and _is_same(self._saved, m):
            self.stamp = stamp
            return True
        return False


def _state(m: Machine) -> State:
    return m.counter.copy(), m.shared.content.copy(), m.local.content.copy(), dict(m.registers)


def _is_same(saved: State, m: Machine) -> bool:
    counter, shared, local, registers = saved
    return (
        np.array_equal(counter, m.counter)
        and len(registers) == len(m.registers)
        and all(
            value is m.registers[name] or np.array_equal(value, m.registers[name]) for name, value in registers.items()
        )
        and np.array_equal(shared, m.shared.content)
        and np.array_equal(local, m.local.content)
    )
