"""The arguments of a launch, flattened to what a kernel gets: pointers, scalars and descriptors."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

# Types of Triton's signatures -> formats of `struct`.
SCALARS = {
    "i1": "<?", "i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q",
    "u1": "<?", "u8": "<B", "u16": "<H", "u32": "<I", "u64": "<Q",
    "fp16": "<e", "fp32": "<f", "f32": "<f", "fp64": "<d",
}  # fmt: skip


class Arguments:
    """`values` are the kernel's parameters as bytes; `tensors` are what it may access, by the names of its arguments."""

    def __init__(self) -> None:
        self.values: list[bytes] = []
        self.tensors: list[tuple[str, Any]] = []

    def add(self, name: str, kind: Any, value: Any) -> None:
        """Adds an argument of the type `kind`, as Triton's signature has it."""
        if isinstance(kind, (tuple, list)):
            for index, (part, each) in enumerate(zip(kind, value)):
                self.add(f"{name}[{index}]", part, each)
        elif kind == "constexpr":
            return
        elif kind.startswith("*"):
            self._add_pointer(name, value)
        elif kind.startswith(("tensordesc", "nvTmaDesc")):
            raise NotImplementedError("descriptors")
        elif kind == "bf16":
            self.values.append(struct.pack("<f", float(value))[2:])
        else:
            self.values.append(struct.pack(SCALARS[kind], value))

    def add_scratch(self, name: str, size: int) -> None:
        """Adds memory that is the launch's own: the pointer is null if it needs none."""
        if size == 0:
            self.values.append(bytes(8))
            return
        memory = np.zeros(size + 128, np.uint8)
        address = -(-memory.ctypes.data // 128) * 128
        self.values.append(struct.pack("<Q", address))
        self.tensors.append((name, memory))

    def _add_pointer(self, name: str, value: Any) -> None:
        address = 0 if value is None else value if isinstance(value, int) else value.data_ptr()
        self.values.append(struct.pack("<Q", address))
        if hasattr(value, "data_ptr"):
            self.tensors.append((name, value))
