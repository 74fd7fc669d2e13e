"""Runs a kernel's blocks, as many at once as keep the arrays small."""

from dataclasses import dataclass

import numpy as np

from .code import decode
from .device_races import DeviceRaces
from .machine import Machine
from .memory import GlobalMemory
from .ptx import Program

# Threads that run at once. With fewer, the cost of NumPy's calls dominates; with more, the registers leave the cache.
THREADS = 8192


@dataclass(frozen=True)
class Launch:
    """How a kernel is launched. `parameters` is the parameter buffer; `shared_bytes` is dynamic shared memory.

    `reverse` takes the other choice where a GPU has one: the blocks run from the last to the first, and of threads that
    store to one place at the same time the first wins.
    """

    parameters: bytes
    grid: tuple
    block: tuple
    shared_bytes: int
    cluster: tuple = (1, 1, 1)
    reverse: bool = False


@dataclass(frozen=True)
class LaunchResult:
    """What a launch shows that is no fault.

    `varies`: the lines whose results depend on which thread wins, as in `winners`. `unwatched`: why not all races in device memory
    were watched; empty if they were.
    """

    varies: list
    unwatched: str


def launch(program: Program, memory: GlobalMemory, launch: Launch, progress=lambda done: None) -> LaunchResult:
    """Runs all blocks. Raises Fault if the kernel does something wrong, and Unsupported for an unknown instruction.

    Calls `progress` with the number of blocks that have ended.
    """
    code = decode(program)
    blocks = _by_cluster(launch)
    per_cluster = int(np.prod(launch.cluster))
    threads = -(-int(np.prod(launch.block)) // 32) * 32 * per_cluster
    together = max(1, THREADS // threads) * per_cluster
    device = DeviceRaces(code, memory, len(blocks), threads // per_cluster, per_cluster)
    varies = {}
    for start in range(0, len(blocks), together):
        machine = Machine(code, memory, launch, blocks[start : start + together], device, start, blocks)
        machine.run()
        varies |= machine.varies
        progress(min(start + together, len(blocks)))
    return LaunchResult(list(varies), device.unwatched)


def _by_cluster(launch: Launch) -> np.ndarray:
    """The linear indices of all blocks, those of a cluster together in the order of their ranks."""
    index = np.arange(int(np.prod(launch.grid)))
    axes = (index % launch.grid[0], index // launch.grid[0] % launch.grid[1], index // (launch.grid[0] * launch.grid[1]))
    rank = place = 0
    for axis, size, count in zip(axes[::-1], launch.cluster[::-1], launch.grid[::-1]):
        rank, place = rank * size + axis % size, place * (count // size) + axis // size
    return index[np.lexsort((rank, -place if launch.reverse else place))]
