"""Loads, stores and asynchronous copies. Sections 9.7.9.8 to 9.7.9.25 of the PTX ISA 9.0."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..access import RELAXED, access_of
from ..fault import Fault, Unsupported
from ..memory import CONSTANT, KIND, LOCAL, PARAMETER, RANK, SHARED, UNSIGNED, OwnMemory, kinds_of
from ..results import are_results
from ..rows import Rows
from ..touched import Alike
from ..values import bits_of, operand, registers, stored, typed
from ..winners import put

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    # From the threads of copies, their groups and when they were issued, to whether they are meant.
    Copied: TypeAlias = Callable[[np.ndarray, np.ndarray, int], np.ndarray]

    from ..machine import Machine
    from ..program import Function, Instruction, Program
    from ..steps import Memory, Read, Step
    from ..types import Lanes, Mask

# Hints on caching and on who must see an access when; here every access is seen at once.
HINTS = set("ca cg cs cv wb wt nc weak volatile relaxed acquire release gpu cta sys".split())
HINTS |= {"L1::evict_first", "L1::evict_last", "L1::no_allocate", "L2::cache_hint", "L2::128B", "L2::256B"}
SPACES = {"global", "shared", "shared::cta", "shared::cluster", "local", "param", "const"}


def address(text: str, bits: int, program: Program) -> Read:
    """The address of `[register + offset]`."""
    match = re.fullmatch(r"\[\s*([^\s+\]]+)\s*(?:\+\s*(-?\w+))?\s*\]", text)
    if match is None:
        raise Unsupported(f"the address {text}")
    base, offset = operand(match.group(1), f"u{bits}", program), int(match.group(2) or "0", 0)
    if bits == 32:
        return lambda m: (base(m) + np.uint32(offset & 0xFFFFFFFF)).astype(np.int64)
    return lambda m: base(m).astype(np.int64) + offset


def chosen(m: Machine, mask: Mask) -> slice | Lanes:
    return slice(None) if mask is None else mask


def access(instruction: Instruction, function: Function, program: Program) -> Step | None:
    name, *words = instruction.words
    kind = words.pop()
    vector = next((int(word[1:]) for word in words if re.fullmatch(r"v[248]", word)), 1)
    space = next((word for word in words if word in SPACES), None)
    if set(words) - HINTS - {space, f"v{vector}"}:
        return None
    where, what = (instruction.operands[1], instruction.operands[0]) if name == "ld" else instruction.operands[:2]
    bits, names = bits_of(kind), registers(what)
    if space == "param" and (symbol := where.strip("[] ")).partition("+")[0] in function.sizes:
        return _parameter(name, symbol, names, kind, function, program)
    if space == "param" and (function is not program.kernel or name == "st"):
        return None
    place = address(where, 32 if space and space.startswith(("shared", "param")) else 64, program)
    size, how = bits // 8 * len(names), access_of(instruction)
    can_be_rows = space in ("global", None) and not how.is_strong
    if name == "ld":
        widths = [function.widths.get(each, bits) for each in names]
        word = accesses_word(instruction, function)
        at_once = RELAXED if word and not how.is_strong else how

        def load(m: Machine, mask: Mask) -> None:
            addresses = place(m)
            m.require(mask, "reads at an address that depends on")
            if can_be_rows and not word and (rows := _in_rows(m, addresses, mask, size)) is not None:
                threads, at = rows
                if m.unwritten.copies:
                    m.unwritten.require_written(at.numbers(), size, "reads")
                m.device.read_rows(m, threads, at, size)
                elements, rest = m.memory.content.view(UNSIGNED[bits]), at.scaled(bits // 8)
                for index, (register, width) in enumerate(zip(names, widths)):
                    if register != "_":
                        raw = rest.shifted(index).take(elements)
                        m.write(register, threads.spread(stored(typed(raw, kind), kind, width)), mask)
                return
            memory, places = resolve(m, space, mask, addresses, size, "reads", word)
            own = memory if isinstance(memory, OwnMemory) else None
            if own is not None:
                _note_read(m, own, mask, places, size)
            elif memory is m.memory:
                if m.unwritten.copies:
                    m.unwritten.require_written(places, size, "reads")
                m.device.read(m, np.arange(m.threads)[chosen(m, mask)], places, size, at_once)
            elements, first = memory.content.view(UNSIGNED[bits]), places // (bits // 8)
            partly = own if m.taint is not None and len(names) > 1 else None
            for index, (register, width) in enumerate(zip(names, widths)):
                if partly is not None:  # each element for itself
                    m.taint = None
                    _note_read(m, partly, mask, places + index * bits // 8, bits // 8)
                if register != "_":
                    m.write(register, spread(m, mask, stored(typed(elements[first + index], kind), kind, width)), mask)

        return load
    values = [operand(each, f"b{bits}", program) for each in names]
    is_result = [partial(are_results, [each], function, program) for each in names]

    def store(m: Machine, mask: Mask) -> None:
        addresses = place(m)
        m.require(mask, "writes to an address that depends on")
        data: list[np.ndarray] = []
        if can_be_rows and (rows := _in_rows(m, addresses, mask, size)) is not None and rows[1].are_apart:
            alike, at = rows
            for index, read in enumerate(values):
                m.taint = None
                data.append(alike.choose(read(m)).reshape(-1))
                if m.taint is not None:
                    m.require(mask, "stores", partial(_place_of, m, mask, at.numbers(), index * bits // 8))
            differs = _store_rows(m, at, data)
            m.device.write_rows(m, alike, at, size, differs, lambda: all(each() for each in is_result))
            return
        memory, places = resolve(m, space, mask, addresses, size, "writes")
        missing: list[Mask] = []
        for index, read in enumerate(values):
            m.taint = None
            data.append(read(m))
            missing.append(m.taint)
            if memory is m.memory:
                m.require(mask, "stores", partial(_place_of, m, mask, places, index * bits // 8))
            elif not isinstance(memory, OwnMemory):
                m.require(mask, "stores")
        if isinstance(memory, OwnMemory):
            _note_write(m, memory, mask, places, data, missing)
        elements, first = memory.content.view(UNSIGNED[bits]), places // (bits // 8)
        shared = memory if memory is m.shared else None
        data = [value[chosen(m, mask)] for value in data]
        before = [elements[first + index] for index in range(len(data))] if memory is m.memory else None
        for index, value in enumerate(data):
            put(m, elements, first + index, value, mask, shared, is_result[index])
        if before is not None:
            differs = _differences(before, data, m.device.unit)

            def is_kept() -> np.ndarray:
                return ~_differences([elements[first + index] for index in range(len(data))], data, m.device.unit)

            threads = np.arange(m.threads)[chosen(m, mask)]
            m.device.write(m, threads, places, size, differs, is_kept, lambda: all(each() for each in is_result), how)

    return store


def _in_rows(m: Machine, addresses: np.ndarray, mask: Mask, size: int) -> tuple[Alike, Rows] | None:
    """The threads of a mask and their places in device memory, if blocks access whole units of one buffer alike."""
    if size % m.device.unit or (threads := Alike.of(mask, (m.blocks, m.per_block))) is None:
        return None
    rows = Rows.of(threads.choose(addresses))
    places = None if rows is None else m.memory.places_of_rows(rows, size)
    return None if places is None else (threads, places)


def _store_rows(m: Machine, at: Rows, data: list[np.ndarray]) -> np.ndarray:
    """Stores values at places that are apart; returns `_differences` from what was there."""
    width = data[0].itemsize
    elements, rest, before = m.memory.content.view(data[0].dtype), at.scaled(width), []
    for index, values in enumerate(data):
        own = rest.shifted(index)
        before.append(own.take(elements))
        own.put(elements, values)
    return _differences(before, data, m.device.unit)


def _differences(one: list[np.ndarray], other: list[np.ndarray], unit: int) -> np.ndarray:
    """Whether values differ, a row for each thread with an entry for each unit of bytes."""
    differ = [left != right for left, right in zip(one, other)]
    each = one[0].itemsize
    if each >= unit:
        return np.repeat(np.stack(differ, 1), each // unit, 1)
    return np.any(np.stack(differ, 1).reshape(len(differ[0]), -1, unit // each), 2)


def accesses_word(instruction: Instruction, function: Function) -> bool:
    """Whether an instruction accesses a word of which an atomic operation updates a part: LLVM makes it of a load and a `cas`."""
    words = function.updated_words
    if words is None:
        updates = (
            each for each in function.instructions if each.words[0] == "atom" and {"cas", "b32"} <= set(each.words)
        )
        words = function.updated_words = {each.operands[1] for each in updates}
    return instruction.words[-1] == "b32" and instruction.operands[1] in words


def resolve(
    m: Machine, space: str | None, mask: Mask, addresses: np.ndarray, size: int, verb: str, is_word: bool = False
) -> tuple[Memory, np.ndarray]:
    """The memory that addresses of a state space (None: generic) belong to, and their places in its content."""
    threads = chosen(m, mask)
    addresses = addresses[threads]
    if space in ("global", None):
        kinds = kinds_of(addresses)
        if kinds.any():
            if (kinds != kinds[0]).any():
                raise Unsupported("an access of different state spaces at once")
            space = {CONSTANT: "const", SHARED: "shared", LOCAL: "local", PARAMETER: "param"}[int(kinds[0])]
            addresses = addresses & ~KIND
        else:
            return m.memory, m.memory.places(addresses, size, verb, is_word=is_word)
    if space in ("const", "param"):
        memory = m.constants if space == "const" else m.parameters
        return memory, memory.places(addresses, size, verb)
    if space == "local":
        return m.local, m.local.places(addresses, np.arange(m.threads)[threads], size, verb)
    return m.shared, m.shared.places(addresses, m.block[threads], size, verb)


def spread(m: Machine, mask: Mask, values: np.ndarray) -> np.ndarray:
    """Values of the threads of a mask as an array for all threads."""
    if mask is None:
        return values
    full = np.zeros(m.threads, values.dtype)
    full[mask] = values
    return full


def _place_of(m: Machine, mask: Mask, places: np.ndarray, offset: int, thread: int) -> int:
    return int(spread(m, mask, places)[thread]) + offset


def _note_read(m: Machine, memory: OwnMemory, mask: Mask, places: np.ndarray, size: int) -> None:
    threads = np.arange(m.threads)[chosen(m, mask)]
    if memory is m.shared:
        m.note_read(threads, places, size)
    elif (unwritten := memory.unwritten(places, size)).any():
        m.mark(spread(m, mask, unwritten), memory.cause)


def _note_write(
    m: Machine, memory: OwnMemory, mask: Mask, places: np.ndarray, data: list[np.ndarray], missing: list[Lanes | None]
) -> None:
    threads = np.arange(m.threads)[chosen(m, mask)]
    width = data[0].dtype.itemsize
    size = width * len(data)
    if memory is m.shared:
        own = m.races.own(threads)
        rows = np.stack([value[threads[own]] for value in data], 1).view(np.uint8)
        m.races.write(threads[own], places[own, None] + np.arange(size), rows)
    memory.mark_written(places, size)
    for index, taint in enumerate(missing):
        if taint is not None:
            mark = m.mark_shared if memory is m.shared else memory.mark_undefined
            mark(places[taint[threads]] + index * width, width)


def _parameter(name: str, where: str, names: list[str], kind: str, function: Function, program: Program) -> Step:
    """Parameters of the kernel, and the arguments and results of device functions."""
    where, _, more = where.partition("+")
    offset, bits = int(more or "0", 0), bits_of(kind)
    widths = [function.widths.get(each, bits) for each in names]
    values = [operand(each, f"b{bits}", program) for each in names] if name == "st" else []
    own = next((each for each in program.kernel.parameters if function is program.kernel and each.name == where), None)

    def load(m: Machine, mask: Mask) -> None:
        for index, (register, width) in enumerate(zip(names, widths)):
            start = offset + index * bits // 8
            if own:
                raw = np.frombuffer(
                    m.launch.parameters[own.offset + start : own.offset + start + bits // 8], UNSIGNED[bits]
                )
                value = raw[None]  # in all threads
            else:
                value = argument(m, function, where).view(UNSIGNED[bits])[:, start * 8 // bits].copy()
            m.write(register, stored(typed(value, kind), kind, width), mask)

    def store(m: Machine, mask: Mask) -> None:
        for index, value in enumerate(values):
            data, column = value(m), (offset * 8 + index * bits) // bits
            argument(m, function, where).view(UNSIGNED[bits])[chosen(m, mask), column] = data[chosen(m, mask)]

    return load if name == "ld" else store


def argument(m: Machine, function: Function, name: str) -> np.ndarray:
    """The bytes of an argument, a row for each thread."""
    key = function.name, name
    if key not in m.arguments:
        m.arguments[key] = np.zeros((m.threads, -(-function.sizes[name] // 8) * 8), np.uint8)
    return m.arguments[key]


def copy(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """cp.async: the bytes arrive at the wait; until then they must not be read."""
    words = instruction.words[1:]
    if words[:2] == ["async", "commit_group"]:
        return _commit
    if words[:2] == ["async", "wait_group"]:
        left = int(instruction.operands[0], 0)
        return lambda m, mask: _wait(m, mask, left)
    if words[:2] == ["async", "wait_all"]:
        return lambda m, mask: _wait(m, mask, -1)
    if words[0] != "async" or set(words[1:]) - {"ca", "cg", "shared", "shared::cta", "global", *HINTS}:
        return None
    to, source, count, *rest = instruction.operands
    size = int(count, 0)
    target, origin = address(to, 32, program), address(source, 64, program)
    amount = operand(rest[0], "u32", program) if rest else None

    def run(m: Machine, mask: Mask) -> None:
        threads = np.arange(m.threads)[chosen(m, mask)]
        goals, origins = target(m)[threads], origin(m)[threads]
        taken = np.full(len(threads), size) if amount is None else amount(m)[threads].astype(np.int64)
        m.require(mask, "copies with")
        places = m.shared.places(goals, m.block[threads], size, "copies")[:, None] + np.arange(size)
        data = np.zeros(places.shape, np.uint8)
        for length in np.unique(taken[taken > 0]):
            own = taken == length
            try:
                at = m.memory.places(origins[own], int(length), "copies")
            except Fault as fault:
                raise fault.by(threads[own]) from None
            data[own, :length] = m.memory.content[at[:, None] + np.arange(length)]
            if m.unwritten.copies:
                m.unwritten.require_written(at, int(length), "copies")
            m.device.read(m, threads[own], at, int(length), verb="copy")
        m.races.copy(threads[own := m.races.own(threads)], places[own])
        m.shared.undefined[places] = True
        m.pending.append((places, data, threads, m.groups[threads], m.time))

    return run


def _commit(m: Machine, mask: Mask) -> None:
    m.groups[chosen(m, mask)] += 1


def _wait(m: Machine, mask: Mask, left: int) -> None:
    """Lets the copies of threads arrive, except those of their last `left` groups; -1: all, also those without a group."""
    waits = np.zeros(m.threads, bool)
    waits[chosen(m, mask)] = True

    def is_done(threads: np.ndarray, groups: np.ndarray, _: int) -> np.ndarray:
        return waits[threads] & (groups < m.groups[threads] - left)

    note_copies(m, is_done)
    complete_copies(m, is_done)


def note_copies(m: Machine, is_done: Copied) -> None:
    """Threads let other threads see the chosen copies of cp.async once they arrive."""
    for places, data, threads, groups, time in m.pending:
        done = is_done(threads, groups, time)
        owners = threads[done]
        watched = m.races.own(owners)
        m.races.write(owners[watched], places[done][watched], data[done][watched])


def complete_copies(m: Machine, is_done: Copied) -> None:
    """Lets the chosen copies of cp.async arrive."""
    pending = []
    for places, data, threads, groups, time in m.pending:
        done = is_done(threads, groups, time)
        if done.any():
            rows, values, owners = places[done], data[done], threads[done]
            put(m, m.shared.content, rows, values, owners, m.shared)
            m.shared.mark_written(rows[:, 0], rows.shape[1], needs_fence=False)
        if not done.all():
            pending.append((places[~done], data[~done], threads[~done], groups[~done], time))
    m.pending = pending


def mapa(instruction: Instruction, function: Function, program: Program) -> Step | None:
    """The address of the same variable in another block of the cluster; see OwnMemory.places."""
    target, source, block = instruction.operands
    if "shared::cluster" not in instruction.words:
        return None
    kind = instruction.words[-1]
    own, rank = operand(source, kind, program), operand(block, "u32", program)

    def run(m: Machine, mask: Mask) -> None:
        address, wanted = own(m), rank(m)
        if (wanted[chosen(m, mask)] >= m.per_cluster).any():
            raise Fault("maps an address to a block that the cluster has not")
        bits = address.dtype.type(RANK)
        m.write(target, address & address.dtype.type((1 << RANK) - 1) | wanted.astype(address.dtype) << bits, mask)

    return run


def getctarank(instruction: Instruction, function: Function, program: Program) -> Step | None:
    if "shared::cluster" not in instruction.words:
        return None
    target, source = instruction.operands
    place = operand(source, instruction.words[-1], program)
    return lambda m, mask: m.write(target, (place(m) >> RANK).astype(np.uint32), mask)
