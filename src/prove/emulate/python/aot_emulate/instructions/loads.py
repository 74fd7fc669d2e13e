"""Loads, stores and asynchronous copies. Sections 9.7.9.8 to 9.7.9.25 of the PTX ISA 9.0."""

import re

import numpy as np

from ..fault import Fault
from ..memory import UNSIGNED
from ..values import bits_of, operand, registers, stored, typed

# Hints on caching and on who must see an access when; here every access is seen at once.
HINTS = {"ca", "cg", "cs", "cv", "wb", "wt", "nc", "weak", "volatile", "relaxed", "acquire", "release", "gpu", "cta", "sys"}
HINTS |= {"L1::evict_first", "L1::evict_last", "L1::no_allocate", "L2::cache_hint", "L2::128B", "L2::256B"}


def address(text: str, bits: int, program):
    """The address of `[register + offset]`."""
    match = re.fullmatch(r"\[\s*([^\s+\]]+)\s*(?:\+\s*(-?\w+))?\s*\]", text)
    base, offset = operand(match.group(1), f"u{bits}", program), int(match.group(2) or "0", 0)
    return lambda m: base(m).astype(np.int64) + offset


def _access(instruction, function, program):
    name, *words = instruction.words
    kind = words.pop()
    vector = next((int(word[1:]) for word in words if re.fullmatch(r"v[248]", word)), 1)
    space = next((word for word in words if word.split("::")[0] in ("global", "shared", "param", "local")), None)
    if set(words) - HINTS - {space, f"v{vector}"} or space in (None, "local", "shared::cluster"):
        return None
    if space == "param":
        return _parameter(instruction, kind, function, program) if name == "ld" else None
    where, what = (instruction.operands[1], instruction.operands[0]) if name == "ld" else instruction.operands[:2]
    bits, names = bits_of(kind), registers(what)
    place = address(where, 64 if space == "global" else 32, program)
    if name == "ld":
        widths = [function.widths.get(each, bits) for each in names]
        return lambda m, mask: _load(m, mask, space, place(m), bits, kind, names, widths)
    values = [operand(each, f"b{bits}", program) for each in names]
    return lambda m, mask: _store(m, mask, space, place(m), bits, [value(m) for value in values])


def chosen(m, mask):
    return slice(None) if mask is None else mask


def _places(m, threads, space, addresses, size, verb):
    if space == "global":
        return m.memory.content, m.memory.places(addresses[threads], size, verb)
    return m.shared.content, m.shared.places(addresses[threads], m.block[threads], size, verb)


def _load(m, mask, space, addresses, bits, kind, names, widths):
    threads = chosen(m, mask)
    size = bits // 8 * len(names)
    content, places = _places(m, threads, space, addresses, size, "reads")
    if space != "global" and m.shared.undefined[places].any():
        raise Fault("reads shared memory that nobody has written, or that a cp.async without a wait will write")
    elements = content.view(UNSIGNED[bits])
    for index, (name, width) in enumerate(zip(names, widths)):
        values = stored(typed(elements[places // (bits // 8) + index], kind), kind, width)
        if mask is not None:
            full = np.zeros(m.threads, values.dtype)
            full[mask] = values
            values = full
        m.write(name, values, mask)


def _store(m, mask, space, addresses, bits, values):
    threads = chosen(m, mask)
    size = bits // 8 * len(values)
    content, places = _places(m, threads, space, addresses, size, "writes")
    elements = content.view(UNSIGNED[bits])
    for index, value in enumerate(values):
        elements[places // (bits // 8) + index] = value[threads]
    if space != "global":
        m.shared.undefined[places[:, None] + np.arange(size)] = False


def _parameter(instruction, kind, function, program):
    name = instruction.operands[1].strip("[] ")
    offset = 0
    if "+" in name:
        name, _, more = name.partition("+")
        offset = int(more, 0)
    parameter = next((each for each in function.parameters if each.name == name), None)
    target, bits = instruction.operands[0], bits_of(kind)
    if parameter is None or function is not program.kernel or target.startswith("{"):
        return None
    start, width = parameter.offset + offset, function.widths[target]

    def run(m, mask):
        raw = np.frombuffer(m.launch.parameters[start : start + bits // 8], UNSIGNED[bits])
        m.write(target, stored(typed(np.repeat(raw, m.threads), kind), kind, width), mask)

    return run


def _copy(instruction, function, program):
    """cp.async: the bytes arrive at the wait; until then nobody may read them."""
    words = instruction.words[1:]
    if words[:2] == ["async", "commit_group"]:
        return lambda m, mask: m.pending.append(None)
    if words[:2] == ["async", "wait_group"]:
        left = int(instruction.operands[0], 0)
        return lambda m, mask: _wait(m, mask, left)
    if words[:2] == ["async", "wait_all"]:
        return lambda m, mask: _wait(m, mask, 0)
    if words[0] != "async" or set(words[1:]) - {"ca", "cg", "shared", "shared::cta", "global", *HINTS}:
        return None
    to, source, count, *rest = instruction.operands
    size = int(count, 0)
    target, origin = address(to, 32, program), address(source, 64, program)
    amount = operand(rest[0], "u32", program) if rest else None

    def run(m, mask):
        threads = chosen(m, mask)
        places = m.shared.places(target(m)[threads], m.block[threads], size, "copies")[:, None] + np.arange(size)
        data = np.zeros(places.shape, np.uint8)
        taken = np.full(len(places), size) if amount is None else amount(m)[threads].astype(np.int64)
        for length in np.unique(taken[taken > 0]):
            own = taken == length
            at = m.memory.places(origin(m)[threads][own], int(length), "copies")
            data[own, :length] = m.memory.content[at[:, None] + np.arange(length)]
        m.shared.undefined[places] = True
        m.pending.append((places, data))

    return run


def _wait(m, mask, left: int) -> None:
    """Lets copies arrive, except those of the last `left` groups and those without a group."""
    groups = [index for index, each in enumerate(m.pending) if each is None]
    if len(groups) <= left:
        return
    end = groups[len(groups) - left - 1] + 1
    for each in m.pending[:end]:
        if each is not None:
            places, data = each
            m.shared.content[places] = data
            m.shared.undefined[places] = False
    m.pending = m.pending[end:]


TABLE = {"ld": _access, "st": _access, "cp": _copy}
