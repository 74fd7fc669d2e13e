"""Makes code of a program, with the functions of all instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .code import Code
from .fault import Unsupported
from .instructions import mnemonic_of
from .special import NAMES, register_names

if TYPE_CHECKING:
    from .program import Function, Instruction, Program
    from .steps import Step


def decode(program: Program) -> Code:
    """Turns instructions into functions, once for a program. Raises Unsupported for the first unknown one."""
    if not isinstance(program.code, Code):
        program.code = Code(program, _step)
    return program.code


def _step(instruction: Instruction, function: Function, program: Program) -> Step:
    for name in register_names(instruction):
        if name not in function.widths and name not in NAMES and name.split(".")[0] not in function.widths:
            raise Unsupported(f"{instruction.opcode} of the special register {name}")
    if row := mnemonic_of(instruction.opcode):
        instruction.mnemonic = row
        if run := row.decode(instruction, function, program):
            return run
    raise Unsupported(instruction.opcode)
