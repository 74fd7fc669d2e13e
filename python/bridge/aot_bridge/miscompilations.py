"""Finds code that this release of Triton is known to compile to wrong results, without an error.

The conditions are those of the compiler's own IR, so that they hold for the variant that is compiled. Each entry of TABLE
has a test that executes the code of every release: python/emulate/tests/test_miscompilations.py. All releases from
3.6.0 on are wrong, up to the one that is right. What ptxas gets wrong is found in the machine code, see machine_code.py.
"""

import contextlib
import math
import re
import sys
from collections.abc import Callable, Iterator
from math import gcd
from types import FrameType
from typing import Any, NamedTuple

import triton
from triton.compiler.code_generator import CodeGenerator
from triton.language.semantic import TritonSemantic

from .line_tables import NameOf
from .machine_code import wrong_machine_code
from .memory_access import RULES, Axis, Value, Walk, add, replace
from .ttir import Block, Operation, parse_kernel, shape_of


class Entry(NamedTuple):
    # The first release that is right, if there is one.
    right: str | None
    message: str


TABLE: dict[int, Entry] = {
    6691: Entry(
        None,
        "a block that is loaded in a pipelined loop and used by an asynchronous `tl.dot` and by something else is overwritten "
        "while the product still reads it",
    ),
    7749: Entry(
        None, "`//` or `%` of consecutive integers that can be negative gives the same value to too many of them"
    ),
    8259: Entry(None, "a loop with `tl.range(num_stages=2)` or more reads an address before it writes it"),
    9297: Entry("3.7.0", "an address that is a sum of indices is taken for aligned, and the access is misaligned"),
    10888: Entry("3.9.0", "a list comprehension ignores its `if`"),
    11032: Entry("3.9.0", "ptxas loses the sign in the maximum or minimum of an absolute value and something else"),
    11406: Entry("3.9.0", "`tl.softmax` of a tensor with several axes divides by the sum along the wrong axis"),
    11426: Entry("3.9.0", "a constant `-0.0` becomes `0.0`"),
    11544: Entry(
        "3.9.0", "`%` of consecutive integers by different divisors is taken for aligned, and the access is misaligned"
    ),
    11581: Entry("3.9.0", "ptxas loses the constant in an addition of packed 16-bit integers"),
    11624: Entry("3.9.0", "`tl.dot_scaled` reads a scale of 0, which is 2 to the power of -127, as zero"),
    11781: Entry("3.9.0", "ptxas overwrites an operand of `tl.dot` in registers while the product still reads it"),
}


class Place(NamedTuple):
    issue: int
    file: str
    line: int


def numbers_of(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.match(r"\d+(?:\.\d+)*", version)[0].split(".")))  # type: ignore[index]


def is_wrong(issue: int) -> bool:
    right = TABLE[issue].right
    return right is None or numbers_of(triton.__version__) < numbers_of(right)


class Finder:
    """Collects what is found while one kernel compiles."""

    def __init__(self) -> None:
        self._found: set[Place] = set()
        self._name_of: NameOf = str

    def take(self, ptx: str) -> list[Place]:
        found, self._found = self._found, set()
        # The units of matrix products that take scales read them right.
        return sorted(each for each in found if each.issue != 11624 or "block_scale" not in ptx)

    @contextlib.contextmanager
    def front_end(self, name_of: NameOf) -> Iterator[None]:
        """Watches for constants and filters, which the IR has no trace of. `name_of` names the files of places."""
        self._found.clear()
        self._name_of = name_of
        make = TritonSemantic.scalar_constant

        def watched(semantic: Any, value: Any, dtype: Any) -> Any:
            if value == 0 and isinstance(value, float) and math.copysign(1, value) < 0:
                self._add(11426, current_place())
            return make(semantic, value, dtype)

        visit = CodeGenerator.visit_ListComp

        def visited(generator: Any, node: Any) -> Any:
            if any(each.ifs for each in node.generators):
                self._add(10888, (generator.file_name, generator.begin_line + node.lineno))
            return visit(generator, node)

        TritonSemantic.scalar_constant = watched if is_wrong(11426) else make
        CodeGenerator.visit_ListComp = visited if is_wrong(10888) else visit
        try:
            yield
        finally:
            TritonSemantic.scalar_constant, CodeGenerator.visit_ListComp = make, visit

    def ir(self, module: Any) -> None:
        """Looks at TTIR or TTGIR, before the stages after it change it."""
        text = module.str_nodebug()
        parsed = parse_kernel(text)
        if parsed is None:
            return
        checks = PIPELINED if "ttg." in text else CHECKS
        found = {(issue, line) for issue, check in checks.items() if is_wrong(issue) for line in check(text, *parsed)}
        if found:
            places = Places(str(module))
            for issue, line in found:
                self._add(issue, places.of(line))

    def machine_code(self, located: str, cubin: bytes) -> None:
        """Looks at what ptxas made of PTX, which names the files already."""
        self._found.update(Place(*each) for each in wrong_machine_code(located, cubin))

    def _add(self, issue: int, place: tuple[str, int] | None) -> None:
        if place is not None:
            self._found.add(Place(issue, self._name_of(place[0]), place[1]))


def current_place() -> tuple[str, int] | None:
    """The line of the source that Triton translates."""
    frame: FrameType | None = sys._getframe()
    while frame is not None:
        generator = frame.f_locals.get("self")
        if isinstance(generator, CodeGenerator) and generator.cur_node is not None:
            return generator.file_name, generator.begin_line + generator.cur_node.lineno
        frame = frame.f_back
    return None


class Places:
    """The places in the source of the lines of a module's text."""

    def __init__(self, text: str):
        lines = text.splitlines()
        self._names = dict(line.split(" = ", 1) for line in lines if line.startswith("#loc"))
        self._lines = [line for line in lines if not line.startswith("#loc")]

    def of(self, line: int) -> tuple[str, int] | None:
        """The place in the outermost function: the kernel, and not a function of Triton that it calls."""
        return next(reversed(list(self._frames(self._lines[line].rpartition(" loc(")[2]))), None)

    def _frames(self, text: str) -> Iterator[tuple[str, int]]:
        for file, number, name in re.findall(r'"([^"]*)":(\d+):\d+|(#loc\d*)\b', text):
            if file:
                yield file, int(number)
            else:
                yield from self._frames(self._names.get(name, ""))


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


def overwritten_operands(_text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    return set(_overwritten(body))


def _overwritten(block: Block) -> Iterator[int]:
    """A buffer with one slot for each copy ahead has none for a product that may still run."""
    copies: dict[str, int] = {}
    buffers: dict[str, tuple[str, int]] = {}
    for operation in block.operations:
        note_buffer(operation, buffers)
        for buffer in copied(operation, buffers):
            copies[buffer] = copies.get(buffer, 0) + 1
        for region in operation.regions:
            yield from _overwritten(region)
            if operation.name == "scf.for":
                yield from overwritten_in(region, dict(buffers), copies)


def note_buffer(operation: Operation, buffers: dict[str, tuple[str, int]]) -> None:
    """Notes which memory a view belongs to, and how many slots that has."""
    slots = re.search(r" : !ttg\.memdesc<(\d+)x", operation.text)
    if operation.name == "ttg.memdesc_index" and slots is not None:
        buffers[operation.results[0]] = (operation.operands[0], int(slots[1]))
    elif operation.name.startswith("ttg.memdesc_") and operation.operands[0] in buffers:
        buffers[operation.results[0]] = buffers[operation.operands[0]]


def copied(operation: Operation, buffers: dict[str, tuple[str, int]]) -> set[str]:
    if not re.search(r"async_(tma_)?copy_global_to_local$", operation.name):
        return set()
    return {buffers[name][0] for name in operation.operands if name in buffers}


def overwritten_in(body: Block, buffers: dict[str, tuple[str, int]], copies: dict[str, int]) -> Iterator[int]:
    # Products that may still run, the latest last.
    running: list[Operation] = []
    for operation in body.operations:
        note_buffer(operation, buffers)
        if operation.name == "ttng.warp_group_dot" and "isAsync = true" in operation.text:
            running.append(operation)
        elif operation.name == "ttng.warp_group_dot_wait":
            pending = int(re.search(r"pendings = (\d+)", operation.text)[1])  # type: ignore[index]
            running = running[len(running) - pending :] if 0 < pending < len(running) else running if pending else []
        for buffer in copied(operation, buffers):
            for product in running:
                for read, slots in (buffers[name] for name in product.operands[:2] if name in buffers):
                    if read == buffer and slots <= copies.get(buffer, 0):
                        yield product.line


CHECKS: dict[int, Check] = {
    7749: negative_quotients,
    8259: reordered_loads,
    9297: misaligned_sums,
    11406: softmax_axes,
    11544: different_divisors,
    11624: zero_scales,
}
PIPELINED: dict[int, Check] = {6691: overwritten_operands}
