"""The memory of tensors, as the device memory of a launch."""

from __future__ import annotations

import ctypes
import gc
from typing import TYPE_CHECKING, Any

import numpy as np
from aot_emulate.memory import Buffer, GlobalMemory
from aot_emulate.tables import without_reserve

from ..contents import Contents, Region

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# All addresses that a process can have, as one array: pointers of a program are addresses of its own memory. Only what
# a launch allows is ever accessed. Source: x86-64 and AArch64 have 47 bits of addresses for programs on Linux.
START = 4096
SPACE = np.ctypeslib.as_array((ctypes.c_uint8 * ((1 << 47) - START)).from_address(START))

# The most elements of which a flag for each is ordinary memory.
MOST_ZEROS = 1 << 24


class AlignedMemory:
    """Zeros at an address that is a multiple of `alignment`."""

    def __init__(self, size: int, alignment: int) -> None:
        self._memory = np.zeros(size + alignment, np.uint8)
        self._address = -(-self._memory.ctypes.data // alignment) * alignment

    def data_ptr(self) -> int:
        return self._address


def tensor_of(value: Any) -> Any:
    """The tensor that an argument is, also below Triton's TensorWrapper, or whose memory it has; None if no tensor has its address.

    Triton takes everything that has `data_ptr()` and `dtype`.
    """
    import torch

    base = getattr(value, "base", value)
    if isinstance(base, torch.Tensor):
        return base
    return _tensor_at(value) if hasattr(value, "data_ptr") else None


def tensors_in(value: Any) -> Iterator[Any]:
    """The tensors of an argument, also in tuples and descriptors."""
    if isinstance(value, (tuple, list)):
        for each in value:
            yield from tensors_in(each)
    elif (found := tensor_of(value)) is not None:
        yield found


def _tensor_at(value: Any) -> Any:
    """A tensor of the elements that an argument has; of all in the storage at its address, if it does not say which."""
    import torch

    address = value.data_ptr()
    for storage in _storages():
        if storage.data_ptr() <= address < storage.data_ptr() + storage.nbytes():
            break
    else:
        return None
    dtype = value.dtype if isinstance(value.dtype, torch.dtype) else torch.uint8
    count = storage.nbytes() // dtype.itemsize
    start, layout = _elements(value, (address - storage.data_ptr()) // dtype.itemsize, count)
    with torch._C._DisableTorchDispatch():
        return torch._C.TensorBase.set_(torch.empty(0, dtype=dtype, device="cpu"), storage, start, *layout)


def _storages() -> Iterator[Any]:
    """Those on the GPU, and then those of all tensors, which takes longer to find."""
    from ..torch_side.places import allocated

    yield from allocated.storages()
    yield from (tensor.untyped_storage() for _, tensor in living_tensors([]))


def _elements(value: Any, start: int, count: int) -> tuple[int, tuple[Any, Any]]:
    """The first element of an argument in a storage of so many, its shape and strides, which are positive here."""
    try:
        shape, strides = tuple(map(int, value.shape)), tuple(map(int, value.stride()))
    except (AttributeError, TypeError):
        return 0, ((count,), (1,))
    extents = [(size - 1) * stride for size, stride in zip(shape, strides)]
    first = start + sum(min(each, 0) for each in extents)
    if 0 in shape or first < 0 or start + sum(max(each, 0) for each in extents) >= count:
        return 0, ((count,), (1,))
    return first, (shape, tuple(map(abs, strides)))


def device_memory(tensors: list[tuple[str, Any]], buffers: list[Buffer]) -> GlobalMemory:
    """Memory in which the storages of tensors, and buffers, can be accessed. What is in none of the tensors are gaps."""
    from ..torch_side.storages import real_devices

    memory = GlobalMemory(SPACE, START)
    for buffer in buffers:
        memory.allow(buffer)
    storages: dict[int, list[tuple[str, Any]]] = {}
    for name, tensor in tensors:
        storages.setdefault(tensor.untyped_storage().data_ptr(), []).append((name, tensor))
    with real_devices():
        memory.is_private = not any(tensor.is_shared() for views in storages.values() for _, tensor in views)
    for address, views in storages.items():
        name, tensor = views[0]
        memory.allow(
            Buffer(
                " or ".join(dict.fromkeys(each for each, _ in views)),
                address,
                tensor.untyped_storage().nbytes(),
                tensor.element_size(),
                first=tensor.data_ptr(),
                shape=tuple(tensor.shape),
                given=_given([each for _, each in views]),
            )
        )
    return memory


def numbers_of(tensor: Any) -> tuple[Callable[[np.ndarray], np.ndarray], float]:
    """What makes numbers of bytes with the type of a tensor, and their precision, as a `Region` has them."""
    import torch

    dtype = tensor.dtype.to_real() if tensor.dtype.is_complex else tensor.dtype
    is_float = dtype.is_floating_point
    wide = torch.float64 if is_float else torch.int64

    def values(raw: np.ndarray) -> np.ndarray:
        return torch.from_numpy(raw).view(dtype).to(wide).numpy()

    return values, torch.finfo(dtype).eps if is_float else 0


def contents_of(tensors: list[tuple[str, Any]]) -> Contents:
    """The storages of tensors as regions: of several views of one, the first names it."""
    regions: dict[int, Region] = {}
    for name, tensor in tensors:
        storage = tensor.untyped_storage()
        if storage.nbytes() == 0:
            continue
        start = storage.data_ptr() - START
        values, precision = numbers_of(tensor)
        region = Region(name, storage.data_ptr(), SPACE[start : start + storage.nbytes()], values, precision)
        regions.setdefault(region.address, region)
    return Contents(list(regions.values()))


def storages_of(tensors: list[tuple[str, Any]]) -> list[Any]:
    """The storages of tensors, each once."""
    storages = [tensor.untyped_storage() for _, tensor in tensors]
    return list({each.data_ptr(): each for each in storages}.values())


def living_tensors(known: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """All tensors to which the program refers, except for those that share memory with known ones. Freed memory is no tensor's."""
    import torch

    addresses = {tensor.untyped_storage().data_ptr() for _, tensor in known}
    # Not isinstance(): it asks proxies, which run code of the program.
    found = [each for each in gc.get_objects() if issubclass(type(each), torch.Tensor)]
    return [("another tensor", each) for each in found if _address_of(each) not in (None, *addresses)]


def _address_of(tensor: Any) -> int | None:
    """Where the storage of a tensor is; None if it has none, as sparse ones and those of the device `meta`."""
    try:
        return tensor.untyped_storage().data_ptr() or None
    except Exception:
        return None


def _given(views: list[Any]) -> np.ndarray | None:
    """Which elements of a storage belong to one of its views; None if all do, or if the elements of views differ in size."""
    size = views[0].element_size()
    count = views[0].untyped_storage().nbytes() // size
    if any(_is_whole(each, count) for each in views) or any(each.element_size() != size for each in views):
        return None
    # Elements can be far apart: pages without one take no memory.
    given = np.zeros(count, bool) if count < MOST_ZEROS else np.frombuffer(without_reserve(count), bool)
    for each in views:
        if each.numel():
            own = np.lib.stride_tricks.as_strided(given[each.storage_offset() :], tuple(each.shape), each.stride())
            own[...] = True
    return None if given.all() else given


def _is_whole(view: Any, count: int) -> bool:
    return view.numel() == count and view.is_contiguous()
