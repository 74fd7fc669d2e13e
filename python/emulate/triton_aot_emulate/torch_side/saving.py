"""Tensors that leave the process or are copied as a whole: saved, sent to other processes, deep copies."""

from __future__ import annotations

from multiprocessing.reduction import ForkingPickler
from typing import Any

import torch

from . import places
from .storages import real_devices

# Before PyTorch's own, whose first has 10.
_PRIORITY = 5


def keep_places() -> None:
    """Makes copies be where the original was, and `map_location` say where tensors are."""
    torch.serialization.register_package(_PRIORITY, _tag, _restore)
    from torch.multiprocessing import reductions

    for kind in (torch.Tensor, torch.nn.Parameter):
        ForkingPickler.register(kind, _reduce(reductions.reduce_tensor))
    ForkingPickler.register(torch.UntypedStorage, _reduce_storage(reductions.reduce_storage))


def rebuild(function: Any, args: Any) -> Any:
    """A tensor on the GPU that another process sent."""
    return places.put(function(*args), on_gpu=True)


def _reduce(reduce: Any) -> Any:
    def reduced(tensor: Any) -> Any:
        with real_devices():
            parts = reduce(tensor)
        return (rebuild, parts) if places.is_on_gpu(tensor) else parts

    return reduced


def _reduce_storage(reduce: Any) -> Any:
    def reduced(storage: Any) -> Any:
        with real_devices():
            return reduce(storage)

    return reduced


def _tag(storage: Any) -> str | None:
    untyped = getattr(storage, "_untyped_storage", storage)
    return "cuda:0" if places.marked_storage(untyped) else None


def _restore(storage: Any, location: Any) -> Any:
    if not str(location).startswith("cuda"):
        return None
    number = torch.device(location).index or 0
    if number > 0:
        raise RuntimeError(
            f"Attempting to deserialize object on CUDA device {number} but torch.cuda.device_count() is 1. Please use torch.load "
            "with map_location to map your storages to an existing device."
        )
    places.mark(getattr(storage, "_untyped_storage", storage))
    return storage
