"""Tensor maps of host descriptors, as the functions of Triton's driver that make them are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aot_emulate.tensor_map import TensorMap, write_tensor_map


@dataclass(frozen=True)
class EncodedMap:
    """Stands in for Triton's `PyCUtensorMap`."""

    content: bytes


def encode_tiled(
    address: int, swizzle: int, element_bytes: int, kind: int, box: Sequence[int], shape: Sequence[int],
    strides: Sequence[int], padding: int,
) -> EncodedMap:  # fmt: skip
    """Axes are ordered from the outermost, and strides are in elements. Raises RuntimeError as Triton does."""
    if not len(box) == len(shape) == len(strides):
        raise RuntimeError("Rank mismatch")
    described = TensorMap(
        "",
        swizzle,
        padding,
        address,
        tuple(shape[::-1]),
        tuple(element_bytes * each for each in strides[:-1][::-1]),
        tuple(box[::-1]),
        (1,) * len(box),
    )
    try:
        return EncodedMap(write_tensor_map(kind, described))
    except ValueError as error:
        raise RuntimeError(
            f"Triton Error [CUDA]: Failed to create tensor map descriptor: invalid argument\n"
            f"{error}\nelemType={kind} rank={len(box)} global_address={address:#x} elemSize={element_bytes} "
            f"swizzle={swizzle} padding={padding}\nshape={list(described.dimensions)}\nstrides={list(described.strides)}\n"
            f"blockSize={list(described.box)}"
        ) from None


def encode_im2col(address: int, *_: object) -> EncodedMap:
    """A kernel that uses it is not emulated, by the name of the instruction."""
    return EncodedMap(bytes(128))
