"""Decides what pointers point to. Those of the same tensor type in the program, and those whose data meets in tl.dot, get the
same type."""

import re

from .evidence import INDEX, MASK, REAL
from .values import Uses, element_of

# What pointers to numbers of 8 bits are called, and not those to their scales.
FP8 = re.compile(r"^(?!.*(scale|max|inv)).*((^|_)(fp8|f8|float8)(_|$)|e4m3)", re.IGNORECASE)


def element_types(pointers: list, known: dict, symbols: dict, uses: Uses) -> dict:
    """The element type of each pointer. `known` has those that annotations or launches say, `symbols` the unknown type that
    a launch passes, which several pointers may have."""
    groups = {each: each for each in pointers}

    def root(name: str) -> str:
        while groups.get(name, name) != name:
            name = groups[name]
        return name

    pairs = [pair for pair in uses.same if pair[0] in groups and pair[1] in groups]
    by_symbol: dict = {}
    for name in pointers:
        if name in symbols and name not in known:
            by_symbol.setdefault(symbols[name], []).append(name)
    for one, other in [*pairs, *((names[0], each) for names in by_symbol.values() for each in names[1:])]:
        groups[root(one)] = root(other)
    in_dot = {root(each) for pair in pairs for each in pair}
    said: dict = {}
    wanted: dict = {}
    loaded: set = set()
    for name in pointers:
        if name in known:
            said.setdefault(root(name), known[name])
        wanted.setdefault(root(name), []).extend(uses.wanted.get(name, []))
        if any(each.kind == "load" for each in uses.accesses.get(name, [])):
            loaded.add(root(name))
    half = next((type_ for type_ in known.values() if type_ in ("fp16", "bf16")), "fp16")
    types = {}
    for name in pointers:
        group = root(name)
        if name not in known and group not in said and FP8.search(name) and not element_of(wanted[group]):
            said[group] = "fp8e4nv"
        types[name] = (
            known.get(name) or said.get(group) or loaded_type(name, wanted[group], half if group in in_dot else None)
        )
        if (
            name in symbols
            and half in known.values()
            and not REAL.search(name)
            and types[name] == "fp32"
            and "wide" not in wanted[group]
        ):
            types[name] = half
        if types[name] == "i32" and symbols.get(name, "").endswith("+"):
            # A sum of integers of any type.
            types[name] = "i64"
    for name in pointers:
        stored = [
            each.type
            for each in uses.accesses.get(name, [])
            if each.kind != "load" and each.type not in (None, "number", "real")
        ]
        if (
            stored
            and name not in known
            and root(name) not in said
            and root(name) not in loaded
            and not wanted[root(name)]
        ):
            type_ = types.get(stored[0][1:], "fp32") if stored[0].startswith("@") else stored[0]
            types[name] = type_ if not INDEX.search(name) or type_ != "fp32" else types[name]
    return types


def loaded_type(name: str, wanted: list, in_dot: str | None) -> str:
    """`in_dot` is the type for data that tl.dot takes; None for others."""
    found = element_of(wanted)
    if found is not None:
        return found
    if "bits" in wanted:
        return "i1" if MASK.search(name) else "i32"
    if in_dot is not None:
        return in_dot
    return "i32" if INDEX.search(name) and "real" not in wanted else "fp32"
