"""Finds the conditions of `tl.assume` in TTIR that depend on numbers that a launch knows: its integers, and which block it is.

PTX has no trace of them, as LLVM uses them up. The emulator reads them from comments: see aot_emulate/assumed.py.
"""

import json
import re
from collections.abc import Callable, Iterator

from .ttir import Block, Operation

# Of these, the result has the type of the operands, but for `cmpi`.
BINARY = {
    "addi",
    "subi",
    "muli",
    "divsi",
    "divui",
    "remsi",
    "remui",
    "minsi",
    "minui",
    "maxsi",
    "maxui",
    "andi",
    "ori",
    "xori",
}
CASTS = {"extsi", "extui", "trunci"}
INTEGER = re.compile(r"i(1|8|16|32|64)")

Step = list[object]


def assumed(arguments: list[tuple[str, str]], body: Block) -> Iterator[tuple[int, list[Step]]]:
    """Yields the line of each `tl.assume` that all blocks execute, and the steps that compute its condition, the last one."""
    steps: dict[str, Step] = {}
    for index, (name, kind) in enumerate(arguments):
        if kind.startswith("!tt.tensordesc"):
            break  # It is several parameters.
        if INTEGER.fullmatch(kind):
            steps[name] = [name, "argument", _bits(kind), index]
    for operation in body.operations:
        if operation.name.startswith("cf."):
            return  # Only some blocks go on.
        if operation.name == "llvm.intr.assume" and operation.operands[0] in steps:
            yield operation.line, list(_needed(operation.operands[0], steps))
        step = _step(operation)
        if step is not None and all(each in steps for each in operation.operands):
            steps[operation.results[0]] = step


def comments(arguments: list[tuple[str, str]], body: Block, place_of: Callable[[int], tuple[str, int] | None]) -> str:
    """The conditions, with their places in the source, as comments of PTX."""
    return "".join(f"// assumes {json.dumps([place_of(line), steps])}\n" for line, steps in assumed(arguments, body))


def _step(operation: Operation) -> Step | None:
    dialect, _, name = operation.name.partition(".")
    kind = operation.type.strip()
    if len(operation.results) != 1 or operation.regions:
        return None
    result, operands = operation.results[0], operation.operands
    if operation.name in ("tt.get_program_id", "tt.get_num_programs"):
        return [result, name[4:], 32, "xyz".index(operation.text.split()[0])]
    if operation.name == "arith.constant":
        value = operation.text.split(":")[0].strip()
        if value in ("true", "false"):
            return [result, "constant", 1, int(value == "true")]
        return [result, "constant", _bits(kind), int(value)] if re.fullmatch(r"-?\d+", value) else None
    if dialect != "arith" or not INTEGER.fullmatch(kind):
        return None
    if name == "cmpi":
        return [result, operation.text.split(",")[0].strip(), _bits(kind), *operands]
    if name in CASTS:
        given = re.search(r": (i\d+) to ", operation.text)
        return None if given is None else [result, name, _bits(kind), *operands, _bits(given[1])]
    return [result, name, _bits(kind), *operands] if name in BINARY or name == "select" else None


def _bits(kind: str) -> int:
    return int(kind[1:])


def _needed(name: str, steps: dict[str, Step]) -> Iterator[Step]:
    """The steps to a value, in order."""
    needed: dict[str, None] = {}

    def visit(each: str) -> None:
        if each not in needed:
            for operand in steps[each][3:]:
                if isinstance(operand, str):
                    visit(operand)
            needed[each] = None

    visit(name)
    return (steps[each] for each in needed)
