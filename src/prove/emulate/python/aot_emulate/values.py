"""Operands as arrays: typed views of registers, immediates, and the small float types in float32."""

import re

import numpy as np

from .memory import UNSIGNED

SIGNED = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}
FLOAT = {16: np.float16, 32: np.float32, 64: np.float64}


def bits_of(kind: str) -> int:
    return 1 if kind == "pred" else 16 if kind == "bf16" else int(re.sub(r"\D", "", kind.replace("x2", "")) or 0) * (2 if kind.endswith("x2") else 1)


def operand(text: str, kind: str, program):
    """Returns a function from a machine to an operand's values in the type `kind`; scalars for immediates."""
    if text.startswith("!"):
        inner = operand(text[1:], "pred", program)
        return lambda m: ~inner(m)
    bits = bits_of(kind)
    if re.match(r"[%A-Za-z_$]", text) and text not in program.symbols:
        return lambda m: typed(m.read(text, bits), kind)
    value = immediate(text, bits, program)
    if kind == "pred":
        return lambda m: np.full(m.threads, bool(value))
    return lambda m: typed(np.full(m.threads, value, UNSIGNED[bits]), kind)


def immediate(text: str, bits: int, program) -> int:
    """A literal, or the address of a variable, as an unsigned integer. Section 4.5 of the PTX ISA."""
    if text in program.symbols:
        return program.symbols[text]
    if text.startswith(("0f", "0F")):
        pattern = int(text[2:], 16)
        return pattern if bits == 32 else int(np.uint32(pattern).view(np.float32).astype(FLOAT[bits]).view(UNSIGNED[bits]))
    if text.startswith(("0d", "0D")):
        return int(text[2:], 16)
    return int(text.rstrip("U"), 0) & ((1 << bits) - 1)


def typed(raw: np.ndarray, kind: str) -> np.ndarray:
    """Reinterprets unsigned integers as another type, after cutting or extending them to its size."""
    if kind == "pred":
        return raw.astype(bool)
    bits = bits_of(kind)
    if raw.dtype != UNSIGNED[bits]:
        raw = raw.astype(UNSIGNED[bits])
    if kind == "bf16":
        return from_bf16(raw)
    if kind.endswith("x2"):
        return raw
    return raw.view({"f": FLOAT, "s": SIGNED}.get(kind[0], UNSIGNED)[bits])


def from_bf16(raw: np.ndarray) -> np.ndarray:
    return (raw.astype(np.uint32) << np.uint32(16)).view(np.float32)


def to_bf16(values: np.ndarray) -> np.ndarray:
    """Rounds float32 to bfloat16, to nearest even."""
    raw = np.ascontiguousarray(values, np.float32).view(np.uint32)
    rounded = (raw + np.uint32(0x7FFF) + ((raw >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    return np.where(np.isnan(values), np.uint32(0x7FFF), rounded).astype(np.uint16)


def stored(values: np.ndarray, kind: str, bits: int) -> np.ndarray:
    """Values of a type as the unsigned integers of a register with `bits`; signed ones are extended by their sign."""
    if bits == 1:
        return values.astype(bool)
    if kind == "bf16" and values.dtype == np.float32:
        values = to_bf16(values)
    if values.dtype.kind == "f":
        values = np.ascontiguousarray(values).view(UNSIGNED[values.dtype.itemsize * 8])
    if values.dtype.kind == "i":
        return values.astype(SIGNED[bits]).view(UNSIGNED[bits])
    return values.astype(UNSIGNED[bits])


def halves(raw: np.ndarray, kind: str):
    """The low and the high half of packed fp16 or bf16 pairs, as float32."""
    low, high = (raw & np.uint32(0xFFFF)).astype(np.uint16), (raw >> np.uint32(16)).astype(np.uint16)
    if kind.startswith("bf16"):
        return from_bf16(low), from_bf16(high)
    return low.view(np.float16).astype(np.float32), high.view(np.float16).astype(np.float32)


def packed(low: np.ndarray, high: np.ndarray, kind: str) -> np.ndarray:
    """Rounds pairs of float32 to fp16 or bf16 and packs them."""
    first, second = (to_bf16(each) if kind.startswith("bf16") else each.astype(np.float16).view(np.uint16) for each in (low, high))
    return first.astype(np.uint32) | (second.astype(np.uint32) << np.uint32(16))


def registers(text: str) -> list:
    """The registers of `{a, b}`, or of one operand."""
    return [name.strip() for name in text.strip("{} ").split(",")]
