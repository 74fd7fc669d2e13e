"""Tensors with the contents of others: of other sizes, with other strides, with other values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from aot_variations.layouts import EXPANDED, LATER, PADDED, TRANSPOSED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_BITS = {1: torch.uint8, 2: torch.int16, 4: torch.int32, 8: torch.int64}


def bits(tensor: Any) -> Any:
    """The elements as integers: PyTorch has more operators for them than for narrow floats."""
    kind = _BITS.get(tensor.dtype.itemsize)
    return tensor.detach() if kind is None else tensor.detach().view(kind)


def placed(like: Any, shape: Sequence[int], strides: Sequence[int], offset: int = 0) -> Any:
    """A tensor that nothing has written, in memory of its own. It begins `offset` elements behind the begin of that memory."""
    extent = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides))
    memory = torch.empty(offset + (0 if 0 in shape else extent), dtype=like.dtype, device=like.device)
    return memory.as_strided(list(shape), list(strides), offset)


def filled(tensor: Any, values: Any, like: Any) -> Any:
    """Writes values to a tensor, once to what an expanded axis repeats, and has it want a gradient if `like` does."""
    with torch.no_grad():
        to, source = bits(tensor), bits(values)
        for axis, stride in enumerate(tensor.stride()):
            if stride == 0 and tensor.shape[axis] > 1:
                to, source = to.narrow(axis, 0, 1), source.narrow(axis, 0, 1)
        to.copy_(source)
    return tensor.requires_grad_() if like.requires_grad else tensor


def copied(tensor: Any) -> Any:
    """A copy with the same strides. The elements between its rows are not copied."""
    return filled(placed(tensor, tensor.shape, tensor.stride()), tensor, tensor)


def dense_strides(shape: Sequence[int], like: Any) -> list[int]:
    """Strides without gaps, in the order of the axes of another tensor; what it repeats is repeated."""
    order = sorted(range(len(shape)), key=lambda axis: (like.stride(axis), -axis))
    strides, extent = [0] * len(shape), 1
    for axis in order:
        if like.stride(axis) or like.shape[axis] <= 1:
            strides[axis] = extent
            extent *= max(shape[axis], 1)
    return strides


def resized(tensor: Any, shape: Sequence[int]) -> Any:
    """A tensor of another shape: what is missing repeats the beginning."""
    if tuple(shape) == tuple(tensor.shape):
        return copied(tensor)
    values = bits(tensor)
    for axis, size in enumerate(shape):
        if size != values.shape[axis]:
            count = values.shape[axis]
            if count == 0:
                values = values.new_zeros([*values.shape[:axis], size, *values.shape[axis + 1 :]])
            else:
                values = values.index_select(axis, torch.arange(size, device=values.device) % count)
    made = placed(tensor, shape, dense_strides(shape, tensor))
    return filled(made, values.view(tensor.dtype), tensor)


def with_values(tensor: Any, change: Callable[[Any], Any]) -> Any:
    """A copy whose values `change` makes of the tensor's."""
    with torch.no_grad():
        return filled(placed(tensor, tensor.shape, tensor.stride()), change(tensor.detach()), tensor)


def _padded(tensor: Any) -> Any:
    shape = tensor.shape
    extent, strides = 1, [0] * len(shape)
    for axis in reversed(range(len(shape))):
        strides[axis] = extent
        extent = extent * shape[axis] + (8 if axis == len(shape) - 1 else 0)
    return placed(tensor, shape, strides)


def _transposed(tensor: Any) -> Any:
    shape = [*tensor.shape[:-2], tensor.shape[-1], tensor.shape[-2]]
    return placed(tensor, shape, torch.empty(shape, device="meta").stride()).transpose(-1, -2)


def _later(tensor: Any) -> Any:
    return placed(tensor, tensor.shape, dense_strides(tensor.shape, tensor), 1)


def _expanded(tensor: Any) -> Any:
    row = tensor.shape[1:]
    return placed(tensor, tensor.shape, [0, *torch.empty(row, device="meta").stride()])


# By name, how a tensor with the same values can lie in memory, and how many axes it needs.
LAYOUTS: dict[str, tuple[Callable[[Any], Any], int]] = {
    PADDED: (_padded, 2),
    TRANSPOSED: (_transposed, 2),
    LATER: (_later, 1),
    EXPANDED: (_expanded, 2),
}


def laid_out(tensor: Any, layout: str) -> Any:
    """A copy with another layout."""
    return filled(LAYOUTS[layout][0](tensor), tensor, tensor)
