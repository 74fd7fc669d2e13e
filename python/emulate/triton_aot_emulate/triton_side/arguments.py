"""The arguments of a launch, flattened to what a kernel gets: pointers, numbers and tensor maps."""

from __future__ import annotations

import operator
import struct
import sys
from typing import Any

import numpy as np
from aot_emulate.memory import Buffer

from ..findings import as_on_gpu
from .tensor_maps import EncodedMap
from .tensors import tensor_of
from .versions import expanded

# Types of Triton's signatures -> bytes of integers, and NumPy's types of floats. Triton's launcher converts the same way.
INTEGERS = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "u1": 1, "u8": 1, "u16": 2, "u32": 4, "u64": 8}
FLOATS = {"fp32": np.float32, "f32": np.float32, "fp64": np.float64}


class Arguments:
    """`values` are the kernel's parameters as bytes. `tensors`, by the names of arguments, and `buffers` are what it may access.

    `is_open`: there are pointers to memory of unknown size, so the kernel may access all memory that the program has.
    `numbers` are the integers, by the names of arguments.
    """

    def __init__(self, descriptors: list[dict[str, Any]] | None) -> None:
        """`descriptors` is what the compiler says of each descriptor; without it, they are passed as pointers."""
        self.values: list[bytes] = []
        self.tensors: list[tuple[str, Any]] = []
        self.buffers: list[Buffer] = []
        self.is_open = False
        self.numbers: list[tuple[str, int]] = []
        self._descriptors = iter(descriptors or ())

    def add(self, name: str, kind: Any, value: Any) -> None:
        """Adds an argument of the type `kind`, as Triton's signature has it."""
        if isinstance(kind, (tuple, list)):
            fields = getattr(value, "_fields", None)
            for index, (part, each) in enumerate(zip(kind, value)):
                self.add(f"{name}.{fields[index]}" if fields else f"{name}[{index}]", part, each)
        elif kind == "constexpr":
            return
        elif kind.startswith("*"):
            self._add_pointer(name, value)
        elif kind.startswith("tensordesc"):
            self._add_descriptor(name, value)
        else:
            try:
                self._add_number(name, kind, value)
            except (TypeError, ValueError, OverflowError, struct.error) as error:
                # Triton's launcher refuses a value that does not have the type.
                raise as_on_gpu(error)  # noqa: B904  # the same error

    def _add_number(self, name: str, kind: str, value: Any) -> None:
        if kind == "fp16":
            self.values.append(struct.pack("<e", value))
        elif kind == "bf16":
            self.values.append(np.float32(value).tobytes()[2:])
        elif kind in FLOATS:
            with np.errstate(over="ignore"):
                self.values.append(FLOATS[kind](value).tobytes())
        else:
            self.numbers.append((name, operator.index(value)))
            self._add_integer(value, INTEGERS[kind])

    def add_scratch(self, name: str, size: int, buffer: Any) -> None:
        """Adds memory that the launch has got from an allocator: the pointer is null if it needs none."""
        address = 0 if buffer is None else address_of(buffer)
        self._add_integer(address, 8)
        if address:
            self.buffers.append(Buffer(name, address, size))

    def _add_integer(self, value: Any, size: int) -> None:
        number = operator.index(value) & ((1 << 8 * size) - 1)
        self.values.append(number.to_bytes(size, "little"))

    def _add_pointer(self, name: str, value: Any) -> None:
        self._add_integer(address_of(value), 8)
        self._add_memory(name, value)

    def _add_descriptor(self, name: str, value: Any) -> None:
        base = value.base
        for part in expanded(value, next(self._descriptors, None)):
            if isinstance(part, EncodedMap):
                self.values.append(part.content)
            elif part is base:
                self._add_integer(address_of(base), 8)
            else:
                self._add_integer(part, 8)
        self._add_memory(name, base)

    def _add_memory(self, name: str, value: Any) -> None:
        tensor = tensor_of(value)
        if tensor is not None:
            _require_on_gpu(name, tensor)
            self.tensors.append((name, tensor))
        elif value is not None:
            self.is_open = True
            if not isinstance(value, int) and address_of(value):
                self.buffers.append(Buffer(f"{name} (no tensor has its address)", address_of(value), 0))


def _require_on_gpu(name: str, tensor: Any) -> None:
    """Raises ValueError, with the text of Triton's launcher and the name, for a tensor that a GPU cannot access."""
    torch = sys.modules.get("torch")
    if torch is None or not isinstance(tensor, torch.Tensor):
        return
    from ..torch_side.places import is_on_gpu, is_pinned

    if not (is_on_gpu(tensor) or is_pinned(tensor)):
        raise as_on_gpu(ValueError(f"Pointer argument `{name}` cannot be accessed from Triton (cpu tensor?)"))


def address_of(value: Any) -> int:
    """The address that a pointer argument means. Raises TypeError, with the text of Triton's launcher, if it is no pointer."""
    if value is None:
        return 0
    if isinstance(value, int):
        return value
    try:
        address = value.data_ptr()
    except Exception:
        raise as_on_gpu(TypeError("Pointer argument must be either uint64 or have data_ptr method")) from None
    if not isinstance(address, int):
        raise as_on_gpu(TypeError("data_ptr method of Pointer object must return 64-bit int"))
    return address
