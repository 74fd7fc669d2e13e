"""Types that many modules name. Only the type checker imports them."""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from .fault import Race
from .machine import Machine
from .memory import Constants, GlobalMemory, OwnMemory
from .ptx import Function, Instruction, Program

# A flag for each thread, and which threads run an instruction; None: all.
Lanes: TypeAlias = npt.NDArray[np.bool_]
Mask: TypeAlias = Lanes | None

# A function from a machine to the values of an operand: what type its array has depends on the instruction.
Read: TypeAlias = Callable[[Machine], np.ndarray]
# Computes with the values of operands, of which there are as many as an instruction has.
Compute: TypeAlias = Callable[..., np.ndarray]
# Runs an instruction for the threads of a mask. Returns those that must wait for others and then run it again, or None.
Step: TypeAlias = Callable[[Machine, Mask], Mask]
# Returns None for a form of the instruction that it does not know.
Decoder: TypeAlias = Callable[[Instruction, Function, Program], Step | None]

# Why an operand has no value: a text, or the race that it depends on.
Cause: TypeAlias = str | Race
# Whether something holds, if someone asks.
Test: TypeAlias = Callable[[], bool]
# Where the addresses of an access are.
Memory: TypeAlias = GlobalMemory | OwnMemory | Constants
