"""Launches of kernels, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .code import decode
from .device_races import DeviceRaces
from .residents import Residents

if TYPE_CHECKING:
    from collections.abc import Callable

    from .memory import GlobalMemory
    from .ptx import Program


@dataclass(frozen=True)
class Launch:
    """How a kernel is launched. `parameters` is the parameter buffer; `shared_bytes` is dynamic shared memory.

    `reverse` takes the other choice where a GPU has one: the blocks run from the last to the first, and of threads that
    store to one place at the same time the first wins. `resident` is how many blocks the GPU has at once; None: all.
    `write` prints what the kernel prints; without it, standard error gets the first lines.
    """

    parameters: bytes
    grid: tuple
    block: tuple
    shared_bytes: int
    cluster: tuple = (1, 1, 1)
    reverse: bool = False
    resident: int | None = None
    write: Callable[[str], object] | None = None


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
    clusters = _clusters(launch)
    threads = -(-int(np.prod(launch.block)) // 32) * 32
    device = DeviceRaces(code, memory, clusters.size, threads, clusters.shape[1])
    residents = Residents(code, memory, launch, clusters, device, progress)
    residents.run()
    return LaunchResult(list(residents.varies), device.unwatched)


def _clusters(launch: Launch) -> np.ndarray:
    """The linear indices of all blocks, a row for each cluster, in the order of their ranks."""
    index = np.arange(int(np.prod(launch.grid)))
    axes = (
        index % launch.grid[0],
        index // launch.grid[0] % launch.grid[1],
        index // (launch.grid[0] * launch.grid[1]),
    )
    rank = place = 0
    for axis, size, count in zip(axes[::-1], launch.cluster[::-1], launch.grid[::-1]):
        rank, place = rank * size + axis % size, place * (count // size) + axis // size
    return index[np.lexsort((rank, place))].reshape(-1, int(np.prod(launch.cluster)))
