"""The tensor maps in device memory that a launch has written. TMA reads them by a proxy of its own, which may see what was there before.

So one that threads have written may be used after a `fence.proxy.tensormap` that acquires it, by the same warp or by one that
has let this one know. Chapter "Memory Consistency Model" of the PTX ISA 9.0, "Causality order": a proxy fence on the way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fault import Race
from .tensor_map import SIZE

if TYPE_CHECKING:
    from .machine import Machine


class TensorMaps:
    """What the fences of a launch have acquired. Places are offsets in device memory."""

    def __init__(self) -> None:
        self._published: set[int] = set()
        # Place -> {number of a warp: when it has acquired which content}.
        self._acquired: dict[int, dict[int, tuple[int, bytes]]] = {}

    def publish(self, place: int) -> None:
        """A warp has copied a tensor map to a place."""
        self._published.add(place)

    def acquire(self, m: Machine, threads: np.ndarray, places: np.ndarray) -> None:
        """Threads execute a fence for the tensor maps at places."""
        now = m.clocks.now()
        for warp, place in set(zip((threads // 32).tolist(), places.tolist())):
            content = m.memory.content[place : place + SIZE].tobytes()
            self._acquired.setdefault(place, {})[int(m.clocks.number[warp])] = int(now[warp]), content

    def require_acquired(self, m: Machine, thread: int, place: int) -> None:
        """A thread uses the tensor map at a place. Raises Race if it may not see what was written there."""
        if place not in self._published and not m.device.has_written(place, SIZE):
            return
        warp, content = thread // 32, m.memory.content[place : place + SIZE].tobytes()
        own = int(m.clocks.number[warp])
        for other, (time, acquired) in self._acquired.get(place, {}).items():
            if acquired == content and (
                other == own or m.clocks.knows(np.array([warp]), np.array([other]), np.array([time]))[0]
            ):
                return
        raise Race(
            "uses a tensor map in device memory that was written without a fence.proxy.tensormap after it, which acquires it"
        )
