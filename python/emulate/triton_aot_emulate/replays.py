"""What a program records to do it again: the operators and launches of a CUDA graph.

A GPU only writes down what is captured. Here it is computed too, since the results must exist; at the end of the capture, memory
is again what it was.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable

_current: list[Recording] = []


def recording() -> Recording | None:
    """What is being recorded now."""
    return _current[0] if _current else None


class Recording:
    def __init__(self) -> None:
        self._steps: list[Callable[[], None]] = []
        self._before: dict[int, bytes] = {}

    def begin(self) -> None:
        _current.append(self)

    def save(self, address: int, size: int) -> None:
        """Keeps the content of memory that the next step might write."""
        if size > len(self._before.get(address, b"")):
            self._before[address] = ctypes.string_at(address, size)

    def step(self, call: Callable[[], None]) -> None:
        """Adds what a replay calls. It keeps the memory that it needs alive."""
        self._steps.append(call)

    def end(self) -> None:
        _current.remove(self)
        for address, content in self._before.items():
            ctypes.memmove(address, content, len(content))
        self._before = {}

    def replay(self) -> None:
        for step in self._steps:
            step()
