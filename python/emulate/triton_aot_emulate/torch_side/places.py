"""Which tensors are on the emulated GPU. All are in the CPU's memory; a mark at the storage says where the program put it.

A mark belongs to a storage, so that views and detached tensors have it too.
"""

from __future__ import annotations

import threading
import weakref
from typing import Any

import torch

GPU = torch.device("cuda", 0)
CPU = torch.device("cpu")
# What C++ takes tensors for that are on the GPU and have no memory. See `tracing.py`.
IN_CPP = torch.device("lazy", 0)
# Values of the mark.
ON_GPU, PINNED = "gpu", "pinned"
# Of a tensor that PyTorch's own code made for the device it was working on: that is the CPU in any case, also where it means the GPU.
EITHER = "either"
_MARK = "_triton_aot_place"
# What PyTorch allocates is a multiple of this many bytes.
BLOCK = 512
_PLAIN = (torch.Tensor, torch.nn.Parameter)


class Allocated:
    """Counts the bytes of all storages on the GPU that are alive, as the functions for memory of `torch.cuda` report them."""

    def __init__(self) -> None:
        self.bytes = self.peak = 0
        #: Whether any memory of the CPU has been pinned.
        self.has_pinned = False
        self._sizes: dict[weakref.ref, int] = {}
        self._lock = threading.RLock()

    def add(self, storage: Any) -> None:
        with self._lock:
            size = -(-storage.nbytes() // BLOCK) * BLOCK
            self._sizes[weakref.ref(storage, self._freed)] = size
            self.bytes += size
            self.peak = max(self.peak, self.bytes)

    def forget(self, storage: Any) -> None:
        with self._lock:
            for reference in weakref.getweakrefs(storage):
                self._freed(reference)

    def storages(self) -> list[Any]:
        """Those that are alive."""
        with self._lock:
            return [storage for reference in list(self._sizes) if (storage := reference()) is not None]

    def has(self, address: int) -> bool:
        """Whether an address is in a storage that is alive."""
        return any(each.data_ptr() <= address < each.data_ptr() + each.nbytes() for each in self.storages())

    def _freed(self, reference: weakref.ref) -> None:
        with self._lock:
            self.bytes -= self._sizes.pop(reference, 0)


allocated = Allocated()


def storage_of(tensor: Any) -> Any:
    """The storage that has the mark of a tensor; None if it has none, such as a tensor on `meta`."""
    if type(tensor) in _PLAIN:
        return _storage_of(tensor)
    with torch._C.DisableTorchFunctionSubclass():
        return _storage_of(tensor)


def is_on_gpu(tensor: Any) -> bool:
    """Whether the program put a tensor on the GPU, or it was computed from one that is there."""
    return getattr(storage_of(tensor), _MARK, None) == ON_GPU


def is_pinned(tensor: Any) -> bool:
    """Whether kernels can access a tensor although it is on the CPU."""
    return getattr(storage_of(tensor), _MARK, None) == PINNED


def is_for_either(tensor: Any) -> bool:
    """Whether nobody knows if a tensor would be on the CPU or on the GPU."""
    return getattr(storage_of(tensor), _MARK, None) == EITHER


def mark(storage: Any, place: str = ON_GPU) -> None:
    """Says where a storage is. What has no mark is on the CPU."""
    if getattr(storage, _MARK, None) == place:
        return
    setattr(storage, _MARK, place)
    if place == ON_GPU:
        allocated.add(storage)
    allocated.has_pinned |= place == PINNED


def unmark(storage: Any) -> None:
    """Says that a storage that was just made is on the CPU."""
    if getattr(storage, _MARK, None) is not None:
        setattr(storage, _MARK, None)
        allocated.forget(storage)


def put(tensor: Any, on_gpu: bool) -> Any:
    """Says of a tensor that was just made where it is, and returns it."""
    storage = storage_of(tensor)
    if on_gpu and storage is not None:
        mark(storage)
    return tensor


def put_for_either(tensor: Any) -> None:
    """Says of a tensor that was just made, and has no place, that nobody knows."""
    storage = storage_of(tensor)
    if storage is not None and getattr(storage, _MARK, None) is None:
        mark(storage, EITHER)


def marked_storage(storage: Any) -> bool:
    return getattr(storage, _MARK, None) == ON_GPU


def asks_for_gpu(device: Any) -> bool | None:
    """Whether a program's `device` is the GPU; None if it is neither GPU nor CPU, or not given. A number is a GPU's.

    Raises PyTorch's error for a second GPU.
    """
    if isinstance(device, int) and not isinstance(device, bool):
        kind, number = "cuda", str(device)
    else:
        kind, _, number = str(device).partition(":")
    if kind == "cuda" and number not in ("", "0"):
        refuse_second_gpu(number)
    return {"cuda": True, IN_CPP.type: True, "cpu": False}.get(kind)


def refuse_second_gpu(number: Any) -> None:
    """Raises CUDA's error for the number of a GPU that is not there. PyTorch itself refuses what is no number."""
    if str(number).isdigit() and int(number) > 0:
        words = "CUDA error: invalid device ordinal\nGPU device may be out of range, do you have enough GPUs?"
        raise getattr(torch, "AcceleratorError", RuntimeError)(words)


def _storage_of(tensor: Any) -> Any:
    try:
        return tensor.untyped_storage()
    except (RuntimeError, NotImplementedError):
        return _storage_of_wrapper(tensor) if tensor.layout is torch.strided else _storage_of_sparse(tensor)


def _storage_of_sparse(tensor: Any) -> Any:
    try:
        values = tensor._values() if tensor.layout is torch.sparse_coo else tensor.values()
        return values.untyped_storage()
    except (RuntimeError, NotImplementedError):
        return None


def _storage_of_wrapper(tensor: Any) -> Any:
    """The storage inside of what `torch.func` wraps."""
    functorch = torch._C._functorch
    inner = tensor
    while functorch.is_functorch_wrapped_tensor(inner):
        inner = functorch.get_unwrapped(inner)
    return None if inner is tensor else storage_of(inner)
