"""Finds out how wide a kernel's memory accesses can be, from its TTIR and what is known about its arguments.

Follows Triton's analysis of contiguity, divisibility and constancy (lib/Analysis/AxisInfo.cpp of Triton 3.6.0 to 3.9.0).
Nothing is known about the result of an operation that is not in this module. So the answer is an estimate.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import gcd

from .ttir import NAME, Block, Operation, carried_by, shape_of

# More than any divisor that matters.
LARGE = 1 << 40
# How much more an access in a loop counts.
LOOP_WEIGHT = 8
# How much more an access counts whose neighbouring elements may be of distant threads.
SCATTERED = 2
# The widest access of a thread, in bits.
WIDEST = 128


@dataclass(frozen=True)
class Axis:
    """Holds what is known about a value along one axis."""

    # Elements that follow each other, each larger by one.
    contiguity: int = 1
    # The largest power of two that divides the first element of each contiguous group. Of pointers: in bytes.
    divisibility: int = 1
    # Elements that are equal.
    constancy: int = 1


@dataclass(frozen=True)
class Value:
    axes: tuple[Axis, ...] = (Axis(),)
    constant: int | None = None
    # Ranges that the value contains: the argument that each is multiplied by, None if by nothing, -1 if by another value.
    ranges: frozenset[int | None] = frozenset()
    # The pointer argument that the address is computed from.
    base: int | None = None
    # The argument that the value is.
    argument: int | None = None


@dataclass
class Accesses:
    """Each access to memory: the place of the operation, the axis, and the elements that a thread can access at once."""

    widths: list[tuple[int, int, int]]
    # The arguments that ranges are multiplied by, for each pointer argument. See `Value.ranges`.
    strides: dict[int, set[int | None]]
    # How much each access counts, by its place.
    weights: dict[int, int]
    # The bytes that a thread accesses at once, by the place of the access.
    sizes: dict[int, float]
    # The accesses to tensors without an axis that is known to be contiguous.
    scattered: frozenset[int]
    # The places of loads in loops with matrix products.
    repeated: frozenset[int]

    @property
    def cost(self) -> float:
        """An estimate of the instructions that access memory."""
        return sum(
            self.weights[place] / size * (SCATTERED if place in self.scattered else 1)
            for place, size in self.sizes.items()
        )


# The operands of operations and their result, by the operation's id.
Latest = dict[int, tuple[list[Value], Value]]


def accesses_of(
    arguments: list[tuple[str, str]], body: Block, divisors: dict[int, int], latest: Latest | None = None
) -> Accesses:
    """`divisors`: the divisors of arguments that are known, by position. `latest`: what walks of the body have left."""
    walk = Walk(latest)
    for position, (name, type_text) in enumerate(arguments):
        is_pointer = type_text.startswith("!tt.ptr")
        walk.values[name] = Value(
            (Axis(1, divisors.get(position, 1), 1),), base=position if is_pointer else None, argument=position
        )
    walk.block(body)
    return Accesses(
        walk.widths, walk.strides, walk.weights, walk.sizes, frozenset(walk.scattered), frozenset(walk.repeated)
    )


class Walk:
    def __init__(self, latest: Latest | None = None) -> None:
        self.latest = {} if latest is None else latest
        self.values: dict[str, Value] = {}
        self.widths: list[tuple[int, int, int]] = []
        self.strides: dict[int, set[int | None]] = {}
        self.weights: dict[int, int] = {}
        self.sizes: dict[int, float] = {}
        self.scattered: set[int] = set()
        self.repeated: set[int] = set()
        self.weight = 1
        # True in a loop with matrix products.
        self.multiplies = False
        # Loops are walked until nothing changes; only the last time counts.
        self.records = True
        self.count = 0

    def get(self, name: str, rank: int = 1) -> Value:
        return self.values.get(name) or unknown(rank)

    def block(self, block: Block) -> list[Value]:
        """Returns the values that the block gives to the operation it is in."""
        for operation in block.operations:
            if operation.name in ("scf.yield", "scf.condition"):
                return [self.get(name) for name in operation.operands]
            self.operation(operation)
        return []

    def operation(self, operation: Operation) -> None:
        name = operation.name
        if name == "scf.for":
            self.loop(operation)
        elif name == "scf.if":
            outcomes = [self.block(region) for region in operation.regions]
            for index, result in enumerate(operation.results):
                merged = [values[index] for values in outcomes if index < len(values)]
                self.values[result] = join(merged)
        elif name in ("tt.load", "tt.store") or name.startswith("tt.atomic"):
            self.access(operation)
        elif name in ("tt.make_tensor_ptr", "tt.make_tensor_descriptor"):
            self.described(operation)
        elif len(operation.results) == 1 and name in RULES:
            self.values[operation.results[0]] = self.result_of(operation)
        elif operation.results:
            value = unknown(len(shape_of(operation.type)[0]))
            for result in operation.results:
                self.values[result] = value
            for region in operation.regions:
                self.block(region)
            self.values[operation.results[0]] = with_attributes(value, operation.text)

    def result_of(self, operation: Operation) -> Value:
        """Applies the operation's rule, unless its operands are those of the last time: walks differ in few hints."""
        shape, _ = shape_of(operation.type)
        operands = [self.get(each, len(shape)) for each in operation.operands]
        known = self.latest.get(id(operation))
        if known is None or known[0] != operands:
            value = RULES[operation.name](operation, operands, shape) or unknown(len(shape))
            known = self.latest[id(operation)] = (operands, with_attributes(value, operation.text))
        return known[1]

    def loop(self, operation: Operation) -> None:
        names = NAME.findall(operation.text.partition("iter_args(")[0])
        pairs = carried_by(operation)
        if len(names) < 4 or not operation.regions:
            return
        variable, lower, _upper, step = names[:4]
        divisor = gcd(self.get(lower).axes[0].divisibility, self.get(step).axes[0].divisibility)
        self.values[variable] = Value((Axis(1, divisor, 1),))
        state = [self.get(initial) for _, initial in pairs]
        recorded, self.records = self.records, False
        start = self.count
        multiplied, self.multiplies = self.multiplies, multiplies(operation)
        self.weight *= LOOP_WEIGHT
        for _ in range(8):
            self.enter(pairs, state)
            self.count = start
            following = self.block(operation.regions[0])
            joined = [join([old, new]) for old, new in zip(state, following)]
            if joined == state:
                break
            state = joined
        self.records, self.count = recorded, start
        self.enter(pairs, state)
        self.block(operation.regions[0])
        self.weight //= LOOP_WEIGHT
        self.multiplies = multiplied
        for result, value in zip(operation.results, state):
            self.values[result] = value

    def enter(self, pairs: list[tuple[str, str]], state: list[Value]) -> None:
        for (name, _), value in zip(pairs, state):
            self.values[name] = value

    def access(self, operation: Operation) -> None:
        pointer = self.get(operation.operands[0]) if operation.operands else Value()
        self.count += 1
        if not self.records:
            return
        self.weights[self.count] = self.weight
        shape, element = shape_of(split_pointer(operation))
        bits = bits_of(element)
        mask = self.mask_of(operation)
        axis = max(range(len(pointer.axes)), key=lambda each: (pointer.axes[each].contiguity, each))
        along = pointer.axes[axis]
        width = min(along.contiguity, max(1, along.divisibility * 8 // bits), max(1, WIDEST // bits))
        if mask is not None and axis < len(mask.axes):
            width = min(width, mask.axes[axis].constancy)
        if len(shape) > 1 or shape[0] > 1:
            # Neighbouring threads access neighbouring elements along an axis that is contiguous.
            self.widths.append((self.count, axis if along.contiguity > 1 else -1, width))
            self.sizes[self.count] = width * bits / 8
            if along.contiguity == 1 and len(shape) > 1:
                self.scattered.add(self.count)
            if operation.name == "tt.load" and self.multiplies:
                self.repeated.add(self.count)
        if pointer.base is not None and pointer.ranges:
            self.strides.setdefault(pointer.base, set()).update(pointer.ranges)
        for result in operation.results:
            self.values[result] = Value((Axis(),) * len(shape_of(operation.type)[0]))

    def mask_of(self, operation: Operation) -> Value | None:
        position = 2 if operation.name == "tt.store" else 1
        if operation.name.startswith("tt.atomic"):
            position = len(operation.operands) - 1
        return self.get(operation.operands[position]) if len(operation.operands) > position else None

    def described(self, operation: Operation) -> None:
        """A block pointer: its base and strides decide how its block is accessed."""
        self.count += 1
        lists = re.findall(r"\[([^\]]*)\]", operation.text)
        base = self.get(operation.operands[0])
        strides = [self.get(name) for name in re.findall(r"%[\w$.-]+", lists[1])] if len(lists) > 1 else []
        if self.records and operation.name == "tt.make_tensor_ptr":
            known = [(base.axes[0].divisibility, -1)] + [(s.axes[0].divisibility, s.constant == 1) for s in strides]
            self.widths += [(self.count, index, min(16, d) + 100 * int(one)) for index, (d, one) in enumerate(known)]
        if base.base is not None and strides:
            last = strides[-1]
            scale = None if last.constant == 1 else last.argument if last.argument is not None else -1
            self.strides.setdefault(base.base, set()).add(scale)
        for result in operation.results:
            self.values[result] = Value()


@cache
def unknown(rank: int) -> Value:
    """A value that nothing is known about."""
    return Value((Axis(),) * rank)


def multiplies(operation: Operation) -> bool:
    """True if an operation or one in it is a matrix product."""
    inner = (each for region in operation.regions for each in region.operations)
    return operation.name in ("tt.dot", "tt.dot_scaled") or any(multiplies(each) for each in inner)


def split_pointer(operation: Operation) -> str:
    """The type of the pointers of an access."""
    types = operation.text.rpartition(" : ")[2]
    return types.split(", ")[0].split(" -> ")[0].strip(" ()")


@cache
def bits_of(element: str) -> int:
    match = re.search(r"(\d+)", element.replace("!tt.ptr<", ""))
    if "!tt.ptr<!tt.ptr" in element or match is None:
        return 64
    return 8 if element.startswith("!tt.ptr<f8") else max(8, int(match[1]))


def join(values: list[Value]) -> Value:
    """Returns what holds for each of several values."""
    if not values:
        return Value()
    result = values[0]
    for other in values[1:]:
        if len(result.axes) != len(other.axes):
            return Value((Axis(),) * max(len(result.axes), len(other.axes)))
        axes = tuple(
            Axis(gcd(a.contiguity, b.contiguity), gcd(a.divisibility, b.divisibility), gcd(a.constancy, b.constancy))
            for a, b in zip(result.axes, other.axes)
        )
        same = result.constant if result.constant == other.constant else None
        base = result.base if result.base == other.base else None
        result = Value(axes, same, result.ranges | other.ranges, base)
    return result


def power_of(number: int) -> int:
    """The largest power of two that divides a number."""
    return LARGE if number == 0 else number & -number


Rule = Callable[[Operation, list[Value], tuple[int, ...]], Value | None]


def constant(operation: Operation, _operands: list[Value], shape: tuple[int, ...]) -> Value | None:
    match = re.match(r" (?:dense<)?(-?\d+|true|false)>? ?(?::|$)", operation.text)
    if match is None:
        return None
    number = {"true": 1, "false": 0}.get(match[1]) if match[1] in ("true", "false") else int(match[1])
    return Value(tuple(Axis(1, power_of(number), size) for size in shape), number)  # type: ignore[arg-type]


def make_range(operation: Operation, _operands: list[Value], _shape: tuple[int, ...]) -> Value:
    end, start = (int(re.search(rf"{key} = (\d+)", operation.text)[1]) for key in ("end", "start"))  # type: ignore[index]
    return Value((Axis(end - start, power_of(start), 1),), ranges=frozenset([None]))


def splat(_operation: Operation, operands: list[Value], shape: tuple[int, ...]) -> Value:
    value = operands[0]
    divisor = value.axes[0].divisibility
    return Value(
        tuple(Axis(1, divisor, size) for size in shape), value.constant, value.ranges, value.base, value.argument
    )


def expand_dims(operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    axis = int(re.search(r"axis = (\d+)", operation.text)[1])  # type: ignore[index]
    value = operands[0]
    divisor = power_of(value.constant) if value.constant is not None else 0
    if divisor == 0:
        for each in value.axes:
            divisor = gcd(divisor, 1 if each.contiguity > 1 else each.divisibility)
    axes = (*value.axes[:axis], Axis(1, divisor, 1), *value.axes[axis:])
    return replace(value, axes)


def broadcast(operation: Operation, operands: list[Value], shape: tuple[int, ...]) -> Value:
    before, _ = shape_of(operation.text.rpartition(" : ")[2].split(" -> ")[0])
    value = operands[0]
    axes = tuple(
        Axis(1 if old == 1 else axis.contiguity, axis.divisibility, size if old == 1 else axis.constancy)
        for axis, old, size in zip(value.axes, before, shape)
    )
    return replace(value, axes)


def replace(value: Value, axes: tuple[Axis, ...]) -> Value:
    return Value(axes, value.constant, value.ranges, value.base, value.argument)


def same(_operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    return operands[0]


def add(operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    left, right = operands[:2]
    scale = 1
    if operation.name == "tt.addptr":
        scale = max(1, bits_of(shape_of(operation.text.rpartition(" : ")[2].split(", ")[0])[1]) // 8)
    is_difference = operation.name == "arith.subi"
    axes = []
    for a, b in zip(left.axes, right.axes):
        contiguity = gcd(a.contiguity, b.constancy)
        if not is_difference:
            contiguity = max(contiguity, gcd(a.constancy, b.contiguity))
        axes.append(Axis(contiguity, gcd(a.divisibility, b.divisibility * scale), gcd(a.constancy, b.constancy)))
    number = None
    if left.constant is not None and right.constant is not None:
        number = left.constant - right.constant if is_difference else left.constant + right.constant
    return Value(tuple(axes), number, left.ranges | right.ranges, left.base if left.base is not None else right.base)


def multiply(_operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    left, right = operands[:2]
    axes = []
    for a, b in zip(left.axes, right.axes):
        contiguity = 1
        if right.constant == 1:
            contiguity = a.contiguity
        elif left.constant == 1:
            contiguity = b.contiguity
        first = 1 if a.contiguity > 1 and right.constant != 1 else a.divisibility
        second = 1 if b.contiguity > 1 and left.constant != 1 else b.divisibility
        axes.append(Axis(contiguity, min(LARGE, first * second), gcd(a.constancy, b.constancy)))
    number = None
    if left.constant is not None and right.constant is not None:
        number = left.constant * right.constant
    ranges = scaled(left, right) | scaled(right, left)
    return Value(tuple(axes), number, ranges)


def scaled(value: Value, factor: Value) -> frozenset[int | None]:
    if factor.constant == 1:
        return value.ranges
    by = factor.argument if factor.argument is not None else -1
    return frozenset(by if each is None else -1 for each in value.ranges)


def divide(_operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    left, right = operands[:2]
    axes = []
    for a, b in zip(left.axes, right.axes):
        if right.constant == 1:
            axes.append(a)
            continue
        constancy = gcd(a.constancy, b.constancy)
        if a.contiguity > 1 and b.constancy > 1:
            constancy = max(constancy, gcd(gcd(a.contiguity, b.constancy), gcd(a.divisibility, b.divisibility)))
        divisor = 1
        if a.contiguity == 1 and right.constant is not None and right.constant > 0:
            divisor = (
                max(1, a.divisibility // power_of(right.constant)) if power_of(right.constant) == right.constant else 1
            )
        axes.append(Axis(1, divisor, constancy))
    number = None
    if left.constant is not None and right.constant:
        number = left.constant // right.constant
    return Value(tuple(axes), number)


def remainder(_operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    left, right = operands[:2]
    axes = []
    for a, b in zip(left.axes, right.axes):
        contiguity = 1
        if a.contiguity > 1 and b.constancy > 1:
            contiguity = gcd(gcd(a.contiguity, b.constancy), gcd(a.divisibility, b.divisibility))
        divisor = gcd(a.divisibility, b.divisibility) if contiguity > 1 or a.contiguity == 1 else 1
        constancy = gcd(a.constancy, b.constancy)
        axes.append(Axis(contiguity, divisor, constancy))
    return Value(tuple(axes), None, left.ranges)


def compare(operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    left, right = operands[:2]
    predicate = operation.text.split(",")[0].strip()
    axes = []
    for a, b in zip(left.axes, right.axes):
        constancy = gcd(a.constancy, b.constancy)
        divisor = gcd(a.divisibility, b.divisibility)
        if predicate in ("slt", "ult", "sge", "uge"):
            constancy = max(constancy, gcd(gcd(a.contiguity, b.constancy), divisor))
        elif predicate in ("sgt", "ugt", "sle", "ule"):
            constancy = max(constancy, gcd(gcd(b.contiguity, a.constancy), divisor))
        axes.append(Axis(1, 1, constancy))
    return Value(tuple(axes))


def logical(_operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    left, right = operands[:2]
    return Value(tuple(Axis(1, 1, gcd(a.constancy, b.constancy)) for a, b in zip(left.axes, right.axes)))


def extreme(_operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    left, right = operands[:2]
    value = join([left, right])
    return Value(value.axes, None, left.ranges | right.ranges)


def select(_operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value:
    condition, left, right = operands[:3]
    value = join([left, right])
    constancies = [axis.constancy for axis in condition.axes] * (len(value.axes) if len(condition.axes) == 1 else 1)
    axes = tuple(
        Axis(gcd(axis.contiguity, each), axis.divisibility, gcd(axis.constancy, each))
        for axis, each in zip(value.axes, constancies)
    )
    return replace(value, axes)


def shift(operation: Operation, operands: list[Value], _shape: tuple[int, ...]) -> Value | None:
    value, by = operands[:2]
    if by.constant is None or not 0 <= by.constant < 32:
        return None
    factor = 1 << by.constant
    if operation.name == "arith.shli":
        axes = tuple(Axis(1, (1 if a.contiguity > 1 else a.divisibility) * factor, a.constancy) for a in value.axes)
    else:
        axes = tuple(Axis(1, max(1, a.divisibility // factor), a.constancy) for a in value.axes)
    return Value(axes, None, frozenset(-1 for _ in value.ranges))


RULES: dict[str, Rule] = {
    "arith.constant": constant,
    "tt.make_range": make_range,
    "tt.splat": splat,
    "tt.expand_dims": expand_dims,
    "tt.broadcast": broadcast,
    "arith.addi": add,
    "arith.subi": add,
    "tt.addptr": add,
    "arith.muli": multiply,
    "arith.divsi": divide,
    "arith.divui": divide,
    "arith.remsi": remainder,
    "arith.remui": remainder,
    "arith.cmpi": compare,
    "arith.andi": logical,
    "arith.ori": logical,
    "arith.xori": logical,
    "arith.minsi": extreme,
    "arith.maxsi": extreme,
    "arith.minui": extreme,
    "arith.maxui": extreme,
    "arith.select": select,
    "arith.shli": shift,
    "arith.shrsi": shift,
    "arith.shrui": shift,
    **dict.fromkeys(
        ("arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast", "arith.bitcast", "tt.bitcast"), same
    ),
}


ATTRIBUTE = re.compile(r"tt\.(contiguity|divisibility|constancy) = (?:dense<\[?([\d, ]+)\]?>|(\d+))")


def with_attributes(value: Value, text: str) -> Value:
    """Applies tl.multiple_of, tl.max_contiguous and tl.max_constancy, which are attributes of operations."""
    attributes = attributes_of(text)
    if not attributes:
        return value
    axes = list(value.axes)
    for name, numbers in attributes.items():
        each_axis = numbers * (len(axes) if len(numbers) == 1 else 1)
        axes = [Axis(**{**vars(axis), name: number}) for axis, number in zip(axes, each_axis)]
    return replace(value, tuple(axes))


# Each operation is looked at once for each choice of hints.
@cache
def attributes_of(text: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for name, several, one in ATTRIBUTE.findall(text):
        found.setdefault(name, [int(each) for each in (several or one).split(",")])
    return found
