"""Which registers hold results of floating-point arithmetic, or bits that were taken from them.

Threads that compute copies of one result may get other last bits: each adds the same numbers in its own order, and a
product that a thread itself has computed is not rounded before it is added. Integers and addresses have no such excuse.
"""

import re
from functools import cache

from .program import Function, Instruction, Program, names_in
from .values import is_float


def are_results(names: list, function: Function, program: Program) -> bool:
    """Whether registers of a function hold results of floating-point arithmetic."""
    if function.computed is None:
        function.computed = _results_of(function, program)
    return function.computed.issuperset(names)


def _results_of(function: Function, program: Program) -> set:
    found, rest = set(), []
    for each in function.instructions:
        if _rounds(each, program):
            found.update(each.targets)
        elif each.mnemonic.result == "moved" or (
            each.mnemonic.result == "converted" and not _is_number(each.words[-1])
        ):
            rest.append((each.targets, set(names_in(" ".join(each.operands[1:])))))
    while True:
        left = []
        for targets, sources in rest:
            if sources & found:
                found.update(targets)
            else:
                left.append((targets, sources))
        if len(left) == len(rest):
            return found
        rest = left


def _rounds(instruction: Instruction, program: Program) -> bool:
    result = instruction.mnemonic.result
    if result == "unknown":  # of tensor memory, or what a device function returns; a parameter of the kernel is known
        return not any(each.name in instruction.operands[1] for each in program.kernel.parameters)
    return result in ("rounded", "converted") and _is_number(next(filter(_is_type, instruction.words), ""))


@cache
def _is_type(word: str) -> bool:
    return re.fullmatch(r"([busf]|bf|tf)\d+(x\d)?|ue?\d+m\d+(x\d)?|e\d+m\d+(x\d)?", word) is not None


@cache
def _is_number(kind: str) -> bool:
    return kind != "" and (kind == "tf32" or "m" in kind or is_float(kind))
