"""What is in the memory of a launch's tensors, before and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .gpus import UNWRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable

# Copies of bytes, by address.
Saved = dict[int, np.ndarray]


@dataclass(frozen=True)
class Region:
    """The bytes of a tensor's storage. `values` turns bytes into numbers (float64), or into integers if these are exact.

    `precision` is the distance from 1 to the next number; 0 for integers.
    """

    name: str
    address: int
    memory: np.ndarray
    values: Callable[[np.ndarray], np.ndarray]
    precision: float


class Contents:
    """The regions of a launch. Regions at one address are the same memory."""

    def __init__(self, regions: list[Region]) -> None:
        self._regions = regions

    def save(self) -> Saved:
        """A copy of all bytes."""
        return {each.address: each.memory.copy() for each in self._regions}

    def restore(self, saved: Saved) -> None:
        """Writes the bytes back."""
        for each in self._regions:
            each.memory[:] = saved[each.address]

    def differences(self, saved: Saved) -> list[str]:
        """Where numbers differ from saved ones by more than rounding: a text for each tensor.

        Sums in another order differ by far less than the square root of the precision, of the largest number.
        """
        found = []
        for each in self._regions:
            if np.array_equal(each.memory, saved[each.address]):
                continue
            now, before = each.values(each.memory), each.values(saved[each.address])
            wrong = (now != before) & ~((now != now) & (before != before))
            if each.precision:
                finite = before[np.isfinite(before)]
                largest = float(np.abs(finite).max(initial=0.0))
                wrong &= ~(np.abs(now - before) <= each.precision**0.5 * largest)
            if wrong.any():
                at = int(wrong.argmax())
                found.append(
                    f"{int(wrong.sum())} of {len(now)} elements of {each.name}, such as element {at}: "
                    f"{before[at].item():.9g} and {now[at].item():.9g}"
                )
        return found

    def with_new_nan(self, before: Saved) -> list[str]:
        """The elements that became NaN, if all that the launch has not changed is finite. What it has changed may be outputs."""
        found = []
        for each in self._regions:
            if not each.precision:
                continue
            old_bytes = before[each.address]
            now, old = each.values(each.memory), each.values(old_bytes)
            changed = (each.memory.reshape(len(now), -1) != old_bytes.reshape(len(now), -1)).any(1)
            written = (old_bytes.reshape(len(now), -1) != UNWRITTEN).any(1)
            if not np.isfinite(old[~changed & written]).all():
                return []
            new = np.isnan(now) & changed
            if new.any():
                found.append(f"element {int(new.argmax())} of {each.name}")
        return found
