"""Finds out how wide a kernel's memory accesses can be, from its TTIR and what is known about its arguments: an estimate."""

import re
from math import gcd

from .axes import RULES, Axis, Value, bits_of, join, unknown, with_attributes
from .ttir import NAME, Block, Operation, all_operations, shape_of
from .walk import Walk

# How much more an access in a loop counts.
LOOP_WEIGHT = 8
# How much more an access counts whose neighbouring elements may be of distant threads.
SCATTERED = 2
# The widest access of a thread, in bits.
WIDEST = 128

ACCESSES = re.compile(r"tt\.(load|store|atomic\w*)$")
PRODUCTS = ("tt.dot", "tt.dot_scaled")

# The operands of operations and their result, by the operation's id.
Latest = dict[int, tuple[list[Value], Value]]


class Accesses(Walk[Value]):
    """The accesses of a kernel to memory, each by its place: the first one has the place 1.

    `divisors`: the divisors of arguments that are known, by position. `latest`: what other walks of the body have left.
    """

    def __init__(
        self, arguments: list[tuple[str, str]], body: Block, divisors: dict[int, int], latest: Latest | None = None
    ) -> None:
        super().__init__(unknown(1))
        self.latest = {} if latest is None else latest
        # The place of each access, the axis, and the elements that a thread can access at once.
        self.widths: list[tuple[int, int, int]] = []
        # The arguments that ranges are multiplied by, for each pointer argument. See `Value.ranges`.
        self.strides: dict[int, set[int | None]] = {}
        # How much each access counts.
        self.weights: dict[int, int] = {}
        # The bytes that a thread accesses at once.
        self.sizes: dict[int, float] = {}
        # The accesses to tensors without an axis that is known to be contiguous.
        self.scattered: set[int] = set()
        # The loads in loops with matrix products.
        self.repeated: set[int] = set()
        # The lines of the accesses, in order.
        self.lines: list[int] = []
        for position, (name, type_text) in enumerate(arguments):
            base = position if type_text.startswith("!tt.ptr") else None
            self.facts[name] = Value((Axis(1, divisors.get(position, 1)),), base=base, argument=position)
        self.block(body)

    @property
    def cost(self) -> float:
        """An estimate of the instructions that access memory."""
        return sum(
            self.weights[place] / size * (SCATTERED if place in self.scattered else 1)
            for place, size in self.sizes.items()
        )

    def join(self, facts: list[Value]) -> Value:
        return join(facts)

    def index(self, lower: Value, step: Value) -> Value:
        return Value((Axis(1, gcd(lower.axes[0].divisibility, step.axes[0].divisibility)),))

    def after(self, operation: Operation, operands: list[Value]) -> Value:
        """Applies the operation's rule, unless its operands are those of the last time: walks differ in few hints."""
        if operation.name not in RULES:
            return with_attributes(unknown(len(shape_of(operation.type)[0])), operation.text)
        known = self.latest.get(id(operation))
        if known is None or known[0] != operands:
            value = RULES[operation.name](operation, *operands)
            known = self.latest[id(operation)] = (operands, with_attributes(value, operation.text))
        return known[1]

    def note(self, operation: Operation, operands: list[Value]) -> None:
        if ACCESSES.match(operation.name):
            self.lines.append(operation.line)
            self.access(operation, operands, len(self.lines))
        elif operation.name in ("tt.make_tensor_ptr", "tt.make_tensor_descriptor"):
            self.lines.append(operation.line)
            self.described(operation, operands[0], len(self.lines))

    def access(self, operation: Operation, operands: list[Value], place: int) -> None:
        pointer = operands[0]
        self.weights[place] = LOOP_WEIGHT ** len(self.loops)
        shape, element = shape_of(split_pointer(operation))
        bits = bits_of(element)
        axis = max(range(len(pointer.axes)), key=lambda index: (pointer.axes[index].contiguity, index))
        along = pointer.axes[axis]
        width = min(along.contiguity, max(1, along.divisibility * 8 // bits), max(1, WIDEST // bits))
        position = -1 if operation.name.startswith("tt.atomic") else 2 if operation.name == "tt.store" else 1
        mask = operands[position].axes if position < len(operands) else ()
        if axis < len(mask):
            width = min(width, mask[axis].constancy)
        if len(shape) > 1 or shape[0] > 1:
            # Neighbouring threads access neighbouring elements along an axis that is contiguous.
            self.widths.append((place, axis if along.contiguity > 1 else -1, width))
            self.sizes[place] = width * bits / 8
            if along.contiguity == 1 and len(shape) > 1:
                self.scattered.add(place)
            if operation.name == "tt.load" and self.loops and multiplies(self.loops[-1]):
                self.repeated.add(place)
        if pointer.base is not None and pointer.ranges:
            self.strides.setdefault(pointer.base, set()).update(pointer.ranges)

    def described(self, operation: Operation, base: Value, place: int) -> None:
        """A block pointer: its base and strides decide how its block is accessed."""
        lists = re.findall(r"\[([^\]]*)\]", operation.text)
        strides = self.of(NAME.findall(lists[1])) if len(lists) > 1 else []
        if operation.name == "tt.make_tensor_ptr":
            known = [(base.axes[0].divisibility, -1)] + [(s.axes[0].divisibility, s.constant == 1) for s in strides]
            self.widths += [(place, index, min(16, d) + 100 * int(one)) for index, (d, one) in enumerate(known)]
        if base.base is not None and strides:
            last = strides[-1]
            scale = None if last.constant == 1 else last.argument if last.argument is not None else -1
            self.strides.setdefault(base.base, set()).add(scale)


def multiplies(loop: Operation) -> bool:
    """True if a loop has a matrix product."""
    return any(operation.name in PRODUCTS for region in loop.regions for operation in all_operations(region))


def split_pointer(operation: Operation) -> str:
    """The type of the pointers of an access."""
    types = operation.text.rpartition(" : ")[2]
    return types.split(", ")[0].split(" -> ")[0].strip(" ()")
