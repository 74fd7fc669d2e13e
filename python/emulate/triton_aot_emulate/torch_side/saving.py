"""Tensors that leave the process or are copied as a whole: saved, sent to other processes, deep copies."""

from __future__ import annotations

from multiprocessing.reduction import ForkingPickler
from typing import Any

import torch

from . import places

# Before PyTorch's own, whose first has 10.
_PRIORITY = 5


def keep_places() -> None:
    """Makes copies be where the original was, and `map_location` say where tensors are."""
    torch.serialization.register_package(_PRIORITY, _tag, _restore)
    clone = torch.UntypedStorage.clone

    def cloned(storage: Any) -> Any:
        copy = clone(storage)
        if places.marked_storage(storage):
            places.mark(copy)
        return copy

    torch.UntypedStorage.clone = cloned
    from torch.multiprocessing import reductions

    for kind in (torch.Tensor, torch.nn.Parameter):
        ForkingPickler.register(kind, _reduce(reductions.reduce_tensor))


def rebuild(function: Any, args: Any) -> Any:
    """A tensor on the GPU that another process sent."""
    return places.put(function(*args), on_gpu=True)


def _reduce(reduce: Any) -> Any:
    def reduced(tensor: Any) -> Any:
        parts = reduce(tensor)
        return (rebuild, parts) if places.is_on_gpu(tensor) else parts

    return reduced


def _tag(storage: Any) -> str | None:
    untyped = getattr(storage, "_untyped_storage", storage)
    return "cuda:0" if places.marked_storage(untyped) else None


def _restore(storage: Any, location: Any) -> Any:
    if not str(location).startswith("cuda"):
        return None
    places.mark(getattr(storage, "_untyped_storage", storage))
    return storage
