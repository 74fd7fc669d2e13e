"""Branches, calls and barriers. Sections 9.7.13 and 9.7.14 of the PTX ISA 9.0.

The threads' counters are already those of the next instruction. A step returns the threads that must wait for others and
then run the instruction again, or None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..barriers import END
from ..builtins import BUILTINS
from ..fault import Fault
from ..values import operand
from .loads import address, argument, chosen

if TYPE_CHECKING:
    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Read, Step
    from ..types import Mask


def bra(instruction: Instruction, function: Function, program: Program) -> Step:
    target = function.start + function.labels[instruction.operands[0]]

    def run(m: Machine, mask: Mask) -> None:
        m.counter[chosen(m, mask)] = target

    return run


def brx(instruction: Instruction, function: Function, program: Program) -> Step:
    index = operand(instruction.operands[0], "u32", program)
    table = function.start + np.array(function.branch_tables[instruction.operands[1]])

    def run(m: Machine, mask: Mask) -> None:
        place = index(m)
        m.require(mask, "branches on")
        m.counter[chosen(m, mask)] = table[place[chosen(m, mask)]]

    return run


def exit_(instruction: Instruction, function: Function, program: Program) -> Step:
    def run(m: Machine, mask: Mask) -> None:
        m.counter[chosen(m, mask)] = END
        m.named.threads_ended()

    return run


def ret(instruction: Instruction, function: Function, program: Program) -> Step:
    if function is program.kernel:
        return exit_(instruction, function, program)

    def run(m: Machine, mask: Mask) -> None:
        threads = chosen(m, mask)
        m.counter[threads] = m.returns[function.name][threads]

    return run


def trap(instruction: Instruction, function: Function, program: Program) -> Step:
    def run(m: Machine, mask: Mask) -> None:
        raise Fault("executes a trap")

    return run


def call(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """Functions do not call themselves: each has one place to return to in each thread."""
    operands = list(instruction.operands)
    results = _names(operands.pop(0)) if operands[0].startswith("(") else []
    name, *given = operands
    arguments = _names(given[0]) if given else []
    if name in BUILTINS:
        return lambda m, mask: BUILTINS[name](m, mask, [m.arguments[function.name, each] for each in arguments])
    callee = program.functions.get(name)
    if callee is None:
        return None

    def run(m: Machine, mask: Mask) -> None:
        for given, own in zip(arguments, callee.parameters):
            copy(m, mask, (function, given), (callee, own.name))
        for given, own in zip(results, callee.results):
            # One array: what the function returns is what the caller reads.
            m.arguments[function.name, given] = argument(m, callee, own.name)
        threads = chosen(m, mask)
        m.returns.setdefault(name, np.zeros(m.threads, np.int64))[threads] = m.counter[threads]
        m.counter[threads] = callee.start

    return run


def _names(text: str) -> list:
    return [name.strip() for name in text.strip("() ").split(",") if name.strip()]


def copy(m: Machine, mask: Mask, source: tuple[Function, str], target: tuple[Function, str]) -> None:
    origin, goal = argument(m, *source), argument(m, *target)
    width, threads = min(origin.shape[1], goal.shape[1]), chosen(m, mask)
    goal[threads, :width] = origin[threads, :width]


def bar(instruction: Instruction, function: Function, program: Program) -> Step | None:
    kind = next((word for word in instruction.words[1:] if word in ("sync", "arrive", "warp", "cluster")), None)
    known = set("sync arrive wait warp cluster cta aligned release acquire relaxed".split())
    if kind is None or set(instruction.words[1:]) - known:
        return None
    if kind == "warp":
        return lambda m, mask: None
    if kind == "cluster":
        if "arrive" in instruction.words:
            return lambda m, mask: m.cluster_barrier.arrive(mask)
        return lambda m, mask: m.cluster_barrier.wait(mask)
    number, *count = (operand(each, "u32", program) for each in instruction.operands)

    def run(m: Machine, mask: Mask) -> None:
        threads = chosen(m, mask)
        numbers = number(m)[threads]
        first = int(numbers[0])
        counts = count[0](m)[threads] if count else None
        m.require(mask, "waits at a barrier with")
        if (numbers == first).all():
            m.named.arrive(first, mask, counts, kind == "sync")
            return
        for each in np.unique(numbers).tolist():
            own = np.zeros(m.threads, bool)
            own[np.arange(m.threads)[threads][numbers == each]] = True
            m.named.arrive(each, own, counts if counts is None else counts[numbers == each], kind == "sync")

    return run


def mbarrier(instruction: Instruction, function: Function, program: Program) -> Step | None:
    where_and_order = "b64 shared shared::cta shared::cluster cta cluster release acquire relaxed".split()
    words = [word for word in instruction.words[1:] if word not in where_and_order]
    kind, *more = words
    at = next(index for index, text in enumerate(instruction.operands) if text.startswith("["))
    place = address(instruction.operands[at], 32, program)
    target = instruction.operands[0] if at else "_"
    if kind in ("try_wait", "test_wait"):
        return _wait(place, instruction.operands[at + 1], target, kind, "parity" in more, program)
    values = [operand(each, "u32", program) for each in instruction.operands[at + 1 :]]
    if kind not in ("init", "inval", "arrive", "expect_tx", "complete_tx") or set(more) - {"expect_tx"}:
        return None

    def run(m: Machine, mask: Mask) -> None:
        addresses, operands = place(m), [value(m) for value in values]
        m.require(mask, "uses as an mbarrier")
        states = np.zeros(m.threads, np.uint64)
        for thread in np.arange(m.threads)[chosen(m, mask)].tolist():
            m.acting = thread
            own = m.shared.places(addresses[thread : thread + 1], m.block[thread : thread + 1], 8, "waits for")[
                0
            ].item()
            value = int(operands[0][thread]) if operands else 1
            if kind == "init":
                m.barriers.init(own, value)
                m.shared.undefined[own : own + 8] = False
            elif kind == "inval":
                m.barriers.end(own)
                m.shared.undefined[own : own + 8] = True
            elif kind == "complete_tx":
                m.barriers.complete(own, value)
            else:
                m.barriers.release(own, thread)
                if "expect_tx" in words:
                    m.barriers.expect(own, value)
                if kind == "arrive":
                    states[thread] = m.barriers.arrive(own, 1 if "expect_tx" in words else value)
        m.acting = None
        if target != "_":
            m.write(target, states, mask)

    return run


def _wait(place: Read, operand_text: str, target: str, kind: str, parity: bool, program: Program) -> Step:
    """Threads whose phase is not complete wait, as `try_wait` may; `test_wait` does not."""
    phase = operand(operand_text, "u32" if parity else "u64", program)

    def run(m: Machine, mask: Mask) -> Mask:
        addresses, phases = place(m), phase(m)
        m.require(mask, "waits for an mbarrier with")
        threads = np.arange(m.threads)[chosen(m, mask)]
        places = m.shared.places(addresses[threads], m.block[threads], 8, "waits for")
        done = np.zeros(m.threads, bool)
        known = {}
        for thread, own, wanted in zip(threads.tolist(), places.tolist(), phases[threads].tolist()):
            if (own, wanted) not in known:
                known[own, wanted] = m.barriers.done(own, wanted, parity)
            done[thread] = known[own, wanted]
            if done[thread] and thread % 32 == 0:
                m.barriers.acquire(own, thread)
        if kind == "test_wait":
            m.write(target, done, mask)
            return None
        if done.any():
            m.write(target, np.ones(m.threads, bool), done)
        waits = np.zeros(m.threads, bool)
        waits[threads] = ~done[threads]
        return waits if waits.any() else None

    return run
