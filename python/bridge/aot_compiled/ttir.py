"""Reads the text of a TTIR module: operations with their names, operands, attributes, types and regions."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

NAME = re.compile(r"%[\w$.-]+(?:#\d+)?")
CARRIED = re.compile(r"(%[\w$.-]+) = (%[\w$.-]+(?:#\d+)?)")
RESULTS = re.compile(r"^((?:%[\w$.-]+(?::\d+)?(?:, )?)+) = (.*)$")
OPERATION = re.compile(r'^"?([a-z_]+\.[\w.]+)"?(.*)$')
TENSOR = re.compile(r"^tensor<((?:\d+x)+)(.*)>$")
# ` loc("x"(#loc))`, with three parentheses in each other at most.
LOCATION = re.compile(r" loc\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)")


@dataclass
class Block:
    """The operations of a region, and the names of its arguments."""

    arguments: list[str] = field(default_factory=list)
    operations: list["Operation"] = field(default_factory=list)


@dataclass
class Operation:
    name: str
    results: list[str]
    operands: list[str]
    # Everything after the name: operands, attributes and types.
    text: str
    regions: list[Block] = field(default_factory=list)
    # The index of its line in the text.
    line: int = 0

    @functools.cached_property
    def type(self) -> str:
        """The type of the (first) result, or the only type that is written."""
        return split_type(self.text)


def split_type(text: str) -> str:
    text = text.rstrip(" {")
    for separator in ("-> ", " to ", " : "):
        if separator in text:
            return text.rsplit(separator, 1)[1].strip()
    return ""


@functools.lru_cache(maxsize=1024)
def shape_of(type_text: str) -> tuple[tuple[int, ...], str]:
    """Returns the shape of a type and its element type. A scalar has the shape (1,)."""
    match = TENSOR.match(type_text)
    if match is None:
        return (1,), type_text
    return tuple(int(size) for size in match[1].rstrip("x").split("x")), match[2]


def parse_kernel(text: str) -> tuple[list[tuple[str, str]], Block] | None:
    """Returns the arguments of the public function, with their types, and its body. None if there is no such text."""
    lines = [LOCATION.sub("", line).strip() for line in text.splitlines()]
    start = next((i for i, line in enumerate(lines) if line.startswith("tt.func public")), None)
    if start is None:
        return None
    header = lines[start]
    arguments = re.findall(r"(%\w+): (.+?)(?= \{|, %|\) attributes|\) \{|\)$)", header)
    body, _ = parse_block(lines, start + 1)
    return arguments, body


def argument_names(text: str) -> dict[str, str]:
    """Returns the names in Python of the arguments of the public function, which their locations say."""
    header = re.search(r"tt\.func public @[^(]*\((.*)", text)
    found = {}
    for part in re.split(r", (?=%)", header[1]) if header is not None else ():
        value = part.partition(":")[0].strip()
        name = re.search(r'loc\("([^"]+)"', part)
        # Arguments of a tuple are `name.0`.
        found[value] = (name[1] if name is not None else value[1:]).partition(".")[0]
    return found


def carried_by(operation: Operation) -> list[tuple[str, str]]:
    """Returns the values that a loop carries: each with the one that it has first."""
    text = operation.text.partition("iter_args(")[2] if operation.name == "scf.for" else operation.text
    return CARRIED.findall(text)


def all_blocks(block: Block) -> Iterator[Block]:
    """A block and those in it."""
    yield block
    for operation in block.operations:
        for region in operation.regions:
            yield from all_blocks(region)


def all_operations(block: Block) -> Iterator[Operation]:
    return (operation for inner in all_blocks(block) for operation in inner.operations)


def parse_block(lines: list[str], index: int) -> tuple[Block, int]:
    """Parses until the line that closes the region. Returns the block and the index of that line."""
    block = Block()
    while index < len(lines):
        line = lines[index]
        if line.startswith("}"):
            break
        if line.startswith("^"):
            block.arguments += re.findall(r"(%[\w$.-]+):", line)
        elif line:
            operation = parse_operation(line)
            if operation is not None:
                operation.line = index
            if line.endswith("{"):
                index = parse_regions(operation, lines, index + 1)
            if operation is not None:
                block.operations.append(operation)
        index += 1
    return block, index


def parse_regions(operation: Operation | None, lines: list[str], index: int) -> int:
    """Parses the regions of an operation. Returns the index of the line that closes the last one."""
    while True:
        region, index = parse_block(lines, index)
        if operation is not None:
            operation.regions.append(region)
        if index >= len(lines) or not lines[index].endswith("{"):
            if operation is not None and index < len(lines) and ":" in lines[index]:
                # The types of an operation in generic form stand after its regions.
                operation.text += lines[index][1:]
            return index
        index += 1


def parse_operation(line: str) -> Operation | None:
    results: list[str] = []
    match = RESULTS.match(line)
    if match is not None:
        for result in match[1].split(", "):
            name, _, count = result.partition(":")
            results += [f"{name}#{number}" for number in range(int(count))] if count else [name]
        line = match[2]
    operation = OPERATION.match(line)
    if operation is None:
        return None
    return Operation(operation[1], results, NAME.findall(operation[2]), operation[2])
