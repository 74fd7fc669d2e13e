"""The memory of tensors, as the device memory of a launch."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from aot_emulate.memory import GlobalMemory

from ..contents import Contents, Region

# All addresses that a process can have, as one array: pointers of a program are addresses of its own memory. Only what
# a launch allows is ever accessed. Source: x86-64 and AArch64 have 47 bits of addresses for programs on Linux.
START = 4096
SPACE = np.ctypeslib.as_array((ctypes.c_uint8 * ((1 << 47) - START)).from_address(START))


def device_memory(tensors: list[tuple[str, Any]]) -> GlobalMemory:
    """Memory in which the storages of tensors, and arrays, can be accessed. What is in none of the tensors are gaps."""
    memory = GlobalMemory(SPACE, START)
    storages: dict[int, list[tuple[str, Any]]] = {}
    for name, tensor in tensors:
        if isinstance(tensor, np.ndarray):
            memory.allow(name, tensor.ctypes.data, tensor.nbytes, tensor.itemsize)
            continue
        base = getattr(tensor, "base", tensor)  # of Triton's TensorWrapper
        storages.setdefault(base.untyped_storage().data_ptr(), []).append((name, base))
    for address, views in storages.items():
        name, tensor = views[0]
        memory.allow(
            " or ".join(dict.fromkeys(each for each, _ in views)),
            address,
            tensor.untyped_storage().nbytes(),
            tensor.element_size(),
            first=tensor.data_ptr(),
            shape=tuple(tensor.shape),
            gaps=_gaps([each for _, each in views]),
        )
    return memory


def contents_of(tensors: list[tuple[str, Any]]) -> Contents:
    """The storages of tensors as regions: of several views of one, the first names it."""
    import torch

    regions: dict[int, Region] = {}
    for name, tensor in tensors:
        if isinstance(tensor, np.ndarray):
            continue
        base = getattr(tensor, "base", tensor)
        storage = base.untyped_storage()
        dtype = base.dtype.to_real() if base.dtype.is_complex else base.dtype
        if storage.nbytes() == 0:
            continue
        start = storage.data_ptr() - START
        is_float = dtype.is_floating_point
        wide = torch.float64 if is_float else torch.int64

        def values(raw: np.ndarray, dtype: Any = dtype, wide: Any = wide) -> np.ndarray:
            return torch.from_numpy(raw).view(dtype).to(wide).numpy()

        region = Region(
            name,
            storage.data_ptr(),
            SPACE[start : start + storage.nbytes()],
            values,
            torch.finfo(dtype).eps if is_float else 0,
        )
        regions.setdefault(region.address, region)
    return Contents(list(regions.values()))


def _gaps(views: list[Any]) -> np.ndarray | None:
    """Which elements of a storage belong to none of its views; None if all belong to one, or their elements differ in size."""
    size = views[0].element_size()
    count = views[0].untyped_storage().nbytes() // size
    if any(_is_whole(each, count) for each in views) or any(each.element_size() != size for each in views):
        return None
    gaps = np.ones(count, bool)
    for each in views:
        if each.numel():
            strides = [step * gaps.itemsize for step in each.stride()]
            np.lib.stride_tricks.as_strided(gaps[each.storage_offset() :], tuple(each.shape), strides)[...] = False
    return gaps if gaps.any() else None


def _is_whole(view: Any, count: int) -> bool:
    return view.numel() == count and view.is_contiguous()
