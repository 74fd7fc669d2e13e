"""What instructions become: functions that take the machine. Only the type checker imports them."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from .machine import Machine
from .memory import Constants, GlobalMemory, OwnMemory
from .program import Function, Instruction, Program
from .types import Mask

# A function from a machine to the values of an operand: what type its array has depends on the instruction.
Read: TypeAlias = Callable[[Machine], np.ndarray]
# Runs an instruction for the threads of a mask. Returns those that must wait for others and then run it again, or None.
Step: TypeAlias = Callable[[Machine, Mask], Mask]
# Returns None for a form of the instruction that it does not know.
Decoder: TypeAlias = Callable[[Instruction, Function, Program], Step | None]
# Where the addresses of an access are.
Memory: TypeAlias = GlobalMemory | OwnMemory | Constants
