"""How a kernel is launched: its blocks, the clusters that these form, and which of them run."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np


@dataclass(frozen=True)
class Choice:
    """Some of the clusters of a grid; without clusters, each block is one.

    They are the `first` and the `last` ones in the order of their numbers; `sample` of all, evenly spread, of which the first and
    the last are; and those of the blocks `at`, which are indices on the three axes.
    """

    first: int = 0
    last: int = 0
    sample: int = 0
    at: tuple[tuple[int, int, int], ...] = ()

    def numbers(self, clusters: tuple, cluster: tuple) -> np.ndarray:
        """The numbers of the chosen ones, of a grid with so many clusters on each axis, each with so many blocks on it."""
        count = math.prod(clusters)
        sample = min(self.sample, count)
        places = [[index // size for index, size in zip(block, cluster)] for block in self.at]
        for block, place in zip(self.at, places):
            if not all(0 <= index < size for index, size in zip(place, clusters)):
                raise ValueError(f"the grid has no block {block}")
        chosen = (
            np.arange(min(self.first, count)),
            np.arange(max(count - self.last, 0), count),
            np.array([index * (count - 1) // max(sample - 1, 1) for index in range(sample)], np.int64),
            np.array([x + clusters[0] * (y + clusters[1] * z) for x, y, z in places], np.int64),
        )
        return np.unique(np.concatenate(chosen))


@dataclass(frozen=True)
class Earlier:
    """An access that was given to the GPU before a launch, and that may still run: the first bytes of its spans, and the ends.

    `did` says who did it, such as `PyTorch's `mul` has written`, and `place` where. `until_wait`: it has ended for threads that have run a
    `griddepcontrol.wait`. `remedy` says what orders the two.
    """

    spans: np.ndarray
    writes: bool
    did: str
    place: tuple[str, int] | None
    remedy: str
    until_wait: bool = False


@dataclass(frozen=True)
class Launch:
    """How a kernel is launched. `parameters` is the parameter buffer; `shared_bytes` is dynamic shared memory.

    `reverse` takes the other choice where a GPU has one: the blocks run from the last to the first, and of threads that
    store to one place at the same time the first wins. `resident` says how many of so many blocks the GPU has at once; None: all.
    It has so many `multiprocessors`.
    `write` prints what the kernel prints; without it, standard error gets the first lines.
    `chosen` says which blocks run; None: all. `earlier` has what nothing orders with the launch. `notes` asks for what it touches: all,
    or only what it writes. `nudge` says which results there are in place of those that `approximate` notes; empty: the correctly
    rounded ones.
    """

    parameters: bytes
    grid: tuple
    block: tuple
    shared_bytes: int
    cluster: tuple = (1, 1, 1)
    reverse: bool = False
    resident: Callable[[int], int] | None = None
    write: Callable[[str], object] | None = None
    chosen: Choice | None = None
    multiprocessors: int = 32
    earlier: tuple[Earlier, ...] = ()
    notes: Literal["", "writes", "all"] = ""
    nudge: str = ""


class Clusters:
    """The clusters that run, by their `numbers`. What is known of each is computed when it is asked for: a grid can have 2^62 blocks."""

    def __init__(self, launch: Launch, counts: tuple, numbers: range | np.ndarray) -> None:
        self._launch, self._counts, self._numbers = launch, counts, numbers
        self.per_cluster = math.prod(launch.cluster)
        self.blocks = len(numbers) * self.per_cluster

    def __len__(self) -> int:
        return len(self._numbers)

    def part(self, start: int, end: int) -> Clusters:
        """Some of them."""
        return Clusters(self._launch, self._counts, self._numbers[start:end])

    def rows(self) -> np.ndarray:
        """The linear indices of their blocks, a row for each cluster, in the order of their ranks."""
        grid, cluster = self._launch.grid, self._launch.cluster
        numbers, ranks = np.array(self._numbers, np.int64), np.arange(self.per_cluster)
        x, y, z = (
            place[:, None] * size + rank
            for place, size, rank in zip(_on_axes(numbers, self._counts), cluster, _on_axes(ranks, cluster))
        )
        return x + grid[0] * (y + grid[1] * z)


def clusters_of(launch: Launch) -> Clusters:
    """The clusters of a launch that run, in the order of their numbers."""
    counts = tuple(blocks // size for blocks, size in zip(launch.grid, launch.cluster))
    every = range(math.prod(counts))
    return Clusters(launch, counts, every if launch.chosen is None else launch.chosen.numbers(counts, launch.cluster))


def _on_axes(numbers: np.ndarray, sizes: tuple) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The indices on the three axes; the first axis changes fastest."""
    return numbers % sizes[0], numbers // sizes[0] % sizes[1], numbers // (sizes[0] * sizes[1])
