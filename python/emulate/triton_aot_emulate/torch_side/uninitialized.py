"""Fills what PyTorch leaves uninitialised on the GPU. New memory of the CPU is often zero, which hides that nothing has written it.

`torch.utils.deterministic.fill_uninitialized_memory` does the same for programs, but with the largest integers: as indices, these
wrap around to what is next to a tensor.
"""

from __future__ import annotations

from typing import Any

import torch

from ..caller import launched_at
from ..gpus import UNWRITTEN
from .places import storage_of
from .unwritten import WHOLE_NUMBERS
from .unwritten_uses import MADE, Made

# Operators whose results nothing has written, and the one that can add to a tensor what nothing has written.
_RESIZES = "aten::resize_"
LEAVE_UNWRITTEN = {
    "aten::empty",
    "aten::empty_like",
    "aten::empty_strided",
    "aten::empty_permuted",
    "aten::new_empty",
    "aten::new_empty_strided",
    _RESIZES,
}
_SIGNED = {torch.uint32: torch.int32, torch.uint64: torch.int64, **{each: each for each in WHOLE_NUMBERS}}
# Of larger memory only so many bytes at the beginning and at the end are filled: the rest then takes no memory of the machine.
MOST = 32 << 20


def call_and_fill(func: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Calls an operator, and fills what it leaves unwritten. What it is given to write to keeps its contents."""
    name = func._schema.name
    if name not in LEAVE_UNWRITTEN or "out" in kwargs:
        return func(*args, **kwargs)
    before = storage_of(args[0]).nbytes() if name == _RESIZES else 0
    result = func(*args, **kwargs)
    if result.layout is torch.strided and not result.is_meta:
        _fill(storage_of(result), result.dtype, before)
        if not before:
            setattr(storage_of(result), MADE, Made(launched_at(), result.dtype))
    return result


def _fill(storage: Any, dtype: Any, start: int) -> None:
    """Fills a storage from a byte on, also what is between the elements of a tensor with gaps."""
    size = storage.nbytes()
    if size <= start:
        return
    # Another tensor than the program's, whose version does not change.
    unwritten = torch._C.TensorBase.set_(torch.empty(0, dtype=torch.uint8), storage)[start:]
    parts = [unwritten] if size - start <= 2 * MOST else [unwritten[:MOST], unwritten[-MOST:]]
    for part in parts:
        if dtype in _SIGNED and start % dtype.itemsize == 0:
            part.view(_SIGNED[dtype]).fill_(WHOLE_NUMBERS[_SIGNED[dtype]])
        else:
            part.fill_(1 if dtype is torch.bool else UNWRITTEN)
