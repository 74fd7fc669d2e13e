"""The memory of tensors, as the device memory of a launch."""

from __future__ import annotations

import ctypes
import gc
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from aot_emulate.memory import GlobalMemory

if TYPE_CHECKING:
    from collections.abc import Iterator

# All addresses that a process can have, as one array: pointers of a program are addresses of its own memory. Only what
# a launch allows is ever accessed. Source: x86-64 and AArch64 have 47 bits of addresses for programs on Linux.
START = 4096
SPACE = np.ctypeslib.as_array((ctypes.c_uint8 * ((1 << 47) - START)).from_address(START))


@dataclass(frozen=True)
class Region:
    """Memory that a launch may access: `size` bytes, which are elements of `element` bytes."""

    name: str
    address: int
    size: int
    element: int


class AlignedMemory:
    """Zeros at an address that is a multiple of `alignment`."""

    def __init__(self, size: int, alignment: int) -> None:
        self._memory = np.zeros(size + alignment, np.uint8)
        self._address = -(-self._memory.ctypes.data // alignment) * alignment

    def data_ptr(self) -> int:
        return self._address


def region_of(name: str, value: Any) -> Region | None:
    """The storage of a tensor; None if the value does not say what it has."""
    tensor = getattr(value, "base", value)  # of Triton's TensorWrapper
    if not hasattr(tensor, "untyped_storage"):
        return None
    storage = tensor.untyped_storage()
    return Region(name, storage.data_ptr(), storage.nbytes(), value.element_size())


def device_memory(regions: list[Region], is_open: bool) -> GlobalMemory:
    """Memory in which regions can be accessed.

    If it is open, the kernel gets pointers as numbers: it may access every tensor of the program that is alive. Freed memory
    belongs to no tensor.
    """
    memory = GlobalMemory(SPACE, START)
    for each in [*living_tensors(), *regions] if is_open else regions:
        memory.allow(each.name, each.address, each.size, each.element)
    return memory


def living_tensors() -> Iterator[Region]:
    """The storages of all tensors to which the program refers."""
    torch = sys.modules.get("torch")
    for each in gc.get_objects():
        # Not isinstance(): it asks proxies, which run code of the program.
        if not (torch is not None and issubclass(type(each), torch.Tensor)):
            continue
        found = _region_if_any(each)
        if found is not None and found.size:
            yield found


def _region_if_any(tensor: Any) -> Region | None:
    try:
        return region_of(f"a tensor of the shape {tuple(tensor.shape)}", tensor)
    except Exception:  # tensors without a storage, such as sparse ones
        return None
