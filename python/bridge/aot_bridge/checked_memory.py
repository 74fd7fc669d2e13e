"""Lets a kernel in Triton's interpreter touch the elements of its tensors, and nothing else.

The kernel gets addresses that do not exist, far apart from each other. Each access is translated to the memory of the
tensor that its address belongs to, after all its addresses were found to lie within.
"""

from typing import Any

import numpy as np
from triton.runtime import interpreter

# The distance of two tensors' addresses, so that an index far outside still says which tensor was meant.
SPACING_BITS = 40
SPACING = 1 << SPACING_BITS


class OutOfBounds(Exception):
    """An access outside of a tensor; `buffer` names it, None if the address is near none."""

    def __init__(self, message: str, buffer: str | None) -> None:
        super().__init__(message)
        self.buffer = buffer


class CheckedMemory:
    """The tensors of one call. While it is entered, the interpreter's accesses go through it."""

    def __init__(self) -> None:
        # The name, the bytes of an element and the shape of each tensor.
        self._tensors: list[tuple[str, int, list[int]]] = []
        # Of each tensor, which elements the kernel has written.
        self._written: list[np.ndarray] = []
        # A null pointer is the address 0, which belongs to no tensor.
        self._begins: np.ndarray = np.zeros(1, np.uint64)
        self._sizes: np.ndarray = np.zeros(1, np.int64)

    def add(self, name: str, elements: np.ndarray, element_size: int, shape: list[int]) -> int:
        """Returns the address of a tensor for the kernel. The caller keeps `elements` as long as the kernel runs."""
        self._tensors.append((name, element_size, shape))
        self._written.append(np.zeros(max(0, elements.nbytes // element_size), np.bool_))
        self._begins = np.append(self._begins, np.uint64(elements.ctypes.data))
        self._sizes = np.append(self._sizes, np.int64(elements.nbytes))
        return len(self._tensors) << SPACING_BITS

    def address(self, name: str) -> int:
        """Returns the address of a tensor that was added."""
        return next(at for at, (each, *_rest) in enumerate(self._tensors, 1) if each == name) << SPACING_BITS

    def written(self, name: str) -> np.ndarray:
        """Says of each element of a tensor, in the order of memory, whether the kernel has written it."""
        return next(written for (each, *_rest), written in zip(self._tensors, self._written) if each == name)

    def __enter__(self) -> "CheckedMemory":  # noqa: PYI034 (`Self` is in Python 3.11 and later)
        self._own = interpreter._interpreter
        interpreter._interpreter = self
        return self

    def __exit__(self, *_error: object) -> None:
        interpreter._interpreter = self._own

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    def load(self, addresses: np.ndarray, mask: Any, other: Any, dtype: Any) -> Any:
        return self._own.load(self._translate(addresses, mask, np.dtype(dtype), "reads"), mask, other, dtype)

    def store(self, addresses: np.ndarray, values: np.ndarray, mask: Any) -> Any:
        return self._own.store(self._translate(addresses, mask, values.dtype, "writes"), values, mask)

    def atomic_cas(self, addresses: np.ndarray, compared: Any, values: np.ndarray, order: Any) -> Any:
        translated = self._translate(addresses, np.True_, values.dtype, "writes")
        return self._own.atomic_cas(translated, compared, values, order)

    def atomic_rmw(self, operation: Any, addresses: np.ndarray, values: np.ndarray, mask: Any, order: Any) -> Any:
        translated = self._translate(addresses, mask, values.dtype, "writes")
        return self._own.atomic_rmw(operation, translated, values, mask, order)

    def _translate(self, addresses: np.ndarray, mask: Any, dtype: np.dtype, verb: str) -> np.ndarray:
        """Returns where the elements are. @throws OutOfBounds with the first that is in no tensor."""
        # Half of the distance lies before a tensor: indices can be negative.
        which = (addresses + np.uint64(SPACING // 2)) >> np.uint64(SPACING_BITS)
        offsets = (addresses - (which << np.uint64(SPACING_BITS))).astype(np.int64)
        is_tensor = which < len(self._begins)
        which = np.where(is_tensor, which, 0).astype(np.int64)
        outside = mask & ~((offsets >= 0) & (offsets + dtype.itemsize <= self._sizes[which]))
        if np.any(outside):
            first = np.unravel_index(np.argmax(outside), outside.shape)
            message = self._described(verb, which[first], offsets[first], addresses[first])
            raise OutOfBounds(message, self._tensors[which[first] - 1][0] if which[first] else None)
        if verb == "writes":
            self._mark(which, offsets, np.broadcast_to(mask, which.shape), dtype.itemsize)
        return self._begins[which] + offsets.astype(np.uint64)

    def _mark(self, which: np.ndarray, offsets: np.ndarray, mask: np.ndarray, width: int) -> None:
        for tensor in np.unique(which[mask]):
            _name, size, _shape = self._tensors[tensor - 1]
            first = offsets[mask & (which == tensor)] // size
            # A kernel can write several elements at once through a pointer of another type.
            for step in range(max(1, width // size)):
                self._written[tensor - 1][first + step] = True

    def _described(self, verb: str, which: int, offset: int, address: int) -> str:
        if which == 0:
            return f"the kernel {verb} at the address {int(address):#x}, which is in none of its tensors"
        name, size, shape = self._tensors[which - 1]
        count = f"{self._sizes[which] // size} element{'s' * int(self._sizes[which] != size)}"
        return f"the kernel {verb} element {offset // size} of {name}, which has {count} (shape {shape})"
