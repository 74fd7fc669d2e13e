"""mma.sync. Sections 9.7.14.3 and 9.7.14.5 of the PTX ISA 9.0.

Products are exact, and added as `tensor_core` says. Those of f64 and scaled ones are added in float64, in the order that NumPy
chooses; then C is added, and the sum is rounded to the type of D. Integers are exact.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from ..formats import VALUES
from ..tensor_core import SUMS, core_of, multiplied
from ..values import bits_of, operand, registers, stored, typed
from .warp import share_taint, whole_warps

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Read, Step
    from ..types import Mask

GROUP, PLACE = np.arange(32) // 4, np.arange(32) % 4

# The types of A and B: how a register is read.
MULTIPLICANDS = {
    "f16": "f16x2", "bf16": "bf16x2", "tf32": "tf32", "f64": "f64", "s8": "s8x4", "u8": "u8x4", "s4": "s4x8", "u4": "u4x8",
    "e4m3": "e4m3x4", "e5m2": "e5m2x4", "e3m2": "u8x4", "e2m3": "u8x4", "e2m1": "u8x4",
}  # fmt: skip
# With K, the shapes that mma.sync knows for each width of an element: (M, K).
SHAPES = {
    64: {(8, 4), (16, 4), (16, 8), (16, 16)},
    32: {(16, 4), (16, 8)},
    16: {(16, 8), (16, 16)},
    8: {(8, 16), (16, 16), (16, 32)},
    4: {(8, 32), (16, 32), (16, 64)},
}
SMALL = {"e4m3", "e5m2", "e3m2", "e2m3", "e2m1"}


def _elements(raw: np.ndarray, element: str, nibbles: bool) -> np.ndarray:
    """The elements of a register, a row for each thread."""
    if element in ("s4", "u4") or nibbles:
        codes = raw[:, None] >> np.arange(0, 32, 4, dtype=np.uint32) & np.uint32(15)
        if element == "e2m1":
            return VALUES[element].take(codes)
        return codes.astype(np.int8) if element == "u4" else ((codes ^ np.uint32(8)).astype(np.int8) - np.int8(8))
    values = typed(raw, MULTIPLICANDS[element])
    # 9.7.14.5.14: elements of 6 bits are the lower ones of a byte, those of 4 bits the middle ones.
    if element == "e2m1":
        return VALUES[element][values >> np.uint8(2) & np.uint8(15)]
    if element in ("e3m2", "e2m3"):
        return VALUES[element][values & np.uint8(63)]
    return values if values.ndim == 2 else values[:, None]


def _fragment(
    names: list[str],
    element: str,
    nibbles: bool,
    shape: tuple[int, int],
    place: Callable[[int, int], tuple[np.ndarray, np.ndarray]],
    program: Program,
) -> Read:
    """A function from a machine to the matrices of all warps. `place` gives row and column of a register's elements."""
    width = 64 if element == "f64" else 32
    reads = [operand(name, f"b{width}", program) for name in names]
    count = shape[0] * shape[1] // (32 * len(names))
    order = np.zeros(shape, np.int64)
    for index in range(len(names)):
        rows, columns = place(index, count)
        order[rows, columns] = np.arange(32)[:, None] * (count * len(names)) + index * count + np.arange(count)
    flat = order.reshape(-1)

    def read(m: Machine) -> np.ndarray:
        parts = [_elements(each(m), element, nibbles) for each in reads]
        whole = np.concatenate(parts, 1).reshape(m.threads // 32, -1)
        if element != "f64":
            whole = whole.astype(np.float32, copy=False)
        return np.take(whole, flat, 1).reshape(-1, *shape)

    return read


def _rows(index: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    return (GROUP + 8 * (index % 2))[:, None], count * (PLACE + 4 * (index // 2))[:, None] + np.arange(count)


def _columns(index: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    return count * (PLACE + 4 * index)[:, None] + np.arange(count), GROUP[:, None]


def _sums(index: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """C and D: two elements beside each other in each register pair, or in each register of f16."""
    first = index * count
    return (GROUP + 8 * (first // 2))[:, None], (2 * PLACE + first % 2)[:, None] + np.arange(count)


def mma(instruction: Instruction, function: Function, program: Program) -> Step | None:
    words = list(instruction.words[1:])
    if words[:2] != ["sync", "aligned"] or words[3:5] != ["row", "col"]:
        return None
    match = re.fullmatch(r"m(8|16)n8k(\d+)", words[2])
    limited = "satfinite" in words
    options = [word for word in words[5:] if "::" in word or word == "block_scale"]
    kinds = [word for word in words[5:] if word not in options and word not in ("satfinite", "rn")]
    if match is None or len(kinds) != (5 if "block_scale" in options else 4):
        return None
    result, first, second, addend, *scale = kinds
    rows, depth = int(match.group(1)), int(match.group(2))
    nibbles = bool({"kind::mxf4", "kind::mxf4nvf4"} & set(options))
    if not {first, second} <= set(MULTIPLICANDS) or result not in ("f16", "f32", "f64", "s32"):
        return None
    width = 4 if nibbles or first in ("s4", "u4") else bits_of(first)
    width = 8 if width < 8 and first in SMALL and not nibbles else width
    if (rows, depth) not in SHAPES[width]:
        return None
    targets, a, b, c = (registers(each) for each in instruction.operands[:4])
    left = _fragment(a, first, nibbles, (rows, depth), _rows, program)
    right = _fragment(b, second, nibbles, (depth, 8), _columns, program)
    added = [operand(name, "f16x2" if addend == "f16" else addend, program) for name in c]
    out = "f16x2" if result == "f16" else result
    each_has = 2 if result == "f16" else 1
    at = [
        np.add(8 * row, column).reshape(-1) for row, column in (_sums(index, each_has) for index in range(len(targets)))
    ]
    scales = _scales(instruction.operands[4:], scale[0], options, rows, program) if scale else None
    core = core_of(program.target, first, "mma") if result in ("f16", "f32") and not scales else None

    def run(m: Machine, mask: Mask) -> None:
        whole_warps(m, mask, "mma")
        x, y = left(m), right(m)
        if scales:
            x, y = scales(m, x, y)
        c = np.empty((len(x), rows * 8), SUMS[addend])
        for places, each in zip(at, added):
            c[:, places] = each(m).reshape(len(x), -1)
        sums = c.reshape(len(x), rows, 8)
        total = (x @ y + sums if core is None else multiplied(x, y, sums, (first, second), core)).reshape(len(x), -1)
        share_taint(m, mask)
        for name, places in zip(targets, at):
            value = np.take(total, places, 1)
            if result == "s32":
                value = (
                    np.clip(value, -(2**31), 2**31 - 1).astype(np.int32)
                    if limited
                    else value.astype(np.int64).astype(np.int32)
                )
            value = value.reshape(m.threads, -1)
            m.write(name, stored(value if result == "f16" else value[:, 0], out, 64 if result == "f64" else 32), mask)

    return run


def _scales(
    operands: list[str], kind: str, options: list[str], rows: int, program: Program
) -> Callable[[Machine, np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """9.7.14.3: one thread of each four has the factors of a column of B, two those of two rows of A, 8 rows apart."""
    count = next(
        (int(word[-2]) for word in options if word.startswith("scale_vec::")), 2 if "kind::mxf4" in options else 1
    )
    first, second = (operand(text, "u8x4", program) for text in operands[0::2])
    (byte_a, pair), (byte_b, lane) = ([int(each, 0) for each in registers(text)] for text in operands[1::2])
    row = np.arange(rows)
    of_row, of_column = 4 * (row % 8) + 2 * pair + row // 8, 4 * np.arange(8) + lane

    def factors(raw: np.ndarray, lanes: np.ndarray, byte: int) -> np.ndarray:
        return VALUES[kind][raw.reshape(-1, 32, 4)[:, lanes, byte : byte + count]].astype(np.float64)

    def run(m: Machine, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        left, right = factors(first(m), of_row, byte_a), factors(second(m), of_column, byte_b)
        x = (x.reshape(len(x), rows, count, -1) * left[..., None]).reshape(x.shape)
        y = y.transpose(0, 2, 1)
        return x, (y.reshape(len(y), 8, count, -1) * right[..., None]).reshape(y.shape).transpose(0, 2, 1)

    return run
