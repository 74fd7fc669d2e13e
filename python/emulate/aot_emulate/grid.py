"""How a kernel is launched: its blocks, and the clusters that these form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Launch:
    """How a kernel is launched. `parameters` is the parameter buffer; `shared_bytes` is dynamic shared memory.

    `reverse` takes the other choice where a GPU has one: the blocks run from the last to the first, and of threads that
    store to one place at the same time the first wins. `resident` is how many blocks the GPU has at once; None: all.
    `write` prints what the kernel prints; without it, standard error gets the first lines.
    `sample` is how many clusters run, of which the first and the last are; None: all.
    """

    parameters: bytes
    grid: tuple
    block: tuple
    shared_bytes: int
    cluster: tuple = (1, 1, 1)
    reverse: bool = False
    resident: int | None = None
    write: Callable[[str], object] | None = None
    sample: int | None = None


def clusters_of(launch: Launch) -> np.ndarray:
    """The linear indices of the blocks that run, a row for each cluster, in the order of their ranks."""
    index = np.arange(int(np.prod(launch.grid)))
    axes = (
        index % launch.grid[0],
        index // launch.grid[0] % launch.grid[1],
        index // (launch.grid[0] * launch.grid[1]),
    )
    rank = place = 0
    for axis, size, count in zip(axes[::-1], launch.cluster[::-1], launch.grid[::-1]):
        rank, place = rank * size + axis % size, place * (count // size) + axis // size
    clusters = index[np.lexsort((rank, place))].reshape(-1, int(np.prod(launch.cluster)))
    if launch.sample is None or launch.sample >= len(clusters):
        return clusters
    return clusters[np.unique(np.linspace(0, len(clusters) - 1, launch.sample).astype(np.int64))]
