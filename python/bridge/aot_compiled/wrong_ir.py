"""Conditions on the IR of a kernel under which Triton is known to compile it to wrong results."""

import re
from collections.abc import Callable, Iterator
from math import gcd

from .memory_access import RULES, Axis, Value, Walk, add, replace
from .ttir import Block, Operation, carried_by, shape_of
from .wrong_pipelines import overwritten_operands, unawaited_sums, unfenced_operands


class Indices(Walk):
    """Follows the indices of a kernel, as Triton does."""

    def __init__(self, text: str, arguments: list[tuple[str, str]], body: Block):
        super().__init__()
        self.lines: list[int] = []
        self.negative: set[str] = set()
        self.negative_lines: set[int] = set()
        self.different_lines: set[int] = set()
        divisors = dict(re.findall(r"(%arg\d+): \S+ \{tt\.divisibility = (\d+)", text))
        for position, (name, kind) in enumerate(arguments):
            axis = Axis(1, int(divisors.get(name, 1)), 1)
            self.values[name] = Value((axis,), base=position if kind.startswith("!tt.ptr") else None)
        self.block(body)

    def access(self, operation: Operation) -> None:
        before = len(self.widths)
        super().access(operation)
        self.lines += [operation.line] * (len(self.widths) - before)

    def described(self, operation: Operation) -> None:
        before = len(self.widths)
        super().described(operation)
        self.lines += [operation.line] * (len(self.widths) - before)

    def operation(self, operation: Operation) -> None:
        super().operation(operation)
        operands = operation.operands
        if operation.name in ("arith.addi", "arith.subi"):
            constant = self.get(operands[1]).constant
            below = (
                constant is None or constant > 0
                if operation.name == "arith.subi"
                else constant is not None and constant < 0
            )
            # A difference of scalars is taken for positive: a number of blocks, or a size.
            if (below and (constant is not None or self.is_consecutive(operands[0]))) or self.negative.intersection(
                operands
            ):
                self.negative.update(operation.results)
        elif operation.name in ("tt.splat", "tt.broadcast", "tt.expand_dims", "arith.extsi", "arith.trunci"):
            if self.negative.intersection(operands):
                self.negative.update(operation.results)
        elif operation.name in ("arith.divsi", "arith.remsi", "arith.remui"):
            self.quotient(operation, self.get(operands[0]), self.get(operands[1]))

    def is_consecutive(self, name: str) -> bool:
        return any(axis.contiguity > 1 for axis in self.get(name).axes)

    def quotient(self, operation: Operation, left: Value, right: Value) -> None:
        sizes, _ = shape_of(operation.type)
        for a, b, size in zip(left.axes, right.axes, sizes):
            shared = gcd(gcd(a.contiguity, b.constancy), gcd(a.divisibility, b.divisibility))
            if operation.name != "arith.remui" and operation.operands[0] in self.negative and shared > 1:
                self.negative_lines.add(operation.line)
            if operation.name != "arith.divsi" and a.contiguity > 1 and right.constant is None and b.constancy < size:
                self.different_lines.add(operation.line)


class AlignedIndices(Indices):
    """The same, but right where 3.6.0 is not: the divisor of a sum holds for the first of consecutive elements only."""

    def operation(self, operation: Operation) -> None:
        super().operation(operation)
        if RULES.get(operation.name) is add:
            left, right = (self.get(name) for name in operation.operands[:2])
            value = self.get(operation.results[0])
            axes = tuple(
                axis if max(a.contiguity, b.contiguity) <= axis.contiguity
                else Axis(axis.contiguity, gcd(axis.divisibility, axis.contiguity), axis.constancy)
                for axis, a, b in zip(value.axes, left.axes, right.axes)
            )  # fmt: skip
            self.values[operation.results[0]] = replace(value, axes)


Check = Callable[[str, list[tuple[str, str]], Block], set[int]]


def negative_quotients(text: str, arguments: list[tuple[str, str]], body: Block) -> set[int]:
    return Indices(text, arguments, body).negative_lines if re.search(r"arith\.(divsi|remsi)", text) else set()


def different_divisors(text: str, arguments: list[tuple[str, str]], body: Block) -> set[int]:
    return Indices(text, arguments, body).different_lines if "arith.rem" in text else set()


def misaligned_sums(text: str, arguments: list[tuple[str, str]], body: Block) -> set[int]:
    claimed, right = Indices(text, arguments, body), AlignedIndices(text, arguments, body)
    pairs = zip(claimed.widths, right.widths, claimed.lines)
    return {line for (_, _, wide), (_, _, width), line in pairs if wide > width}


def all_operations(block: Block) -> Iterator[Operation]:
    for operation in block.operations:
        yield operation
        for region in operation.regions:
            yield from all_operations(region)


def reordered_loads(_text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    found = set()
    for loop in all_operations(body):
        stages = re.search(r"tt\.num_stages = (\d+)", loop.text) if loop.name == "scf.for" else None
        if stages is None or int(stages[1]) < 2:
            continue
        written: set[str] = set()
        for operation in loop.regions[0].operations:
            if operation.name == "tt.store":
                written.add(operation.operands[0])
            elif operation.name == "tt.load" and operation.operands[0] in written:
                found.add(operation.line)
    return found


def softmax_axes(text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    if "math.exp" not in text or '"tt.reduce"' not in text:
        return set()
    made = {result: operation for operation in all_operations(body) for result in operation.results}

    def axis_of(operation: Operation) -> str:
        return re.search(r"axis = (\d+)", operation.text)[1]  # type: ignore[index]

    def is_along_another(name: str, of: str) -> bool:
        """True if a value is a reduction of `of`, spread along another axis than the reduced one."""
        chain = []
        for expected in ("tt.broadcast", "tt.expand_dims", "tt.reduce"):
            operation = made.get(name)
            if operation is None or operation.name != expected:
                return False
            chain.append(operation)
            name = operation.operands[0]
        return name == of and axis_of(chain[1]) != axis_of(chain[2])

    found = set()
    for quotient in made.values():
        power = made.get(quotient.operands[0]) if quotient.name == "arith.divf" else None
        difference = made.get(power.operands[0]) if power is not None and power.name == "math.exp" else None
        if difference is None or difference.name != "arith.subf":
            continue
        if is_along_another(difference.operands[1], difference.operands[0]):
            if is_along_another(quotient.operands[1], quotient.operands[0]):
                found.add(quotient.line)
    return found


def zero_scales(text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    """fp16 has no number as small as 2**-127, so products with fp16 are right."""
    found = set()
    for product in all_operations(body) if "tt.dot_scaled" in text else ():
        types = product.text.rpartition(" : ")[2].partition(" -> ")[0]
        scales = re.findall(r"tensor<[^>]*>, tensor<[\dx]+(\w+)>", types) if product.name == "tt.dot_scaled" else []
        if "i8" in scales and not re.search(r"[lr]hs = fp16", product.text):
            found.add(product.line)
    return found


def read_sums(_text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    """A loop adds reductions along the last axis to a value that it also reads. It matters where the reductions are spread out."""
    found = set()
    for loop in all_operations(body):
        if loop.name != "scf.for":
            continue
        inside = loop.regions[0].operations
        made = {result: each for each in inside for result in each.results}
        for carried, _ in carried_by(loop):
            uses = [each for each in all_operations(loop.regions[0]) if carried in each.operands]
            reduced = {name for name, each in made.items() if each.name == "tt.reduce"}
            if len(uses) > 1:
                found |= {each.line for each in uses if reduced.intersection(each.operands)}
    return found


# By the issue: what is looked for in TTIR, and in TTGIR of pipelined loops.
CHECKS: dict[int, Check] = {
    7749: negative_quotients,
    8259: reordered_loads,
    9297: misaligned_sums,
    11406: softmax_axes,
    11544: different_divisors,
    11624: zero_scales,
    11836: read_sums,
}
# What only matters if TTGIR has this too.
ONLY_WITH = {11836: "efficient_layout"}
PIPELINED: dict[int, Check] = {6691: overwritten_operands, 9871: unfenced_operands, 10821: unawaited_sums}
