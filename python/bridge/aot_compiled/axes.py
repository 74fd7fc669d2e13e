"""Knows how far the elements of an integer or pointer are contiguous, divisible and constant along each axis.

Follows Triton's analysis (lib/Analysis/AxisInfo.cpp of Triton 3.6.0 to 3.9.0). Nothing is known about the result of an
operation that is not in RULES.
"""

import re
from collections.abc import Callable
from functools import cache
from math import gcd
from typing import NamedTuple

from .ttir import Operation, shape_of

# More than any divisor that matters.
LARGE = 1 << 40


class Axis(NamedTuple):
    """Holds what is known about a value along one axis."""

    # Elements that follow each other, each larger by one.
    contiguity: int = 1
    # The largest power of two that divides the first element of each contiguous group. Of pointers: in bytes.
    divisibility: int = 1
    # Elements that are equal.
    constancy: int = 1


Axes = tuple[Axis, ...]


class Value(NamedTuple):
    axes: Axes = (Axis(),)
    constant: int | None = None
    # Ranges that the value contains: the argument that each is multiplied by, None if by nothing, -1 if by another value.
    ranges: frozenset[int | None] = frozenset()
    # The pointer argument that the address is computed from.
    base: int | None = None
    # The argument that the value is.
    argument: int | None = None


@cache
def unknown(rank: int) -> Value:
    """A value that nothing is known about."""
    return Value((Axis(),) * rank)


def join(values: list[Value]) -> Value:
    """Returns what holds for each of several values."""
    result = values[0]
    for other in values[1:]:
        ranks = {len(result.axes), len(other.axes)}
        result = Value(
            pairwise(result, other, lambda a, b: Axis(*map(gcd, a, b))) if len(ranks) == 1 else (Axis(),) * max(ranks),
            result.constant if result.constant == other.constant else None,
            result.ranges | other.ranges,
            result.base if result.base == other.base else None,
        )
    return result


def pairwise(left: Value, right: Value, rule: Callable[[Axis, Axis], Axis]) -> Axes:
    return tuple(map(rule, left.axes, right.axes))


def of_constants(left: Value, right: Value, rule: Callable[[int, int], int]) -> int | None:
    return None if left.constant is None or right.constant is None else rule(left.constant, right.constant)


@cache
def bits_of(element: str) -> int:
    match = re.search(r"(\d+)", element.replace("!tt.ptr<", ""))
    if "!tt.ptr<!tt.ptr" in element or match is None:
        return 64
    return 8 if element.startswith("!tt.ptr<f8") else max(8, int(match[1]))


def power_of(number: int) -> int:
    """The largest power of two that divides a number."""
    return LARGE if number == 0 else number & -number


def first(axis: Axis, is_moved: bool = True) -> int:
    """The divisor of every element, where a multiplication or shift moves those after the first of a group."""
    return 1 if is_moved and axis.contiguity > 1 else axis.divisibility


def number_in(operation: Operation, name: str) -> int:
    return int(re.search(rf"{name} = (\d+)", operation.text)[1])  # type: ignore[index]


def constant(operation: Operation) -> Value:
    shape, _ = shape_of(operation.type)
    match = re.match(r" (?:dense<)?(-?\d+|true|false)>? ?(?::|$)", operation.text)
    if match is None:
        return unknown(len(shape))
    number = int(match[1]) if match[1] not in ("true", "false") else int(match[1] == "true")
    return Value(tuple(Axis(1, power_of(number), size) for size in shape), number)


def make_range(operation: Operation) -> Value:
    start, end = number_in(operation, "start"), number_in(operation, "end")
    return Value((Axis(end - start, power_of(start), 1),), ranges=frozenset([None]))


def splat(operation: Operation, value: Value) -> Value:
    divisor = value.axes[0].divisibility
    return value._replace(axes=tuple(Axis(1, divisor, size) for size in shape_of(operation.type)[0]))


def expand_dims(operation: Operation, value: Value) -> Value:
    axis = number_in(operation, "axis")
    divisor = power_of(value.constant) if value.constant is not None else gcd(*map(first, value.axes))
    return value._replace(axes=(*value.axes[:axis], Axis(1, divisor, 1), *value.axes[axis:]))


def broadcast(operation: Operation, value: Value) -> Value:
    before, _ = shape_of(operation.text.rpartition(" : ")[2].split(" -> ")[0])
    sizes = zip(value.axes, before, shape_of(operation.type)[0])
    return value._replace(
        axes=tuple(Axis(1, axis.divisibility, size) if old == 1 else axis for axis, old, size in sizes)
    )


def same(_operation: Operation, value: Value) -> Value:
    return value


def add(operation: Operation, left: Value, right: Value) -> Value:
    scale, sign = 1, -1 if operation.name == "arith.subi" else 1
    if operation.name == "tt.addptr":
        scale = max(1, bits_of(shape_of(operation.text.rpartition(" : ")[2].split(", ")[0])[1]) // 8)

    def rule(a: Axis, b: Axis) -> Axis:
        contiguity = max(gcd(a.contiguity, b.constancy), gcd(a.constancy, b.contiguity) if sign == 1 else 1)
        return Axis(contiguity, gcd(a.divisibility, b.divisibility * scale), gcd(a.constancy, b.constancy))

    number = of_constants(left, right, lambda a, b: a + sign * b)
    base = left.base if left.base is not None else right.base
    return Value(pairwise(left, right, rule), number, left.ranges | right.ranges, base)


def multiply(_operation: Operation, left: Value, right: Value) -> Value:
    def rule(a: Axis, b: Axis) -> Axis:
        contiguity = a.contiguity if right.constant == 1 else b.contiguity if left.constant == 1 else 1
        divisor = first(a, right.constant != 1) * first(b, left.constant != 1)
        return Axis(contiguity, min(LARGE, divisor), gcd(a.constancy, b.constancy))

    number = of_constants(left, right, lambda a, b: a * b)
    return Value(pairwise(left, right, rule), number, scaled(left, right) | scaled(right, left))


def scaled(value: Value, factor: Value) -> frozenset[int | None]:
    if factor.constant == 1:
        return value.ranges
    by = factor.argument if factor.argument is not None else -1
    return frozenset(by if scale is None else -1 for scale in value.ranges)


def in_step(a: Axis, b: Axis) -> int:
    """Consecutive elements whose quotient by `b` is the same, and whose remainders follow each other."""
    if a.contiguity == 1 or b.constancy == 1:
        return 1
    return gcd(a.contiguity, b.constancy, a.divisibility, b.divisibility)


def divide(_operation: Operation, left: Value, right: Value) -> Value:
    by = right.constant

    def rule(a: Axis, b: Axis) -> Axis:
        is_power = a.contiguity == 1 and by is not None and by > 0 and power_of(by) == by
        divisor = max(1, a.divisibility // by) if is_power else 1  # type: ignore[operator]
        return Axis(1, divisor, max(gcd(a.constancy, b.constancy), in_step(a, b)))

    number = of_constants(left, right, lambda a, b: a // b) if by else None
    return Value(left.axes if by == 1 else pairwise(left, right, rule), number)


def remainder(_operation: Operation, left: Value, right: Value) -> Value:
    def rule(a: Axis, b: Axis) -> Axis:
        contiguity = in_step(a, b)
        divisor = gcd(a.divisibility, b.divisibility) if contiguity > 1 or a.contiguity == 1 else 1
        return Axis(contiguity, divisor, gcd(a.constancy, b.constancy))

    return Value(pairwise(left, right, rule), None, left.ranges)


def compare(operation: Operation, left: Value, right: Value) -> Value:
    predicate = operation.text.split(",")[0].strip()

    def rule(a: Axis, b: Axis) -> Axis:
        constancy, divisor = gcd(a.constancy, b.constancy), gcd(a.divisibility, b.divisibility)
        if predicate in ("slt", "ult", "sge", "uge"):
            constancy = max(constancy, gcd(a.contiguity, b.constancy, divisor))
        elif predicate in ("sgt", "ugt", "sle", "ule"):
            constancy = max(constancy, gcd(b.contiguity, a.constancy, divisor))
        return Axis(1, 1, constancy)

    return Value(pairwise(left, right, rule))


def logical(_operation: Operation, left: Value, right: Value) -> Value:
    return Value(pairwise(left, right, lambda a, b: Axis(1, 1, gcd(a.constancy, b.constancy))))


def extreme(_operation: Operation, left: Value, right: Value) -> Value:
    return join([left, right])._replace(constant=None, base=None)


def select(_operation: Operation, condition: Value, left: Value, right: Value) -> Value:
    def rule(a: Axis, b: Axis) -> Axis:
        return Axis(gcd(a.contiguity, b.constancy), a.divisibility, gcd(a.constancy, b.constancy))

    value, choices = join([left, right]), condition.axes
    choices *= len(value.axes) if len(choices) == 1 else 1
    return value._replace(axes=tuple(map(rule, value.axes, choices)))


def shift(operation: Operation, value: Value, by: Value) -> Value:
    if by.constant is None or not 0 <= by.constant < 32:
        return unknown(len(value.axes))
    factor, is_left = 1 << by.constant, operation.name == "arith.shli"
    divisors = [first(axis) * factor if is_left else max(1, axis.divisibility // factor) for axis in value.axes]
    axes = tuple(Axis(1, divisor, axis.constancy) for divisor, axis in zip(divisors, value.axes))
    return Value(axes, None, frozenset(-1 for _ in value.ranges))


NAMES: dict[Callable[..., Value], str] = {
    constant: "arith.constant",
    make_range: "tt.make_range",
    splat: "tt.splat",
    expand_dims: "tt.expand_dims",
    broadcast: "tt.broadcast",
    add: "arith.addi arith.subi tt.addptr",
    multiply: "arith.muli",
    divide: "arith.divsi arith.divui",
    remainder: "arith.remsi arith.remui",
    compare: "arith.cmpi",
    logical: "arith.andi arith.ori arith.xori",
    extreme: "arith.minsi arith.maxsi arith.minui arith.maxui",
    select: "arith.select",
    shift: "arith.shli arith.shrsi arith.shrui",
    same: "arith.extsi arith.extui arith.trunci arith.index_cast arith.bitcast tt.bitcast",
}
RULES = {name: rule for rule, names in NAMES.items() for name in names.split()}

ATTRIBUTE = re.compile(r"tt\.(contiguity|divisibility|constancy) = (?:dense<\[?([\d, ]+)\]?>|(\d+))")


def with_attributes(value: Value, text: str) -> Value:
    """Applies tl.multiple_of, tl.max_contiguous and tl.max_constancy, which are attributes of operations."""
    for name, numbers in attributes_of(text):
        given = numbers * (len(value.axes) if len(numbers) == 1 else 1)
        value = value._replace(axes=tuple(axis._replace(**{name: number}) for axis, number in zip(value.axes, given)))
    return value


# Each operation is looked at once for each choice of hints.
@cache
def attributes_of(text: str) -> list[tuple[str, list[int]]]:
    found = ATTRIBUTE.findall(text)
    return [(name, [int(number) for number in (several or one).split(",")]) for name, several, one in found]
