"""The table of instructions: each mnemonic of PTX with the function that decodes it.

A decoder takes an instruction, its function and the program, and returns a function that runs it for the threads of a
mask (None: all). It returns None for a form that it does not know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..values import is_float
from . import (
    asynchronous,
    atomic,
    comparison,
    control,
    conversion,
    floating,
    integer,
    ldmatrix,
    loads,
    logic,
    matrix,
    moves,
    tcgen05,
    tma,
    warp,
    wgmma,
)

if TYPE_CHECKING:
    from ..program import Function, Instruction, Program
    from ..steps import Decoder, Step


def _by_type(name: str) -> Decoder:
    """The decoder of a name that integers and floating-point numbers share."""

    def decode(instruction: Instruction, function: Function, program: Program) -> Step | None:
        table = floating.TABLE if is_float(instruction.words[-1]) else integer.TABLE
        return table[name](instruction, function, program) if name in table else None

    return decode


# Instructions after which other threads may run next.
TURNS = {**control.TURNS, **wgmma.TABLE}

TABLE = {
    **TURNS,
    **{name: _by_type(name) for name in {*integer.TABLE, *floating.TABLE}},
    **logic.TABLE,
    **comparison.TABLE,
    **conversion.TABLE,
    **moves.TABLE,
    **loads.TABLE,
    **atomic.TABLE,
    **matrix.TABLE,
    **warp.TABLE,
    **ldmatrix.TABLE,
    **tma.TABLE,
    **asynchronous.TABLE,
    **tcgen05.TABLE,
}
