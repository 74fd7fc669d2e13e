"""Exchanges in a warp. Sections 9.7.9.6 and 9.7.13.9 to 9.7.13.14 of the PTX ISA 9.0."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ..fault import Fault
from ..values import operand

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from ..types import Lanes

    # From who takes part, and the values of all threads, a row for each warp, to one result for each target.
    Collective: TypeAlias = Callable[[Lanes, np.ndarray], Sequence[np.ndarray]]

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Decoder, Read, Step
    from ..types import Lanes, Mask

# The code of a NaN in f32.
NAN = 0x7FFFFFFF
LANES = np.arange(32, dtype=np.uint32)


def shfl(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """9.7.9.6"""
    mode = instruction.words[2]
    target, source, distance, clamp, _ = instruction.operands
    value, count, limit = (
        operand(source, "b32", program),
        operand(distance, "u32", program),
        operand(clamp, "u32", program),
    )
    names = target.split("|")

    def run(m: Machine, mask: Mask) -> None:
        n, c = count.narrow(m), limit.narrow(m)
        if n is not None and c is not None and n.size == c.size == 1:
            thread, valid = _same_partners(mode, int(n.item()), int(c.item()), m.threads)
        else:
            thread, valid = _partners(mode, count(m).astype(np.int64), limit(m).astype(np.int64), m.threads)
        if len(names) > 1:
            m.write(names[1], valid, mask)
        m.require(mask, "exchanges with a thread that depends on")
        m.taint = None
        x = value(m)
        if m.taint is not None:
            m.taint = m.taint[thread]
        if mask is not None and not mask[thread][mask].all():
            m.mark(~mask[thread], "the other thread does not take part in the exchange")
        m.write(names[0], x[thread], mask)

    return run if mode in ("up", "down", "bfly", "idx") else None


def _partners(
    mode: str, count: np.ndarray | np.int64, limit: np.ndarray | np.int64, threads: int
) -> tuple[np.ndarray, Lanes]:
    """The thread whose value each thread gets by `shfl`, and whether that is the one it asks for."""
    thread, n, segment = np.arange(threads), count & 31, limit >> 8 & 31
    lane = thread % 32
    low = lane & segment
    high = low | (limit & 31 & ~segment)
    if mode == "up":
        wanted, valid = lane - n, lane - n >= high
    else:
        wanted = {"down": lane + n, "bfly": lane ^ n, "idx": low | (n & ~segment)}[mode]
        valid = wanted <= high
    return np.where(valid, thread - lane + wanted, thread), valid


@lru_cache(64)
def _same_partners(mode: str, count: int, limit: int, threads: int) -> tuple[np.ndarray, Lanes]:
    """The same for one count and one limit of all threads. Nothing may write to the arrays."""
    found = _partners(mode, np.int64(count), np.int64(limit), threads)
    for each in found:
        each.flags.writeable = False
    return found


def whole_warps(m: Machine, mask: Mask, name: str) -> None:
    """Raises Fault if an instruction that all threads of a warp must run is run by some."""
    if mask is not None and (mask.reshape(-1, 32).any(1) != mask.reshape(-1, 32).all(1)).any():
        raise Fault(f"runs {name} in a part of a warp")


def share_taint(m: Machine, mask: Lanes | None = None) -> None:
    """What has no value in one thread (of a mask) has none in its warp."""
    if m.taint is not None:
        own = m.taint if mask is None else m.taint & mask
        m.taint = np.repeat(own.reshape(-1, 32).any(1), 32)


def _taking_part(m: Machine, mask: Mask, members: Read) -> np.ndarray:
    """Which threads of each warp take part: those at the instruction that the member mask names."""
    named = (members(m).reshape(-1, 32) >> LANES & np.uint32(1)).astype(bool)
    return named if mask is None else named & mask.reshape(-1, 32)


def _bitmap(flags: np.ndarray) -> np.ndarray:
    """One bit for each lane, for each warp."""
    return (flags.astype(np.uint32) << LANES).sum(-1, dtype=np.uint32)


def _collective(compute: Callable[[list[str]], Collective | None], kind_of: Callable[[list[str]], str]) -> Decoder:
    """An instruction whose result all threads of a warp share: a function of who takes part and of their values."""

    def decoder(instruction: Instruction, function: Function, program: Program) -> Step | None:
        target, *source, members = instruction.operands
        run_for = compute(instruction.words[1:])
        if run_for is None:
            return None
        value = operand(source[0], kind_of(instruction.words), program) if source else lambda m: LANES[m.lane]
        who, names = operand(members, "u32", program), target.split("|")

        def run(m: Machine, mask: Mask) -> None:
            results = run_for(_taking_part(m, mask, who), value(m).reshape(-1, 32))
            share_taint(m, mask)
            for name, result in zip(names, results):
                if name != "_":
                    m.write(name, np.broadcast_to(result, (m.threads // 32, 32)).reshape(-1), mask)

        return run

    return decoder


def _elect(words: list[str]) -> Collective | None:
    """9.7.13.14: the first thread."""

    def run(who: Lanes, lanes: np.ndarray) -> Sequence[np.ndarray]:
        leader = who.argmax(1).astype(np.uint32)[:, None]
        return leader, lanes == leader

    return run if words == ["sync"] else None


VOTE: dict[str, Callable[[Lanes, np.ndarray], np.ndarray]] = {
    "all": lambda who, value: np.all(value | ~who, 1),
    "any": lambda who, value: np.any(value & who, 1),
    "uni": lambda who, value: np.all(value | ~who, 1) | ~np.any(value & who, 1),
    "ballot": lambda who, value: _bitmap(value & who),
}


def _vote(words: list[str]) -> Collective | None:
    """9.7.13.9"""
    compute = VOTE.get(words[1]) if words[0] == "sync" else None
    if compute is None:
        return None
    return lambda who, value: [compute(who, value)[:, None]]


def _match(words: list[str]) -> Collective | None:
    """9.7.13.10"""

    def all_of(who: Lanes, value: np.ndarray) -> Sequence[np.ndarray]:
        first = np.take_along_axis(value, who.argmax(1)[:, None], 1)
        same = ((value == first) | ~who).all(1)[:, None]
        return np.where(same, _bitmap(who)[:, None], np.uint32(0)), same

    def any_of(who: Lanes, value: np.ndarray) -> Sequence[np.ndarray]:
        return [_bitmap((value[:, :, None] == value[:, None, :]) & who[:, None, :])]

    return {"all": all_of, "any": any_of}.get(words[0]) if words[1] == "sync" else None


# The operation, and what does not change its result.
REDUX: dict[str, tuple[np.ufunc, Callable[[np.iinfo], int]]] = {
    "add": (np.add, lambda limits: 0),
    "min": (np.minimum, lambda limits: limits.max),
    "max": (np.maximum, lambda limits: limits.min),
    "and": (np.bitwise_and, lambda limits: limits.max),
    "or": (np.bitwise_or, lambda limits: 0),
    "xor": (np.bitwise_xor, lambda limits: 0),
}


def _redux(words: list[str]) -> Collective | None:
    """9.7.13.12"""
    operation, neutral = REDUX[words[1]]
    kind = words[-1]

    def whole(who: Lanes, value: np.ndarray) -> Sequence[np.ndarray]:
        initial = value.dtype.type(neutral(np.iinfo(value.dtype)))
        return [operation.reduce(value, 1, where=who, initial=initial, dtype=value.dtype).view(np.uint32)[:, None]]

    def floating(who: Lanes, value: np.ndarray) -> Sequence[np.ndarray]:
        # As integers with the order of the numbers, in which -0 is less than +0.
        codes = (np.abs(value) if "abs" in words else value).view(np.int32)
        nan = np.isnan(value)
        keys = codes ^ (codes >> 31 & 0x7FFFFFFF)
        left = who & ~nan
        initial = np.int32(neutral(np.iinfo(np.int32)))
        best = operation.reduce(keys, 1, where=left, initial=initial)
        none = ~left.any(1) | ((nan & who).any(1) & ("NaN" in words))
        return [np.where(none, np.uint32(NAN), (best ^ (best >> 31 & 0x7FFFFFFF)).view(np.uint32))[:, None]]

    if words[0] != "sync" or set(words[2:-1]) - {"abs", "NaN"}:
        return None
    return floating if kind == "f32" else whole


def activemask(instruction: Instruction, function: Function, program: Program) -> Step:
    """9.7.13.11"""
    target = instruction.operands[0]

    def run(m: Machine, mask: Mask) -> None:
        here = np.ones(m.threads, bool) if mask is None else mask
        m.write(target, np.repeat(_bitmap(here.reshape(-1, 32)), 32), mask)

    return run


vote = _collective(_vote, lambda words: "pred")
match = _collective(_match, lambda words: words[-1])
redux = _collective(_redux, lambda words: words[-1])
elect = _collective(_elect, lambda words: "b32")
