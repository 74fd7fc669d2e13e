"""Comparison and selection. Sections 9.7.6 and 9.7.7 of the PTX ISA 9.0."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..values import bits_of, elementwise, is_float, operand, stored
from .floating import flushed
from .logic import LOGIC

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    # Combines results with a predicate, of which there may be none.
    Combine: TypeAlias = Callable[..., np.ndarray]

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Read, Step
    from ..types import Compute, Mask
    from ..values import Operand

COMPARE = {
    "eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal,
    "lo": np.less, "ls": np.less_equal, "hi": np.greater, "hs": np.greater_equal,
}  # fmt: skip


def _comparison(name: str, floating: bool) -> Compute | None:
    """The function of a comparison; those of floats are false for NaN, and true if their name ends with `u`."""
    if not floating:
        return COMPARE.get(name)

    def nan(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.isnan(x) | np.isnan(y)

    if name in ("nan", "num"):
        return nan if name == "nan" else lambda x, y: ~nan(x, y)
    if name in COMPARE:
        return COMPARE[name] if name != "ne" else lambda x, y: (x != y) & ~nan(x, y)
    ordered = COMPARE.get(name[:-1])
    return ordered and (lambda x, y: ordered(x, y) | nan(x, y))


def _compared(
    instruction: Instruction, words: list[str], kind: str, program: Program
) -> tuple[list[Operand], Compute, Combine] | None:
    """The operands, with a predicate as the third one if there is one, a function of the first two, and one of its result and the predicate."""
    combine = next((word for word in words if word in ("and", "or", "xor")), None)
    compare = _comparison(words[0], is_float(kind))
    if compare is None or set(words[1:]) - {"ftz", combine}:
        return None
    reads = [operand(text, each, program) for text, each in zip(instruction.operands[1:], (kind, kind, "pred"))]
    flush = "ftz" in words

    def run(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        return compare(flushed(x, kind), flushed(y, kind)) if flush else compare(x, y)

    return reads, run, LOGIC[combine] if combine else lambda result, *_: result


def setp(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """9.7.6.2 and 9.7.7.2: `p|q` are the results of the two elements of a packed type; of others, q is for the opposite."""
    _, *words, kind = instruction.words
    compared = _compared(instruction, words, kind, program)
    if compared is None:
        return None
    reads, compare, combine = compared
    targets = instruction.operands[0].split("|")
    if len(targets) == 1 and not kind.endswith("x2"):
        return elementwise(targets[0], reads, lambda x, y, *more: combine(compare(x, y), *more))

    def run(m: Machine, mask: Mask) -> None:
        x, y, *more = (read(m) for read in reads)
        result = compare(x, y)
        parts = result.T if kind.endswith("x2") else (result, ~result)
        for target, part in zip(targets, parts):
            if target != "_":
                m.write(target, combine(part, *more), mask)

    return run


def set_(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """9.7.6.1 and 9.7.7.1: all bits of an integer, or 1.0."""
    _, *words, to, kind = instruction.words
    compared = _compared(instruction, words, kind, program)
    if compared is None:
        return None
    reads, compare, combine = compared
    target, packed = instruction.operands[0], kind.endswith("x2")
    bits = function.widths[target]
    if not is_float(to):
        to = "s16x2" if packed else f"s{bits_of(to)}"

    def run(m: Machine, mask: Mask) -> None:
        x, y, *more = (read(m) for read in reads)
        result = combine(compare(x, y), *[each[:, None] if packed else each for each in more])
        m.write(target, stored(result.astype(np.float32) if is_float(to) else -result.astype(np.int16), to, bits), mask)

    return run


def selp(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.6.3. The operand that is not chosen need not have a value."""
    target, *sources, last = instruction.operands
    kind = "b" + str(bits_of(instruction.words[1]))
    x, y = (operand(source, kind, program) for source in sources)
    condition = operand(last, "pred", program)

    def run(m: Machine, mask: Mask) -> None:
        chosen = condition(m)
        first, second = _where(m, x, chosen), _where(m, y, ~chosen)
        m.write(target, np.where(chosen, first, second), mask)

    return elementwise(target, [x, y, condition], lambda one, other, chosen: np.where(chosen, one, other), run)


def _where(m: Machine, operand: Read, used: np.ndarray) -> np.ndarray:
    """Reads an operand that only some threads use; it may be undefined in the others."""
    before, cause, m.taint = m.taint, m.cause, None
    values = operand(m)
    lacks, why = m.taint, m.cause
    m.taint, m.cause = before, cause
    if lacks is not None:
        m.mark(lacks & used, why)
    return values


def slct(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.6.4: the first if the third is not negative; NaN counts as negative."""
    target, *sources = instruction.operands
    kind, by = instruction.words[-2:]
    x, y, sign = (operand(text, each, program) for text, each in zip(sources, ("b" + str(bits_of(kind)),) * 2 + (by,)))
    return lambda m, mask: m.write(target, np.where(sign(m) >= 0, x(m), y(m)), mask)
