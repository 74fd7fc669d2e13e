"""Tensor maps: how they are written, also by src/prove/emulate/driver/tensor_map.cpp, and as `tensormap.replace` changes them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from .fault import Fault, Unsupported

# The C++ struct. Numbers are those of CUDA's enumerations; axes are ordered from the innermost. The last row is for im2col mode, which
# the C++ does not write: there all of it is 0.
FORMAT = np.dtype(
    [
        ("magic", "S4"), ("type", "u1"), ("last_axis", "u1"), ("interleave", "u1"), ("swizzle", "u1"), ("promotion", "u1"), ("fill", "u1"),
        ("element_strides", "u1", 5), ("", "u1"), ("box", "<u2", 5), ("", "V6"),
        ("address", "<u8"), ("dimensions", "<u8", 5), ("strides", "<u8", 4),
        ("lower", "<i2", 3), ("upper", "<i2", 3), ("is_im2col", "u1"),
    ]
)  # fmt: skip
SIZE = 128
MAGIC = b"AOTM"

# The elements by CUtensorMapDataType, as the type with which `cp.reduce` computes. `tf32` is rounded when it is loaded. PADDED has 4
# bits in device memory, and in shared memory 16 of them are followed by 8 bytes that are not used.
PADDED = "b4x16_p64"
ELEMENTS = {
    **dict(enumerate(("u8", "u16", "u32", "s32", "u64", "s64", "f16", "f32", "f64", "bf16"))), 11: "tf32", 14: PADDED,
}  # fmt: skip
# Of all types: 10 to 12 are forms of f32.
ELEMENT_BYTES = (1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4)
BYTES = {
    "u8": 1,
    PADDED: 1,
    "tf32": 4,
    "u16": 2,
    "f16": 2,
    "bf16": 2,
    "u32": 4,
    "s32": 4,
    "f32": 4,
    "u64": 8,
    "s64": 8,
    "f64": 8,
}

# `tensormap.replace` of PTX numbers some element types otherwise. Section 9.7.9.28, table 33.
FIELDS = {
    "global_address": "address", "global_dim": "dimensions", "global_stride": "strides", "box_dim": "box",
    "element_stride": "element_strides", "elemtype": "type", "interleave_layout": "interleave", "swizzle_mode": "swizzle",
    "fill_mode": "fill", "rank": "last_axis",
}  # fmt: skip
CUDA_TYPE = {8: 10, 9: 8, 10: 9}


@dataclass(frozen=True)
class TensorMap:
    """A tensor and the box that one copy moves. Axes are ordered from the innermost; strides are in bytes.

    With `corners`, it is for im2col mode: `box` is the channels of a pixel and the pixels of a column, and `corners` are the lower and
    the upper one of the bounding box, the upper one counted from the last pixel of each axis.
    """

    element: str
    swizzle: int
    fill: int
    address: int
    dimensions: tuple
    strides: tuple
    box: tuple
    element_strides: tuple
    corners: tuple | None = None

    @property
    def rank(self) -> int:
        return len(self.dimensions)

    def pixels(self, coordinates: list[int], offsets: list[int]) -> tuple[int, int, np.ndarray]:
        """What `rows` returns, of a column of pixels from the one at `coordinates` on, of which each is moved by `offsets`.

        Sections 5.5.4.1 and 5.5.4.2 of the PTX ISA 9.0. Raises Fault if the first pixel is not in the bounding box.
        """
        if self.corners is None:
            raise Fault("copies in im2col mode with a tensor map that is not for this mode")
        lower = self.corners[0]
        upper = tuple(size - 1 + corner for size, corner in zip(self.dimensions[1:-1], self.corners[1]))
        if not all(first <= place <= last for first, place, last in zip(lower, coordinates[1:-1], upper)):
            raise Fault(
                f"copies in im2col mode from {coordinates[1:-1]} on, outside the bounding box {list(lower)} to {list(upper)}"
            )
        places = _traversed(tuple(coordinates[1:]), lower, upper, self.element_strides[1:-1], self.box[1])
        places = places + np.array([*offsets, 0])
        inside = ((places >= 0) & (places < np.array(self.dimensions[1:]))).all(1)
        begin, end = max(coordinates[0], 0), min(coordinates[0] + self.box[0], self.dimensions[0])
        starts = self.address + places @ np.array(self.strides, np.int64)
        return begin, max(begin, end), np.where(inside & (begin < end), starts, 0)

    def rows(self, axes: list) -> tuple[int, int, np.ndarray]:
        """The rows of a box whose elements have these coordinates, one array for each axis, innermost first.

        Returns the first and the last coordinate of the part of each row that is in the tensor, and for each row the
        address of its element with the coordinate 0, or 0 if the whole row is outside.
        """
        inner = axes[0]
        begin, end = max(int(inner[0]), 0), min(int(inner[-1]) + 1, self.dimensions[0])
        address, inside = np.array(self.address), np.array(True)
        for axis, size, stride in zip(axes[1:], self.dimensions[1:], self.strides):
            address = address[None] + (axis * stride).reshape(-1, *(1,) * address.ndim)
            inside = inside[None] & ((axis >= 0) & (axis < size)).reshape(-1, *(1,) * inside.ndim)
        inside = inside.reshape(-1) & (begin < end)
        return begin, max(begin, end), np.where(inside, address.reshape(-1), 0)


@lru_cache(256)
def _traversed(start: tuple, lower: tuple, upper: tuple, steps: tuple, count: int) -> np.ndarray:
    """The places of `count` pixels: line by line of the bounding box, image by image. The last coordinate is that of the image."""
    place, found = list(start), []
    for _ in range(count):
        found.append(tuple(place))
        for axis, step in enumerate((*steps, 1)):
            place[axis] += step
            if axis == len(steps) or place[axis] <= upper[axis]:
                break
            place[axis] = lower[axis]
    return np.array(found, np.int64)


def read_tensor_map(data: bytes) -> TensorMap:
    """The tensor map in 128 bytes. Raises Fault if hardware would not accept it."""
    raw = np.frombuffer(data, FORMAT, 1)[0]
    if raw["magic"] != MAGIC:
        raise Fault("uses memory that holds no tensor map")
    rank = int(raw["last_axis"]) + 1
    if rank > 5:
        raise Fault(f"uses a tensor map of {rank} axes")
    if raw["interleave"] != 0:
        raise Unsupported("a tensor map with an interleaved layout")
    if int(raw["type"]) not in ELEMENTS:
        raise Unsupported(f"a tensor map of elements of the type {raw['type']}")
    if raw["swizzle"] > 3:
        raise Unsupported(f"a tensor map with the swizzle mode {raw['swizzle']}")
    is_im2col = bool(raw["is_im2col"])

    def values(name: str, count: int) -> tuple:
        return tuple(raw[name][:count].tolist())

    found = TensorMap(
        ELEMENTS[int(raw["type"])],
        int(raw["swizzle"]),
        int(raw["fill"]),
        int(raw["address"]),
        values("dimensions", rank),
        values("strides", rank - 1),
        values("box", 2 if is_im2col else rank),
        values("element_strides", rank),
        (values("lower", rank - 2), values("upper", rank - 2)) if is_im2col else None,
    )
    _check(found)
    return found


def _check(found: TensorMap) -> None:
    """A map that the kernel has made was not checked when it was written."""
    if wrong := _wrong(found, BYTES[found.element]):
        raise Fault(f"uses a tensor map with {wrong}")
    if found.swizzle and found.box[0] * BYTES[found.element] < 16 << found.swizzle:
        raise Unsupported("a tensor map whose rows are shorter than its swizzle pattern")


def _wrong(found: TensorMap, element_bytes: int) -> str | None:
    """What hardware does not accept; None if it does. Source: CUDA Driver API, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col."""
    size = found.box[0] * element_bytes
    return (
        _wrong_im2col(found, found.corners) if found.corners is not None and _wrong_im2col(found, found.corners)
        else "an address that is not a multiple of 16" if found.address % 16
        else "an axis without elements" if min(found.dimensions) == 0
        else "an axis of more than 2^32 elements" if max(found.dimensions) > 1 << 32
        else "a box that is not of 1 to 256 elements in each axis"
        if not all(1 <= each <= 256 for each in (found.box[:1] if found.corners else found.box))
        else "a stride that is not a multiple of 16" if any(each % 16 for each in found.strides)
        else "a stride of 2^40 bytes or more" if any(each >= 1 << 40 for each in found.strides)
        else "an element stride that is not 1 to 8" if not all(1 <= each <= 8 for each in found.element_strides)
        else f"rows of {size} bytes, which is not a multiple of 16" if size % 16
        else f"rows of {size} bytes, which the swizzle mode does not allow" if found.swizzle and size > 16 << found.swizzle
        else None
    )  # fmt: skip


def _wrong_im2col(found: TensorMap, corners: tuple) -> str | None:
    """What hardware does not accept of what is only in maps for im2col mode. Table of section 5.5.4.1 for the corners."""
    if found.rank < 3:
        return f"im2col mode and {found.rank} axes, which are too few"
    limit = {3: 1 << 15, 4: 1 << 7, 5: 1 << 4}[found.rank]
    return (
        "a column that is not of 1 to 1024 pixels" if not 1 <= found.box[1] <= 1024
        else f"corners that are not from {-limit} to {limit - 1}" if not all(-limit <= each < limit for each in corners[0] + corners[1])
        else None
    )  # fmt: skip


def write_tensor_map(kind: int, found: TensorMap) -> bytes:
    """The 128 bytes of a tensor map. `kind` is a CUtensorMapDataType. Raises ValueError for what the driver's functions refuse."""
    if found.rank > 5:
        raise ValueError(f"a tensor map of {found.rank} axes")
    if wrong := _wrong(found, ELEMENT_BYTES[kind] if kind < len(ELEMENT_BYTES) else 1):
        raise ValueError(f"a tensor map with {wrong}")
    raw = np.zeros(1, FORMAT)
    raw["magic"], raw["type"], raw["last_axis"] = MAGIC, kind, found.rank - 1
    raw["swizzle"], raw["fill"], raw["address"] = found.swizzle, found.fill, found.address
    raw["is_im2col"] = found.corners is not None
    lower, upper = found.corners or ((), ())
    values = found.element_strides, found.box, found.dimensions, found.strides, lower, upper
    for name, each in zip(("element_strides", "box", "dimensions", "strides", "lower", "upper"), values):
        raw[name][0, : len(each)] = each
    return raw.tobytes().ljust(SIZE, b"\0")


def replaced(field: str, ordinal: int, value: int) -> tuple[int, bytes]:
    """The bytes that a `tensormap.replace` writes, as (offset, bytes). `field` is one of FIELDS."""
    if FORMAT.fields is None:
        raise TypeError("the format of a tensor map has no fields")
    kind, start = FORMAT.fields[FIELDS[field]][:2]
    if field == "elemtype":
        value = CUDA_TYPE.get(value, value)
    base = kind.base
    if ordinal >= max(kind.shape, default=1):
        raise Fault(f"replaces the axis {ordinal} of a tensor map")
    return start + ordinal * base.itemsize, (value & ((1 << 8 * base.itemsize) - 1)).to_bytes(base.itemsize, "little")
