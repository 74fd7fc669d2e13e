"""What threads copy and store without waiting, and signal at an mbarrier. Sections 9.7.9.12 and 9.7.14.15.17 of the PTX ISA 9.0.

As with TMA, the bytes arrive when a thread waits for the mbarrier; until then they must not be read.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..values import bits_of, operand, registers
from . import loads, tma
from .loads import address, chosen, complete_copies, note_copies

if TYPE_CHECKING:
    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Step
    from ..types import Mask


def store(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """st.async. Operands: destination, value, mbarrier."""
    *words, kind = instruction.words[2:]
    to, what, signal = instruction.operands
    names = registers(what)
    vector = f"v{len(names)}"
    if [word for word in words if word not in ("weak", "shared::cluster", vector)] != [tma.ARRIVE]:
        return None
    size = bits_of(kind) // 8 * len(names)
    target, barrier = address(to, 32, program), address(signal, 32, program)
    values = [operand(name, f"b{bits_of(kind)}", program) for name in names]

    def run(m: Machine, mask: Mask) -> None:
        threads = np.arange(m.threads)[chosen(m, mask)]
        addresses, signals = target(m)[threads], barrier(m)[threads]
        data = np.stack([value(m)[threads] for value in values], 1).view(np.uint8)
        m.require(mask, "stores asynchronously")
        places = m.shared.places(addresses, m.block[threads], size, "stores to")[:, None] + np.arange(size)
        own = m.races.own(threads)
        m.races.write(threads[own], places[own], data[own])
        m.shared.undefined[places] = True
        signalled = m.shared.places(signals, m.block[threads], 8, "signals an mbarrier of")
        for where in np.unique(signalled).tolist():
            chosen_ones = signalled == where
            _release(m, where, threads[chosen_ones])
            m.barriers.later(where, partial(_arrive, m, where, places[chosen_ones], data[chosen_ones]))

    return run


def _arrive(m: Machine, where: int, places: np.ndarray, data: np.ndarray) -> None:
    m.shared.content[places] = data
    m.shared.mark_written(places[:, 0], places.shape[1], needs_fence=False)
    m.barriers.complete(where, data.size)


def _release(m: Machine, where: int, threads: np.ndarray) -> None:
    """What threads have done is known to those who wait: once for each warp."""
    for thread in threads[np.unique(threads // 32, return_index=True)[1]].tolist():
        m.barriers.release(where, thread)


def arrive(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """cp.async.mbarrier.arrive: threads arrive once all their copies by cp.async so far have."""
    counts = "noinc" in instruction.words
    if set(instruction.words[4:]) - {"noinc", "shared", "shared::cta", "b64"}:
        return None
    barrier = address(instruction.operands[0], 32, program)

    def run(m: Machine, mask: Mask) -> None:
        threads = np.arange(m.threads)[chosen(m, mask)]
        signals = barrier(m)[threads]
        m.require(mask, "arrives at")
        signalled = m.shared.places(signals, m.block[threads], 8, "arrives at an mbarrier of")
        for where in np.unique(signalled).tolist():
            own = threads[signalled == where]
            if not counts:
                m.barriers.await_more(where, len(own))
            is_done = partial(_is_before, np.isin(np.arange(m.threads), own), m.time)
            note_copies(m, is_done)
            _release(m, where, own)
            m.barriers.later(where, partial(_copied, m, where, is_done, len(own)))

    return run


def _is_before(whose: np.ndarray, now: int, threads: np.ndarray, groups: np.ndarray, time: int) -> np.ndarray:
    return whose[threads] & (time <= now)


def _copied(m: Machine, where: int, is_done: loads.Copied, count: int) -> None:
    complete_copies(m, is_done)
    m.barriers.arrive(where, count)
