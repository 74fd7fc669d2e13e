"""Launches of kernels, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .decode import decode
from .device_races import DeviceRaces
from .grid import Launch, clusters_of
from .residents import Residents

if TYPE_CHECKING:
    from collections.abc import Callable

    from .memory import GlobalMemory
    from .program import Program

__all__ = ["Launch", "LaunchResult", "launch"]


@dataclass(frozen=True)
class LaunchResult:
    """What a launch shows that is no fault.

    `varies`: the lines whose results depend on which thread wins, as in `winners`. `unwatched`: why not all races in device memory
    were watched; empty if they were.
    """

    varies: list
    unwatched: str


def launch(
    program: Program, memory: GlobalMemory, launch: Launch, progress: Callable[[int], object] = lambda done: None
) -> LaunchResult:
    """Runs all blocks. Raises Fault if the kernel does something wrong, and Unsupported for an unknown instruction.

    Calls `progress` with the number of blocks that have ended.
    """
    code = decode(program)
    clusters = clusters_of(launch)
    threads = -(-int(np.prod(launch.block)) // 32) * 32
    device = DeviceRaces(code, memory, clusters.size, threads, clusters.shape[1])
    residents = Residents(code, memory, launch, clusters, device, progress)
    residents.run()
    return LaunchResult(list(residents.varies), device.unwatched)
