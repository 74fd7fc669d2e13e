"""Threads that store different values to one place at the same time: in one instruction.

The place holds any of the values, which is no fault if they are copies of one result and differ by rounding: Triton lets
all threads that have a copy of a sum store it (its issue #11614). In every other launch the last of the threads wins, in
the rest the first. Who compares the outputs of two launches within a tolerance finds values that differ by more.

Values that are not results of floating-point arithmetic are no such copies, and in shared memory a race. That of two
warps which store one after the other, with no barrier in between, is found by `Races`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .fault import Race

if TYPE_CHECKING:
    from .machine import Machine
    from .memory import OwnMemory
    from .types import Lanes, Test


def put(
    m: Machine,
    elements: np.ndarray,
    places: np.ndarray,
    values: np.ndarray,
    threads: np.ndarray | None,
    shared: OwnMemory | None = None,
    is_result: Test = lambda: False,
) -> None:
    """Stores the values, or rows of values, of threads (indices, a mask, None: all) at places of an array of elements.

    `shared` is the shared memory if the elements are in it. `is_result` says whether the values are results of
    floating-point arithmetic.
    """
    if m.launch.reverse:
        order = _reversed(m, threads)
        elements[places[order]] = values[order]
    else:
        elements[places] = values
    lost = elements[places] != values
    if not lost.any():
        return
    if is_result():
        m.varies.setdefault(m.instruction.where())
    elif shared is not None:
        raise _race(m, places, lost, threads, elements.itemsize, shared)


def _reversed(m: Machine, threads: np.ndarray | None) -> np.ndarray:
    """The order of threads in which those of each block are reversed. The blocks of a reversed launch are reversed already."""
    number = np.arange(m.threads)[slice(None) if threads is None else threads]
    return np.lexsort((-number, number // m.per_block))


def _race(
    m: Machine, places: np.ndarray, lost: Lanes, threads: np.ndarray | None, size: int, shared: OwnMemory
) -> Race:
    threads = np.arange(m.threads)[slice(None) if threads is None else threads]
    at = int(np.argmax(lost.reshape(len(lost), -1).any(1)))
    column = () if places.ndim == 1 else (int(np.argmax(lost[at])),)
    one_place, all_places = (at, *column), (slice(None), *column)
    place = places[one_place]
    others = places[all_places] == place
    others &= ~lost if not column else ~lost[:, column[0]]
    one, other = sorted(int(threads[each]) for each in (at, int(np.argmax(others))))
    block, first = divmod(one, m.per_block)
    byte = int(place) * size % shared.stride
    return Race(
        f"stores different values to byte {byte} of shared memory at the same time, by the threads {first} and {other % m.per_block}",
        block=int(m.numbers[block]),
    )
