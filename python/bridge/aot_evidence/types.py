"""Types of arguments as manifests and Triton's signatures write them (see src/manifest/terms/types.ts)."""

import re
from dataclasses import dataclass
from typing import Literal

from aot_compiled.floats import FLOATS

# The bytes of the types that scalars can have, and of those that only memory has.
INTEGERS = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "u1": 1, "u8": 1, "u16": 2, "u32": 4, "u64": 8}
SCALARS = {**INTEGERS, **{name: form.bytes for name, form in FLOATS.items() if form.bytes > 1}, "f32": 4}
MEMORY_ONLY = {name: 1 for name, form in FLOATS.items() if form.bytes == 1}
ELEMENTS = {**SCALARS, **MEMORY_ONLY}

TENSOR = re.compile(r"^tensordesc<(\w+)\[([\w\s,+*/()%-]+)\]>$")


@dataclass(frozen=True)
class ArgumentType:
    """A pointer to elements, a scalar, or a tensor that a kernel accesses by blocks through a descriptor."""

    kind: Literal["pointer", "scalar", "tensor"]
    element: str
    # Of a tensor, the block's sizes without spaces.
    shape: str = ""

    @property
    def is_float(self) -> bool:
        return self.element not in INTEGERS

    @property
    def is_integer(self) -> bool:
        """True for scalars that sizes and strides can be."""
        return self.kind == "scalar" and not self.is_float

    @property
    def is_quantised(self) -> bool:
        return re.match("[iu]8|fp8", self.element) is not None

    @property
    def is_flag(self) -> bool:
        return self.element in ("i1", "u1")

    @property
    def bytes(self) -> int:
        """The bytes of an element."""
        return ELEMENTS[self.element]

    def __str__(self) -> str:
        if self.kind == "tensor":
            return f"tensordesc<{self.element}[{self.shape}]>"
        return f"*{self.element}" if self.kind == "pointer" else self.element


def without_const(text: str) -> str:
    """The type that a manifest has for one of a signature: Triton writes `*kfp16` for pointers that are `tl.const`, which
    changes no code."""
    return re.sub(r"^\*k", "*", text)


def parse_type(text: str) -> ArgumentType | None:
    """Reads `*fp16`, `i32`, `tensordesc<fp16[64, 64]>`; None for other texts."""
    if text in SCALARS:
        return ArgumentType("scalar", text)
    tensor = TENSOR.match(text)
    if tensor is not None:
        shape = re.sub(r"\s", "", tensor[2])
        return ArgumentType("tensor", tensor[1], shape) if tensor[1] in ELEMENTS else None
    return ArgumentType("pointer", text[1:]) if text.startswith("*") and text[1:] in ELEMENTS else None
