"""What memory holds that nothing has written, and the elements of tensors that still do."""

from __future__ import annotations

from typing import Any

import torch

# Large odd numbers, by the size of a type: multiplied by strides and sizes, they are still far outside of any tensor.
WHOLE_NUMBERS = {
    torch.int8: 0x65,
    torch.int16: 0x65A5,
    torch.int32: 0x65A5A5A5,
    torch.int64: 0x05A5A5A5A5A5,
}
_BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def bits(tensor: Any) -> Any:
    """The elements as integers: PyTorch has more operators for them than for narrow floats."""
    kind = _BITS.get(tensor.dtype.itemsize)
    return tensor.detach() if kind is None else tensor.detach().view(kind)


def unwritten(tensor: Any) -> Any:
    """Which elements still are as memory is that nothing has written. Of narrow types and bool, this is not known."""
    if tensor.dtype in (torch.int32, torch.int64):
        return tensor == WHOLE_NUMBERS[tensor.dtype]
    if not tensor.is_floating_point() or tensor.dtype.itemsize == 1:
        return torch.zeros((), dtype=torch.bool)
    return bits(tensor) == -1
