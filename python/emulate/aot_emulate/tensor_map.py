"""Tensor maps: how they are written, also by src/prove/emulate/driver/tensor_map.cpp, and as `tensormap.replace` changes them."""

from dataclasses import dataclass

import numpy as np

from .fault import Fault, Unsupported

# The C++ struct. Numbers are those of CUDA's enumerations; axes are ordered from the innermost.
FORMAT = np.dtype(
    [
        ("magic", "S4"), ("type", "u1"), ("last_axis", "u1"), ("interleave", "u1"), ("swizzle", "u1"), ("promotion", "u1"), ("fill", "u1"),
        ("element_strides", "u1", 5), ("", "u1"), ("box", "<u2", 5), ("", "V6"),
        ("address", "<u8"), ("dimensions", "<u8", 5), ("strides", "<u8", 4),
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
    """A tensor and the box that one copy moves. Axes are ordered from the innermost; strides are in bytes."""

    element: str
    swizzle: int
    fill: int
    address: int
    dimensions: tuple
    strides: tuple
    box: tuple
    element_strides: tuple

    @property
    def rank(self) -> int:
        return len(self.box)

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
    found = TensorMap(
        ELEMENTS[int(raw["type"])],
        int(raw["swizzle"]),
        int(raw["fill"]),
        int(raw["address"]),
        *(
            tuple(raw[name][:count].tolist())
            for name, count in (("dimensions", rank), ("strides", rank - 1), ("box", rank), ("element_strides", rank))
        ),
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
    """What hardware does not accept; None if it does. Source: CUDA Driver API, cuTensorMapEncodeTiled, as in tensor_map.cpp."""
    size = found.box[0] * element_bytes
    return (
        "an address that is not a multiple of 16" if found.address % 16
        else "an axis without elements" if min(found.dimensions) == 0
        else "an axis of more than 2^32 elements" if max(found.dimensions) > 1 << 32
        else "a box that is not of 1 to 256 elements in each axis" if not all(1 <= each <= 256 for each in found.box)
        else "a stride that is not a multiple of 16" if any(each % 16 for each in found.strides)
        else "a stride of 2^40 bytes or more" if any(each >= 1 << 40 for each in found.strides)
        else "an element stride that is not 1 to 8" if not all(1 <= each <= 8 for each in found.element_strides)
        else f"rows of {size} bytes, which is not a multiple of 16" if size % 16
        else f"rows of {size} bytes, which the swizzle mode does not allow" if found.swizzle and size > 16 << found.swizzle
        else None
    )  # fmt: skip


def write_tensor_map(kind: int, found: TensorMap) -> bytes:
    """The 128 bytes of a tensor map. `kind` is a CUtensorMapDataType. Raises ValueError for what cuTensorMapEncodeTiled refuses."""
    if found.rank > 5:
        raise ValueError(f"a tensor map of {found.rank} axes")
    if wrong := _wrong(found, ELEMENT_BYTES[kind] if kind < len(ELEMENT_BYTES) else 1):
        raise ValueError(f"a tensor map with {wrong}")
    raw = np.zeros(1, FORMAT)
    raw["magic"], raw["type"], raw["last_axis"] = MAGIC, kind, found.rank - 1
    raw["swizzle"], raw["fill"], raw["address"] = found.swizzle, found.fill, found.address
    for name in ("element_strides", "box", "dimensions", "strides"):
        values = getattr(found, name)
        raw[name][0, : len(values)] = values
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
