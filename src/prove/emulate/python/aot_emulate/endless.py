"""Finds loops that never end: all threads are again where they were, with the same values, and had no other effect."""

import numpy as np

from .fault import CannotTell, Deadlock

# What these do is in registers only.
PURE = set(
    "abs activemask add and bfe bfi bfind bra brev brx clz copysign cos cvt cvta div dp2a dp4a ex2 fma ld lg2 lop3 mad max min mov mul neg "
    "not or popc prmt rcp rem rsqrt sad selp set setp shf shfl shl shr sin sqrt sub tanh testp vote xor".split()
)

# Turns after which a state is compared with an earlier one, and how many: those of the loops that are found.
FIRST, TURNS = 2048, 64


class Endless:
    """Compares the states of a machine. Between two that are compared, every thread had a turn: more than `patience`."""

    def __init__(self, patience: int):
        self._patience = patience
        self._at = FIRST
        self._saved = None

    def check(self, m, turns: int) -> None:
        """Raises Fault if the machine stays in this state for ever; CannotTell if blocks that have not started can end it."""
        if turns == self._at:
            self._at *= 2
            self._saved = turns, m.effects, m.counter.copy(), dict(m.registers)
        if self._saved is None:
            return
        start, effects, counter, registers = self._saved
        if not 0 <= turns - start - self._patience < TURNS:
            return
        if m.effects != effects or len(registers) != len(m.registers) or not np.array_equal(counter, m.counter):
            return
        if all(value is m.registers[name] or _equal(value, m.registers[name]) for name, value in registers.items()):
            instruction = m.code.instructions[int(m.counter.min())]
            if not m.is_last:
                raise CannotTell(f"the emulator runs blocks one after the other, and a loop waits for another block ({instruction.where()})")
            fault = Deadlock("runs in a loop that never ends")
            raise fault.at(instruction, m.launch.grid, int(m.numbers[m.block[m.counter.argmin()]]))


def _equal(one, other) -> bool:
    return not callable(one) and not callable(other) and np.array_equal(one, other)
