"""What is in the memory of a launch's tensors, before and after it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from .gpus import UNWRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable

# The distance from 1 to the next number of types that are coarser than 32-bit floats: those of 16 and 8 bits.
HALF = 2.0**-11
# The share of integers that may differ by one where floats are rounded to integers.
MOST_INTEGERS = 0.01
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


@dataclass(frozen=True)
class Difference:
    """How the numbers of a region differ from others: `count` of `total`, by at most `error`, which is at the element `at`.

    `scale` is the root of the mean square of the numbers. `has_other_values`: some are NaN or infinite in only one of both.
    """

    name: str
    precision: float
    count: int
    total: int
    at: int
    before: float
    now: float
    error: float
    scale: float
    has_other_values: bool

    def __str__(self) -> str:
        most = "" if self.has_other_values else f", by at most {self.error:.2g}"
        return f"{self.count} of {self.total} elements of {self.name}{most}; element {self.at}: {self.before:.9g} and {self.now:.9g}"

    @property
    def is_rounding(self) -> bool:
        """True if it may come from rounding alone: of floats by a few units of their type, and of few integers by one.

        Sums of many products of 32 bits differ by far less than the square root of the precision.
        """
        if self.has_other_values:
            return False
        if self.precision == 0:
            return self.error <= 1 and self.count <= MOST_INTEGERS * self.total
        units = 4 * self.precision if self.precision >= HALF else self.precision**0.5
        return self.error <= units * self.scale


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

    def compared(self, saved: Saved) -> list[Difference]:
        """How the regions differ from saved ones, element by element."""
        found = []
        for each in self._regions:
            if np.array_equal(each.memory, saved[each.address]):
                continue
            now, before = each.values(each.memory), each.values(saved[each.address])
            differ = (each.memory.reshape(len(now), -1) != saved[each.address].reshape(len(now), -1)).any(1)
            differ &= ~((now != now) & (before != before))
            if not differ.any():
                continue
            finite = np.isfinite(now) & np.isfinite(before)
            error = np.where(differ, np.inf, 0.0)
            error[finite] = np.abs(now[finite].astype(float) - before[finite])
            scale = np.maximum(np.abs(before), 0.0)[np.isfinite(before)].astype(float)
            at = int(error.argmax())
            found.append(
                Difference(
                    each.name,
                    each.precision,
                    int(differ.sum()),
                    len(now),
                    at,
                    float(before[at]),
                    float(now[at]),
                    float(error[at]),
                    float(np.sqrt((scale**2).mean())) if len(scale) else 0.0,
                    bool((differ & ~finite).any()),
                )
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
