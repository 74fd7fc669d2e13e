"""A program as one list of functions, each of which runs an instruction for all threads."""

import re

from .fault import Unsupported
from .instructions import TABLE, TURNS
from .ptx import Function, Instruction, Program
from .special import NAMES


class Code:
    """The instructions of all functions, one after the other; `steps` runs them."""

    def __init__(self, program: Program):
        self.program = program
        functions = [*program.functions.values(), program.kernel]
        self.instructions = []
        for function in functions:
            function.start = len(self.instructions)
            self.instructions += function.instructions
        self.steps = [_step(each, function, program) for function in functions for each in function.instructions]
        # Whether an instruction can change which thread runs next.
        self.turns = [each.words[0] in TURNS for each in self.instructions]


def decode(program: Program) -> Code:
    """Turns instructions into functions, once for a program. Raises Unsupported for the first unknown one."""
    code = getattr(program, "decoded", None)
    if code is None:
        code = program.decoded = Code(program)
    return code


def _step(instruction: Instruction, function: Function, program: Program):
    for name in re.findall(r"(?<![\w$%])%[a-z_\d]+(?:@\d+)?(?:\.\w+)?", " ".join(instruction.operands)):
        if name not in function.widths and name not in NAMES and name.split(".")[0] not in function.widths:
            raise Unsupported(f"{instruction.opcode} of the special register {name}")
    make = TABLE.get(instruction.words[0])
    run = make and make(instruction, function, program)
    if run is None:
        raise Unsupported(instruction.opcode)
    return run
