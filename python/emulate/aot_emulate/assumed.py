"""Evaluates the conditions of `tl.assume` for all blocks of a launch, of those that depend on its integers and the block alone.

The compiler relies on them, and PTX has no trace of them. Who compiles the kernel adds them to its PTX, as comments.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from .fault import Fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from .grid import Launch
    from .program import Place, Program

# More blocks than these are not looked at along an axis: the first ones and the last ones are.
MOST_OF_AXIS = 1 << 12

COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
}  # fmt: skip
COMPUTED: dict[str, Callable[[Any, Any], Any]] = {
    "addi": np.add, "subi": np.subtract, "muli": np.multiply, "andi": np.bitwise_and, "ori": np.bitwise_or,
    "xori": np.bitwise_xor, "min": np.minimum, "max": np.maximum,
}  # fmt: skip


class FalseAssumption(Fault):
    """The condition of a `tl.assume` is false."""


def read_assumptions(text: str) -> list[tuple[Place | str, list[list[Any]]]]:
    """The conditions in the comments of PTX: their places, if the code has lines, and the steps that compute them."""
    found = (json.loads(each) for each in re.findall(r"(?m)^// assumes (.*)$", text))
    return [("tl.assume" if place is None else (place[0], place[1]), steps) for place, steps in found]


def require_assumptions(program: Program, launch: Launch) -> None:
    """Raises FalseAssumption for the first condition that is false in a block."""
    for place, steps in program.assumptions:
        numbers = [_of_axis(size) for size in _grid(launch)]
        condition = _value(program, launch, steps, numbers)
        if condition is None or condition.all():
            continue
        condition = np.broadcast_to(condition, [len(each) for each in numbers])
        x, y, z = (int(each[at]) for each, at in zip(numbers, np.argwhere(~condition.astype(bool))[0]))
        grid = _grid(launch)
        fault = FalseAssumption(
            "relies on a `tl.assume` whose condition is false",
            block=x + grid[0] * (y + grid[1] * z),
            because=": the compiled code may do anything",
        )
        fault.place, fault.grid = place, grid
        raise fault


def _grid(launch: Launch) -> tuple[int, int, int]:
    x, y, z = (size // of for size, of in zip(launch.grid, launch.cluster))
    return x, y, z


def _of_axis(size: int) -> np.ndarray:
    if size <= MOST_OF_AXIS:
        return np.arange(size)
    return np.concatenate([np.arange(MOST_OF_AXIS // 2), np.arange(size - MOST_OF_AXIS // 2, size)])


def _value(program: Program, launch: Launch, steps: list[list[Any]], numbers: list[np.ndarray]) -> np.ndarray | None:
    """The last step for each block; None if it is not defined, such as a quotient of 0."""
    values: dict[str, np.ndarray] = {}
    with np.errstate(all="ignore"):
        for name, operation, bits, *operands in steps:
            if operation == "constant":
                value = np.int64(operands[0])
            elif operation == "argument":
                parameter = program.parameters[operands[0]]
                raw = launch.parameters[parameter.offset : parameter.offset + parameter.size]
                value = np.int64(int.from_bytes(raw, "little", signed=True))
            elif operation == "program_id":
                value = numbers[operands[0]].reshape([-1 if axis == operands[0] else 1 for axis in range(3)])
            elif operation == "num_programs":
                value = np.int64(_grid(launch)[operands[0]])
            elif operation == "extui":
                value = _unsigned(values[operands[0]], operands[1]).astype(np.int64)
            elif operation == "select":
                value = np.where(values[operands[0]] != 0, *(values[each] for each in operands[1:]))
            elif operation in ("extsi", "trunci"):
                value = values[operands[0]]
            else:
                one, other = (values[each] for each in operands)
                computed = _computed(operation, bits, one, other)
                if computed is None:
                    return None
                value = computed
            values[name] = _wrapped(np.asarray(value), 1 if _is_compared(operation) else bits)
    return values[steps[-1][0]]


def _is_compared(operation: str) -> bool:
    return operation in COMPARED or operation[1:] in COMPARED


def _computed(operation: str, bits: int, one: np.ndarray, other: np.ndarray) -> np.ndarray | None:
    if operation in COMPARED:
        return COMPARED[operation](one, other)
    if operation[1:] in COMPARED:
        pair = (one, other) if operation[0] == "s" else (_unsigned(one, bits), _unsigned(other, bits))
        return COMPARED[operation[1:]](*pair)
    if operation in COMPUTED:
        return COMPUTED[operation](one, other)
    if operation[-2] == "u":
        one, other = _unsigned(one, bits), _unsigned(other, bits)
    name = operation[:-2]
    if name in ("min", "max"):
        return COMPUTED[name](one, other)
    if (other == 0).any():
        return None
    # Quotients are cut off, and not rounded down.
    quotient = one // other
    quotient = (
        np.where((quotient < 0) & (quotient * other != one), quotient + 1, quotient)
        if operation[-2] == "s"
        else quotient
    )
    return quotient if name == "div" else one - quotient * other


def _unsigned(value: np.ndarray, bits: int) -> np.ndarray:
    return np.asarray(value, np.int64).astype(np.uint64) & np.uint64((1 << bits) - 1)


def _wrapped(value: np.ndarray, bits: int) -> np.ndarray:
    """Integers of so many bits, with their sign; of one bit 0 or 1."""
    raw = value.astype(np.uint64) if value.dtype == bool else value.astype(np.int64, copy=False).view(np.uint64)
    if bits == 1:
        return (raw & np.uint64(1)).astype(np.int64)
    shift = np.uint64(64 - bits)
    return (raw << shift).view(np.int64) >> np.int64(64 - bits)
