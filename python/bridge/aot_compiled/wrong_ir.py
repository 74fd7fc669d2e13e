"""Conditions on the IR of a kernel under which Triton is known to compile it to wrong results."""

import re
from collections.abc import Callable, Iterator
from math import gcd

from .memory_access import RULES, Axis, Value, Walk, add, replace
from .ttir import Block, Operation, shape_of


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


def unawaited_sums(_text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    """A product that adds to the result of another one, which is copied for it in tensor memory before it is there."""
    return {line for block in all_blocks(body) for line in unawaited_in(block)}


def all_blocks(block: Block) -> Iterator[Block]:
    yield block
    for operation in block.operations:
        for region in operation.regions:
            yield from all_blocks(region)


def unawaited_in(block: Block) -> Iterator[int]:
    # By the tensor memory: the product that writes it, and the barriers that say that it or a later one has ended.
    running: dict[str, tuple[int, set[str]]] = {}
    copied: dict[str, int] = {}
    for operation in block.operations:
        if operation.name == "ttng.tc_gen5_mma" and "is_async" in operation.text:
            barriers = set(re.findall(r"(%[\w$.-]+)\[", operation.text))
            running[operation.operands[2]] = operation.line, set()
            for each in running.values():
                each[1].update(barriers)
        elif operation.name == "ttng.wait_barrier":
            running = {memory: each for memory, each in running.items() if operation.operands[0] not in each[1]}
        elif operation.name == "ttng.tmem_load" and operation.operands[0] in running:
            copied[operation.results[0]] = running[operation.operands[0]][0]
        elif operation.name == "ttng.tmem_store" and operation.operands[0] in copied:
            yield copied[operation.operands[0]]


def unfenced_operands(_text: str, _arguments: list[tuple[str, str]], body: Block) -> set[int]:
    """A product that reads shared memory which threads have stored, with no fence for asynchronous units after that."""
    return {line for block in all_blocks(body) for line in unfenced_in(block)}


def unfenced_in(block: Block) -> Iterator[int]:
    stored: set[str] = set()
    memory: dict[str, str] = {}
    for operation in block.operations:
        if operation.name.startswith("ttg.memdesc_"):
            memory[operation.results[0]] = memory.get(operation.operands[0], operation.operands[0])
        elif operation.name == "ttg.local_store":
            stored.add(memory.get(operation.operands[1], operation.operands[1]))
        elif operation.name == "ttng.fence_async_shared":
            stored.clear()
        elif operation.name.startswith("ttng.tc_gen5_mma"):
            if any(memory.get(each, each) in stored for each in operation.operands[:2]):
                yield operation.line


# By the issue: what is looked for in TTIR, and in TTGIR of pipelined loops.
CHECKS: dict[int, Check] = {
    7749: negative_quotients,
    8259: reordered_loads,
    9297: misaligned_sums,
    11406: softmax_axes,
    11544: different_divisors,
    11624: zero_scales,
}
PIPELINED: dict[int, Check] = {6691: overwritten_operands, 9871: unfenced_operands, 10821: unawaited_sums}
