"""Tensor maps of host descriptors, as the functions of Triton's driver that make them are called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aot_emulate.tensor_map import TensorMap, write_tensor_map

from ..findings import as_on_gpu


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
        raise as_on_gpu(RuntimeError("Rank mismatch"))
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
    return _written(kind, described, element_bytes)


def encode_im2col(
    address: int, swizzle: int, element_bytes: int, kind: int, box: Sequence[int], shape: Sequence[int],
    strides: Sequence[int], padding: int, lower: Sequence[int], upper: Sequence[int], element_strides: Sequence[int],
) -> EncodedMap:  # fmt: skip
    """As `encode_tiled`. `box` is the pixels of a column and the channels of a pixel; the corners have an entry for each axis but two."""
    if not (
        len(shape) == len(strides) == len(element_strides)
        and len(lower) == len(upper) == len(shape) - 2
        and len(box) == 2
    ):
        raise as_on_gpu(RuntimeError("Rank mismatch"))
    described = TensorMap(
        "",
        swizzle,
        padding,
        address,
        tuple(shape[::-1]),
        tuple(element_bytes * each for each in strides[:-1][::-1]),
        tuple(box[::-1]),
        tuple(element_strides[::-1]),
        (tuple(lower[::-1]), tuple(upper[::-1])),
    )
    return _written(kind, described, element_bytes)


def _written(kind: int, described: TensorMap, element_bytes: int) -> EncodedMap:
    try:
        return EncodedMap(write_tensor_map(kind, described))
    except ValueError as error:
        says = (
            f"Triton Error [CUDA]: Failed to create tensor map descriptor: invalid argument\n"
            f"{error}\nelemType={kind} rank={described.rank} global_address={described.address:#x} elemSize={element_bytes} "
            f"swizzle={described.swizzle} padding={described.fill}\nshape={list(described.dimensions)}\nstrides={list(described.strides)}\n"
            f"blockSize={list(described.box)}"
        )
        raise as_on_gpu(RuntimeError(says)) from None
