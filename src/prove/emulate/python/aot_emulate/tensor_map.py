"""Reads tensor maps as src/prove/emulate/driver/tensor_map.cpp writes them."""

import struct
from dataclasses import dataclass

# The inverse of the C++ struct: magic, six numbers of CUDA's enumerations, then five axes, innermost first.
FORMAT = struct.Struct("<4s6B5Bx5H6xQ5Q4Q")


@dataclass(frozen=True)
class TensorMap:
    """A tensor and the box that one copy moves. Axes are ordered from the innermost; strides are in bytes."""

    type: int
    interleave: int
    swizzle: int
    fill: int
    address: int
    dimensions: tuple
    strides: tuple
    box: tuple
    element_strides: tuple


def read_tensor_map(data: bytes):
    """Returns the tensor map in the first bytes of `data`; None if there is none."""
    magic, kind, rank, interleave, swizzle, _promotion, fill, *rest = FORMAT.unpack_from(data)
    if magic != b"AOTM":
        return None
    element_strides, box, address, dimensions, strides = rest[:5], rest[5:10], rest[10], rest[11:16], rest[16:20]
    return TensorMap(
        kind,
        interleave,
        swizzle,
        fill,
        address,
        tuple(dimensions[:rank]),
        tuple(strides[: rank - 1]),
        tuple(box[:rank]),
        tuple(element_strides[:rank]),
    )
