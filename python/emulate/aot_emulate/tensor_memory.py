"""Tensor memory of sm_100, and the matrix products that wait to write it. Section 9.7.16.1 of the PTX ISA 9.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fault import Fault, OutOfBounds, Unsupported

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from .machine import Machine

    # Warps, the indices of their cells, the values, and whether these are undefined.
    Stored: TypeAlias = tuple[np.ndarray, tuple[np.ndarray, ...], np.ndarray, np.ndarray]

LANES, COLUMNS = 128, 512


class TensorMemory:
    """128 lanes of 512 columns of 32 bits for each block. Remembers what is allocated and which cells have no value.

    `tcgen05.mma`, `.cp` and `.commit` are asynchronous: each block has a queue of them. What is in it runs, in the order
    of issue, when a thread waits for the mbarrier of a commit that follows. `stores` are the `tcgen05.st` that no
    `tcgen05.wait` has completed."""

    def __init__(self, blocks: int) -> None:
        self.content = np.zeros((blocks, LANES, COLUMNS), np.uint32)
        self.undefined = np.ones((blocks, LANES, COLUMNS), bool)
        self.stores: list[Stored] = []  # (warps, indices of cells, values, whether they are undefined)
        self._allocations: list[dict[int, int]] = [{} for _ in range(blocks)]  # columns by first column
        self._allocated = np.zeros((blocks, COLUMNS), bool)
        self._closed = np.zeros(blocks, bool)  # blocks that may not allocate any more
        self._queues: list[list[Callable[[], object]]] = [[] for _ in range(blocks)]
        self._issued = np.zeros(blocks, np.int64)

    def allocate(self, block: int, count: int) -> int:
        """Returns the address of `count` columns."""
        if count < 32 or count > COLUMNS or count & (count - 1):
            raise Fault(f"allocates {count} columns of tensor memory, which is not a power of two from 32 to {COLUMNS}")
        if self._closed[block]:
            raise Fault("allocates tensor memory after tcgen05.relinquish_alloc_permit")
        for start in range(0, COLUMNS - count + 1, count):
            if not self._allocated[block, start : start + count].any():
                self._allocations[block][start] = count
                self._allocated[block, start : start + count] = True
                self.undefined[block, :, start : start + count] = True
                return start
        raise Unsupported("tcgen05.alloc that waits for columns that are not free")

    def free(self, block: int, address: int, count: int) -> None:
        if self._allocations[block].pop(address, None) != count:
            raise Fault(
                f"frees {count} columns of tensor memory at address {address:#x}, which were not allocated together"
            )
        self._allocated[block, address : address + count] = False

    def close(self, block: int) -> None:
        """Forbids a block further allocations."""
        self._closed[block] = True

    def check(self, blocks: int | np.ndarray, columns: np.ndarray, verb: str) -> None:
        """Raises a Fault for a column that is not allocated. `verb` is what the access does, such as `reads`."""
        columns = np.asarray(columns)
        outside = columns >= COLUMNS
        if not outside.any():
            outside = ~self._allocated[blocks, columns]
        if outside.any():
            column = int(np.broadcast_to(columns, outside.shape)[outside][0])
            raise OutOfBounds(f"{verb} column {column} of tensor memory, which is not allocated")

    def issue(self, block: int, work: Callable[[], object]) -> None:
        """Appends work to a block's queue."""
        self._queues[block].append(work)
        self._issued[block] += 1

    def committed(self, block: int) -> Callable[[], None]:
        """Returns a function that runs what has been issued so far, as far as it has not run."""
        count = int(self._issued[block])

        def complete() -> None:
            queue = self._queues[block]
            while queue and self._issued[block] - len(queue) < count:
                queue.pop(0)()

        return complete


def blocks_of(m: Machine, thread: int, in_pairs: bool) -> list[int]:
    """The blocks of which an instruction of a thread uses the memory: its own, or both of its pair, the even one first.

    Section 9.7.16.5.1 of the PTX ISA 9.0: those whose ranks in the cluster differ in the last bit only.
    """
    block = int(m.block[thread])
    if not in_pairs:
        return [block]
    if m.per_cluster % 2:
        raise Fault(f"needs a pair of blocks, but its cluster has {m.per_cluster}")
    even = block - block % m.per_cluster % 2
    return [even, even + 1]


def tensor_memory(m: Machine) -> TensorMemory:
    """The tensor memory of a machine's blocks."""
    return m.unit(_make)


def _make(m: Machine) -> TensorMemory:
    made = TensorMemory(m.blocks)
    m.unit_bytes += made.content.nbytes + made.undefined.nbytes
    return made
