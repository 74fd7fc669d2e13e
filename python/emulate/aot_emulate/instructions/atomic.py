"""Atomic operations and fences. Sections 9.7.13.4 to 9.7.13.6 of the PTX ISA 9.0.

Threads take turns in the order of their numbers, which is one of the orders that a GPU may take.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from ..access import access_of, is_fence
from ..memory import UNSIGNED
from ..values import bits_of, is_float, operand, registers, stored, typed
from .floating import TABLE_OF, flushed
from .loads import HINTS, accesses_word, address, chosen, resolve, spread

if TYPE_CHECKING:
    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Step
    from ..types import Compute, Mask

UPDATE: dict[str, Compute] = {
    "add": lambda old, value: old + value,
    "min": np.minimum,
    "max": np.maximum,
    "inc": lambda old, value: np.where(old >= value, old.dtype.type(0), old + old.dtype.type(1)),
    "dec": lambda old, value: np.where((old == 0) | (old > value), value, old - old.dtype.type(1)),
    "and": lambda old, value: old & value,
    "or": lambda old, value: old | value,
    "xor": lambda old, value: old ^ value,
    "exch": lambda old, value: value,
    "cas": lambda old, value, new: np.where(old == value, new, old),
}
WORDS = HINTS | {"noftz", "acq_rel", "cluster"}


def atom(instruction: Instruction, function: Function, program: Program) -> Step | None:
    name, *words = instruction.words
    kind = words.pop()
    operation = next((word for word in words if word in UPDATE), None)
    vector = next((word for word in words if re.fullmatch(r"v[248]", word)), None)
    space = next((word for word in words if word in ("global", "shared", "shared::cta", "shared::cluster")), None)
    if operation is None or set(words) - WORDS - {space, operation, vector} or kind == "b128":
        return None
    target, place_text, *sources = instruction.operands if name == "atom" else ["_", *instruction.operands]
    place = address(place_text, 32 if space and space.startswith("shared") else 64, program)
    count = 3 if operation == "cas" else 2
    reads = [[operand(each, kind, program) for each in registers(text)] for text in sources[: count - 1]]
    targets = registers(target) if target != "_" else ["_"] * len(reads[0])
    size, update = bits_of(kind) // 8, _update(operation, kind)
    word = name == "atom" and accesses_word(instruction, function)
    how = access_of(instruction)

    def run(m: Machine, mask: Mask) -> None:
        addresses, values = place(m), [[read(m) for read in each] for each in reads]
        m.require(mask, "updates memory with")
        memory, places = resolve(m, space, mask, addresses, size * len(targets), "updates", word)
        old = m.memory.content[places[:, None] + np.arange(size)] if word and memory is m.memory else None
        if memory is m.shared and memory.unwritten(places, size * len(targets)).any():
            m.mark(np.ones(m.threads, bool), memory.cause)
            m.require(mask, "updates")
        if memory is m.shared:
            m.races.update(np.arange(m.threads)[chosen(m, mask)], places[:, None] + np.arange(size * len(targets)))
        threads, changed, wrote = np.arange(m.threads)[chosen(m, mask)], [], []
        flush = memory is m.memory and kind == "f32" and operation == "add"
        for index, name in enumerate(targets):
            elements, at = memory.content.view(UNSIGNED[8 * size]), places // size + index
            compute = _flushing(update) if flush else update
            given = [each[index][chosen(m, mask)] for each in values]
            before, after = _in_turns(elements, at, kind, compute, given)
            changed.append(before != after)
            wrote.append(before == given[0] if operation == "cas" else np.ones(len(at), bool))
            if name != "_":
                m.write(name, spread(m, mask, before), mask)
        if old is not None:
            m.memory.require_unchanged(places, old)
        if memory is m.memory:
            m.device.update(m, threads, places, size * len(targets), how, np.any(wrote, 0), np.any(changed, 0))

    return run


def _update(operation: str, kind: str) -> Compute:
    return TABLE_OF[operation]((), kind) if is_float(kind) and operation in ("min", "max") else UPDATE[operation]


def _flushing(update: Compute) -> Compute:
    """Sums of f32 in device memory have no subnormal operands and results; those in shared memory do."""
    return lambda old, value: flushed(update(flushed(old, "f32"), flushed(value, "f32")), "f32")


def _in_turns(
    elements: np.ndarray, places: np.ndarray, kind: str, update: Compute, operands: list[np.ndarray]
) -> tuple[np.ndarray, np.ndarray]:
    """Updates elements, one thread after the other at each place; returns what was there before each and after it."""
    order = np.argsort(places, kind="stable")
    sorted_places = places[order]
    turn = np.arange(len(places)) - np.searchsorted(sorted_places, sorted_places)
    before, after = np.zeros((2, len(places)), elements.dtype)

    def updated(now: np.ndarray) -> None:
        before[now] = elements[places[now]]
        after[now] = stored(
            update(typed(before[now], kind), *[each[now] for each in operands]), kind, 8 * elements.itemsize
        )

    for number in range(turn.max(initial=-1) + 1):
        if number & number - 1 == 0:  # now and then: those that are left may all wait for a value
            left = order[turn >= number]
            updated(left)
            if np.array_equal(before[left], after[left]):
                break
        now = order[turn == number]
        updated(now)
        elements[places[now]] = after[now]
    return before, after


def fence(instruction: Instruction, function: Function, program: Program) -> Step:
    """Memory is in order here; a fence only lets others know."""
    if not is_fence(instruction):
        return lambda m, mask: None
    how = access_of(instruction)
    return lambda m, mask: m.clocks.fence(np.unique(np.arange(m.threads)[chosen(m, mask)] // 32), how)
