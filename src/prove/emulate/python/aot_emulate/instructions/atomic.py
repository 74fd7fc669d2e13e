"""Atomic operations on global memory. Sections 9.7.13.5 and 9.7.13.7 of the PTX ISA 9.0.

Threads take turns in the order of their numbers, which is one of the orders that a GPU may take.
"""

import numpy as np

from ..memory import UNSIGNED
from ..values import bits_of, operand, stored, typed
from .loads import HINTS, address, chosen

UPDATE = {
    "add": lambda old, value: old + value,
    "min": np.minimum,
    "max": np.maximum,
    "and": lambda old, value: old & value,
    "or": lambda old, value: old | value,
    "xor": lambda old, value: old ^ value,
    "exch": lambda old, value: value,
    "cas": lambda old, value, new: np.where(old == value, new, old),
}


def _atom(instruction, function, program):
    name, *words = instruction.words
    kind = words.pop()
    operation = next((word for word in words if word in UPDATE), None)
    if operation is None or "global" not in words or set(words) - HINTS - {"global", "noftz", "acq_rel", operation}:
        return None
    if kind.endswith("x2") or kind == "bf16" or kind == "b128":
        return None
    target, place_text, *sources = instruction.operands if name == "atom" else ["_", *instruction.operands]
    place = address(place_text, 64, program)
    values = [operand(source, kind, program) for source in sources]
    bits, update = bits_of(kind), UPDATE[operation]

    def run(m, mask):
        threads = chosen(m, mask)
        places = m.memory.places(place(m)[threads], bits // 8, "updates") // (bits // 8)
        elements = m.memory.content.view(UNSIGNED[bits])
        operands = [value(m)[threads] for value in values]
        before = np.zeros(len(places), UNSIGNED[bits])
        left = np.arange(len(places))
        while len(left):
            # The first thread of each address; the others wait for the next turn.
            _, first = np.unique(places[left], return_index=True)
            turn = left[first]
            before[turn] = elements[places[turn]]
            new = update(typed(before[turn], kind), *[each[turn] for each in operands])
            elements[places[turn]] = stored(new, kind, bits)
            left = np.delete(left, first)
        if target != "_":
            full = np.zeros(m.threads, UNSIGNED[bits])
            full[threads] = before
            m.write(target, full, mask)

    return run


TABLE = {"atom": _atom, "red": _atom}
