"""The memory of tensors, as the device memory of a launch."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from aot_emulate.memory import GlobalMemory

# All addresses that a process can have, as one array: pointers of a program are addresses of its own memory. Only what
# a launch allows is ever accessed. Source: x86-64 and AArch64 have 47 bits of addresses for programs on Linux.
START = 4096
SPACE = np.ctypeslib.as_array((ctypes.c_uint8 * ((1 << 47) - START)).from_address(START))


def device_memory(tensors: list[tuple[str, Any]]) -> GlobalMemory:
    """Memory in which the storages of tensors, and arrays, can be accessed."""
    memory = GlobalMemory(SPACE, START)
    for name, tensor in tensors:
        if isinstance(tensor, np.ndarray):
            memory.allow(name, tensor.ctypes.data, tensor.nbytes, tensor.itemsize)
            continue
        base = getattr(tensor, "base", tensor)  # of Triton's TensorWrapper
        storage = base.untyped_storage()
        memory.allow(name, storage.data_ptr(), storage.nbytes(), tensor.element_size())
    return memory
