"""Copies of tensors with other strides. What lies between their rows is NaN, or a large number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from aot_emulate.memory import Buffer

from ..gpus import UNWRITTEN

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Each byte of integers between rows: the largest number of their size, about.
LARGE = 0x7F
# The address of a copy is that of the tensor, modulo so many bytes.
ALIGNMENT = 256


@dataclass(frozen=True)
class Tensor:
    """A tensor of a launch: where it is, with strides in elements of `element` bytes.

    `values` turns bytes into numbers, as those of a `Region`; `precision` is 0 for integers.
    """

    name: str
    address: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    element: int
    values: Callable[[np.ndarray], np.ndarray]
    precision: float

    def bytes_in(self, memory: np.ndarray, start: int) -> np.ndarray:
        """Its elements in `memory`, whose first byte has the address `start`. The last axis is the bytes of an element."""
        return _elements(memory[self.address - start :], self.shape, self.strides, self.element)


class Copy:
    """A copy of what is in a tensor now, with other strides."""

    def __init__(self, tensor: Tensor, elements: np.ndarray, strides: Sequence[int]) -> None:
        """`elements` is what `bytes_in` returns."""
        size = size_of(tensor.shape, strides) * tensor.element
        fill = UNWRITTEN if tensor.precision else LARGE
        memory = np.full(size + ALIGNMENT, fill, np.uint8)
        start = (tensor.address - memory.ctypes.data) % ALIGNMENT
        self._memory, self._fill, self._is_gap = memory[start : start + size], fill, np.ones(size, bool)
        self.address = self._memory.ctypes.data
        self.elements = _elements(self._memory, tensor.shape, strides, tensor.element)
        self.elements[...] = elements
        _elements(self._is_gap, tensor.shape, strides, tensor.element)[...] = False
        self._element = tensor.element
        self.buffer = Buffer(tensor.name, self.address, size, tensor.element, shape=tensor.shape)

    def changed_gap(self) -> int | None:
        """The first element between rows that was written to, counted from the start of the copy."""
        changed = self._is_gap & (self._memory != self._fill)
        return int(changed.argmax()) // self._element if changed.any() else None


def size_of(shape: Sequence[int], strides: Sequence[int]) -> int:
    """How many elements a copy takes, with the padding of its last row."""
    if 0 in shape:
        return 1
    extent = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides))
    return max(extent, *(size * stride for size, stride in zip(shape, strides) if size > 1), 1)


def _elements(memory: np.ndarray, shape: Sequence[int], strides: Sequence[int], element: int) -> np.ndarray:
    return np.lib.stride_tricks.as_strided(memory, (*shape, element), (*(each * element for each in strides), 1))


def difference(tensor: Tensor, expected: np.ndarray, got: np.ndarray, is_exact: bool) -> str:
    """How the elements of a tensor differ from what they should be, such as `1 of 8 elements of x`; empty if they do not."""
    differ = (expected != got).any(-1)
    if not differ.any():
        return ""
    before, now = (
        tensor.values(np.ascontiguousarray(each).reshape(-1)).reshape(*tensor.shape, -1) for each in (expected, got)
    )
    if not is_exact and tensor.precision:
        finite = before[np.isfinite(before)]
        near = np.abs(now - before) <= tensor.precision**0.5 * float(np.abs(finite).max(initial=0.0))
        differ &= ~(near | (np.isnan(now) & np.isnan(before))).all(-1)
        if not differ.any():
            return ""
    at = tuple(int(each) for each in np.unravel_index(int(differ.argmax()), differ.shape))
    place = str(at if len(at) > 1 else sum(at))
    return (
        f"{int(differ.sum())} of {differ.size} elements of {tensor.name}, such as element {place}: "
        f"{before[at][0].item():.9g} and {now[at][0].item():.9g}"
    )
