"""Guesses the types of the elements that pointers point to."""


from .naming import INDEX, MASK
from .values import Uses


def element_types(pointers: list, uses: Uses) -> dict:
    """The element type of each pointer; those whose data meets in tl.dot have the same."""
    groups = {each: each for each in pointers}

    def root(name: str) -> str:
        while groups.get(name, name) != name:
            name = groups[name]
        return name

    for one, other in uses.same:
        if one in groups and other in groups:
            groups[root(one)] = root(other)
    in_dot = {root(each) for pair in uses.same for each in pair if each in groups}
    wanted = {}
    for name in pointers:
        wanted.setdefault(root(name), []).extend(uses.wanted.get(name, []))
    types = {name: loaded_type(name, wanted[root(name)], root(name) in in_dot) for name in pointers}
    for name in pointers:
        stored = [each.type for each in uses.accesses.get(name, []) if each.kind != "load" and each.type not in (None, "number", "real")]
        is_loaded = any(each.kind == "load" for each in uses.accesses.get(name, []))
        if stored and not is_loaded and not wanted[root(name)]:
            type_ = types.get(stored[0][1:], "fp32") if stored[0].startswith("@") else stored[0]
            types[name] = type_ if not INDEX.search(name) or type_ not in ("fp32",) else types[name]
    return types


def loaded_type(name: str, wanted: list, in_dot: bool) -> str:
    if "i32" in wanted:
        return "i32"
    floats = [each for each in wanted if each not in ("wide", "bits")]
    if floats:
        return floats[0]
    if "wide" in wanted:
        return "fp32"
    if "bits" in wanted:
        return "i1" if MASK.search(name) else "i32"
    if in_dot:
        return "fp16"
    if MASK.search(name):
        return "i1"
    return "i32" if INDEX.search(name) else "fp32"
