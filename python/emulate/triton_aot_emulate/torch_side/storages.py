"""Storages say where they are, and are made where a program asks for. What shares memory with a tensor on the GPU is there too."""

from __future__ import annotations

import contextlib
import threading
from typing import TYPE_CHECKING, Any

import torch

from . import places

if TYPE_CHECKING:
    from collections.abc import Iterator

_real_device = torch._C.StorageBase.device.__get__
_thread = threading.local()


def replace_storages() -> None:
    torch.UntypedStorage.device = property(_device)
    torch.UntypedStorage.__new__ = _new
    torch.UntypedStorage.is_shared = _is_shared(torch.UntypedStorage.is_shared)
    torch.UntypedStorage.share_memory_ = _share_memory(torch.UntypedStorage.share_memory_)
    for module in (torch, torch.utils.dlpack):
        module.from_dlpack = _from_dlpack(torch.from_dlpack)


@contextlib.contextmanager
def real_devices() -> Iterator[None]:
    """Has storages say in this thread that they are on the CPU: PyTorch would ask CUDA to share others."""
    _thread.real = True
    try:
        yield
    finally:
        _thread.real = False


def _device(storage: Any) -> Any:
    return (
        places.GPU if places.marked_storage(storage) and not getattr(_thread, "real", False) else _real_device(storage)
    )


def _new(kind: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
    on_gpu = device is not None and places.asks_for_gpu(device)
    made = torch._C.StorageBase.__new__(
        kind, *args, **kwargs, **({} if device is None or on_gpu else {"device": device})
    )
    if on_gpu:
        places.mark(made)
    return made


def _is_shared(original: Any) -> Any:
    """Memory of the GPU always is: other processes open it by its handle."""
    return lambda storage: _device(storage).type == "cuda" or original(storage)


def _share_memory(original: Any) -> Any:
    """Does for memory of the GPU what PyTorch does for that of the CPU, so that children of a fork see it."""

    def share_memory(storage: Any, *args: Any, **kwargs: Any) -> Any:
        with real_devices():
            return original(storage, *args, **kwargs)

    return share_memory


def _from_dlpack(original: Any) -> Any:
    def from_dlpack(*args: Any, **kwargs: Any) -> Any:
        made = original(*args, **kwargs)
        return places.put(made, on_gpu=places.allocated.has(made.data_ptr()))

    from_dlpack.__doc__, from_dlpack.__module__ = original.__doc__, original.__module__
    return from_dlpack
