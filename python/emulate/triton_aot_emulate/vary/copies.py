"""Tensors with the contents of others: of other sizes, with other strides, with other values."""

from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any

import torch
from aot_emulate.tables import without_reserve
from aot_variations.layouts import (
    EXPANDED,
    EXPANDED_ELEMENT,
    FAR_ROWS,
    LATER,
    PADDED,
    TRANSPOSED,
    apart,
    exchanged,
    far_apart,
    far_stride,
)

from ..torch_side.places import put
from ..torch_side.unwritten import bits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Of memory of more bytes, pages in which nothing was written take no room, and are zeros.
MOST_DENSE = 1 << 28
# The most bytes of the pages that a tensor with large gaps uses, and the size of a page.
MOST_TOUCHED, PAGE = 1 << 25, 4096
# Axes of a tensor that can be the outermost.
MOST_AXES = 6


def placed(like: Any, shape: Sequence[int], strides: Sequence[int], offset: int = 0) -> Any:
    """A tensor that nothing has written, in memory of its own. It begins `offset` elements behind the begin of that memory."""
    extent = 1 + sum((size - 1) * stride for size, stride in zip(shape, strides))
    count = offset + (0 if 0 in shape else extent)
    if count * like.dtype.itemsize <= MOST_DENSE:
        memory = torch.empty(count, dtype=like.dtype, device=like.device)
    else:
        pages = without_reserve(count * like.dtype.itemsize)
        memory = put(torch.frombuffer(pages, dtype=like.dtype), on_gpu=like.is_cuda)
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


def retyped(tensor: Any, name: str) -> Any:
    """A copy of another type, with the same strides."""
    values = tensor.detach().to(getattr(torch, name))
    return filled(placed(values, tensor.shape, tensor.stride()), values, tensor)


def _padded(tensor: Any, reach: int | None = None) -> Any:
    """Gaps after rows. With `reach`, the row of that number is beyond element 2^31."""
    shape = tensor.shape
    row = shape[-1] + 8 if reach is None else far_stride(shape[-1], reach)
    outer = torch.empty(shape[:-1], device="meta").stride()
    return placed(tensor, shape, [*(row * each for each in outer), 1])


def _apart(tensor: Any, axis: int, reach: int | None = None) -> Any:
    """An axis is the outermost. With `reach`, its element of that number is beyond element 2^31."""
    rest = [size for at, size in enumerate(tensor.shape) if at != axis]
    strides = list(torch.empty(rest, device="meta").stride())
    least = (math.prod(rest) // 16 + 1) * 16
    strides.insert(axis, least if reach is None else far_stride(least, reach))
    return placed(tensor, tensor.shape, strides)


def _exchanged(tensor: Any, one: int, other: int) -> Any:
    shape = list(tensor.shape)
    shape[one], shape[other] = shape[other], shape[one]
    return placed(tensor, shape, torch.empty(shape, device="meta").stride()).transpose(one, other)


def _later(tensor: Any) -> Any:
    return placed(tensor, tensor.shape, dense_strides(tensor.shape, tensor), 1)


def _expanded(tensor: Any) -> Any:
    row = tensor.shape[1:]
    return placed(tensor, tensor.shape, [0, *torch.empty(row, device="meta").stride()])


# By name, how a tensor with the same values can lie in memory, and how many axes it needs.
LAYOUTS: dict[str, tuple[Callable[[Any], Any], int]] = {
    PADDED: (_padded, 2),
    TRANSPOSED: (partial(_exchanged, one=-1, other=-2), 2),
    exchanged(0, 1): (partial(_exchanged, one=0, other=1), 3),
    LATER: (_later, 1),
    EXPANDED: (_expanded, 2),
    EXPANDED_ELEMENT: (lambda tensor: placed(tensor, tensor.shape, [0] * tensor.dim()), 1),
    **{apart(axis): (partial(_apart, axis=axis), axis + 1) for axis in range(MOST_AXES)},
}
# Layouts with large gaps, each with the same layout with small ones.
FAR: dict[str, tuple[partial[Any], str]] = {
    FAR_ROWS: (partial(_padded), PADDED),
    **{far_apart(axis): (partial(_apart, axis=axis), apart(axis)) for axis in range(MOST_AXES)},
}


def laid_out(tensor: Any, layout: str, reach: int = 0) -> Any:
    """A copy with another layout. `reach` is which row or element a layout with large gaps has beyond element 2^31."""
    made = FAR[layout][0](tensor, reach=reach) if layout in FAR else LAYOUTS[layout][0](tensor)
    return filled(made, tensor, tensor)


def parts(shape: Sequence[int], layout: str) -> int:
    """Into how many parts a layout with large gaps divides a tensor."""
    axis = FAR[layout][0].keywords.get("axis")
    return math.prod(shape[:-1]) if axis is None else shape[axis]


def touched(count: int, tensor: Any) -> int:
    """The bytes of the pages that a tensor uses if it is divided into so many parts, far from each other."""
    return count * (tensor.numel() // max(count, 1) * tensor.dtype.itemsize // PAGE + 2) * PAGE
