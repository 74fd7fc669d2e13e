"""Which registers hold results of floating-point arithmetic, or bits that were taken from them.

Threads that compute copies of one result may get other last bits: each adds the same numbers in its own order, and a
product that a thread itself has computed is not rounded before it is added. Integers and addresses have no such excuse.
"""

import re
from functools import cache

from .program import Function, Instruction, Program, names_in
from .values import is_float

# Their result is rounded if its type is a floating-point one.
ROUNDS = set("add sub mul fma mad div rcp sqrt rsqrt ex2 lg2 sin cos tanh cvt mma atom redux".split())
# Their result has bits of their operands.
MOVES = set("mov selp shfl prmt and or xor not shl shr shf bfe bfi lop3 min max abs neg copysign cvt".split())


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
        elif each.words[0] in MOVES and each.operands and not (each.words[0] == "cvt" and _is_number(each.words[-1])):
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
    name, *words = instruction.words
    if name == "wgmma":
        return words[0] == "mma_async"
    if name == "tcgen05":
        return words[0] == "ld"
    if name == "ld" and "param" in words:  # what a device function returns, which computes what is not known here
        return not any(each.name in instruction.operands[1] for each in program.kernel.parameters)
    return name in ROUNDS and _is_number(next((word for word in words if _is_type(word)), ""))


@cache
def _is_type(word: str) -> bool:
    return re.fullmatch(r"([busf]|bf|tf)\d+(x\d)?|ue?\d+m\d+(x\d)?|e\d+m\d+(x\d)?", word) is not None


@cache
def _is_number(kind: str) -> bool:
    return kind != "" and (kind == "tf32" or "m" in kind or is_float(kind))
