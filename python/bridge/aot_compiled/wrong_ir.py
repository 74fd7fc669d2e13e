"""Conditions on the IR of a kernel under which Triton is known to compile it to wrong results."""

import re
from collections.abc import Callable
from math import gcd

from .axes import RULES, Value, add
from .memory_access import Accesses
from .ttir import Block, Operation, all_operations, carried_by, shape_of
from .wrong_pipelines import overwritten_operands, unawaited_sums, unfenced_operands

# What gives a negative integer for a negative one.
SAME_SIGN = ("tt.splat", "tt.broadcast", "tt.expand_dims", "arith.extsi", "arith.trunci")


class Indices(Accesses):
    """Follows the indices of a kernel, as Triton does."""

    def __init__(self, text: str, arguments: list[tuple[str, str]], body: Block):
        self.negative: set[str] = set()
        self.negative_lines: set[int] = set()
        self.different_lines: set[int] = set()
        divisors = dict(re.findall(r"(%arg\d+): \S+ \{tt\.divisibility = (\d+)", text))
        positions = {index: int(divisors[name]) for index, (name, _) in enumerate(arguments) if name in divisors}
        super().__init__(arguments, body, positions)

    def after(self, operation: Operation, operands: list[Value]) -> Value:
        is_sum = operation.name in ("arith.addi", "arith.subi")
        if is_sum or operation.name in SAME_SIGN:
            if self.negative.intersection(operation.operands) or (is_sum and is_below(operation, *operands)):
                self.negative.update(operation.results)
        return super().after(operation, operands)

    def note(self, operation: Operation, operands: list[Value]) -> None:
        super().note(operation, operands)
        if operation.name in ("arith.divsi", "arith.remsi", "arith.remui"):
            self.quotient(operation, *operands)

    def quotient(self, operation: Operation, left: Value, right: Value) -> None:
        sizes, _ = shape_of(operation.type)
        for a, b, size in zip(left.axes, right.axes, sizes):
            shared = gcd(a.contiguity, b.constancy, a.divisibility, b.divisibility)
            if operation.name != "arith.remui" and operation.operands[0] in self.negative and shared > 1:
                self.negative_lines.add(operation.line)
            if operation.name != "arith.divsi" and a.contiguity > 1 and right.constant is None and b.constancy < size:
                self.different_lines.add(operation.line)


def is_below(operation: Operation, left: Value, right: Value) -> bool:
    """True if a sum or difference can be negative. That of scalars is taken for positive: a number of blocks, or a size."""
    if right.constant is not None:
        return right.constant > 0 if operation.name == "arith.subi" else right.constant < 0
    return operation.name == "arith.subi" and any(axis.contiguity > 1 for axis in left.axes)


class AlignedIndices(Indices):
    """The same, but right where 3.6.0 is not: the divisor of a sum holds for the first of consecutive elements only."""

    def after(self, operation: Operation, operands: list[Value]) -> Value:
        value = super().after(operation, operands)
        if RULES.get(operation.name) is not add:
            return value
        axes = tuple(
            axis if max(a.contiguity, b.contiguity) <= axis.contiguity
            else axis._replace(divisibility=gcd(axis.divisibility, axis.contiguity))
            for axis, a, b in zip(value.axes, operands[0].axes, operands[1].axes)
        )  # fmt: skip
        return value._replace(axes=axes)


Check = Callable[[str, list[tuple[str, str]], Block], set[int]]


def negative_quotients(text: str, arguments: list[tuple[str, str]], body: Block) -> set[int]:
    return Indices(text, arguments, body).negative_lines if re.search(r"arith\.(divsi|remsi)", text) else set()


def different_divisors(text: str, arguments: list[tuple[str, str]], body: Block) -> set[int]:
    return Indices(text, arguments, body).different_lines if "arith.rem" in text else set()


def misaligned_sums(text: str, arguments: list[tuple[str, str]], body: Block) -> set[int]:
    claimed, right = Indices(text, arguments, body), AlignedIndices(text, arguments, body)
    pairs = zip(claimed.widths, right.widths)
    return {claimed.lines[place - 1] for (place, _, wide), (_, _, width) in pairs if wide > width}


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
