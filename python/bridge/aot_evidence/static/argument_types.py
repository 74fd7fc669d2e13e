"""Decides the types of a kernel's arguments, and the hints that its descriptors need."""

import re

from ..facts import Fact, Parameter, Strength
from .elements import element_types
from .evidence import dtype_constant
from .values import Uses, only_name


def is_concrete(dtype: str | None) -> bool:
    return dtype is not None and not dtype.startswith("@")


def add_types(
    parameters: list[Parameter], evidence: dict[str, list[Fact]], passed: dict, uses: Uses, choices: dict
) -> list | None:
    """Adds the types of arguments. Returns those that `{dtype}` in them stands for."""
    pointers = [each.name for each in parameters if each.kind == "pointer"]
    known, symbols = {}, {}
    for name in pointers:
        best = next((each.type for each in evidence[name] if each.type and each.strength >= Strength.LAUNCH), None)
        if best is not None and best.startswith(("fp", "bf")) and "i32" in uses.wanted.get(name, []):
            # The kernel makes addresses of it: another call than this launch is out of date.
            best = None
        if best is not None:
            known[name] = best
        elif name in passed and passed[name].host.kind == "tensor" and passed[name].host.dtype is not None:
            symbols[name] = passed[name].host.dtype
    dtypes = {symbol: choices[symbol] for symbol in symbols.values() if symbol in choices}
    known.update({name: dtypes[symbol][0] for name, symbol in symbols.items() if symbol in dtypes})
    types = element_types(pointers, known, symbols, uses)
    generic = generic_pointers(
        parameters, passed, {name for name, symbol in symbols.items() if symbol in dtypes}, dtypes, uses
    )
    for each in parameters:
        if each.kind == "pointer":
            found = evidence[each.name]
            each.type = "*{dtype}" if each.name in generic else f"*{types[each.name]}"
            each.note = found[0].source
            if each.name not in known and found[0].strength > Strength.USE:
                each.note += f", guess: {types[each.name]}"
        elif each.is_argument:
            fact = next(fact for fact in evidence[each.name] if fact.type is not None)
            each.type, each.note, each.value = fact.type or "", fact.source, fact.value
    # A type that a launch takes from a tensor, as in `OUT=x.dtype`.
    for each in parameters:
        host = passed[each.name].host if each.name in passed else None
        if each.kind == "constant" and host is not None and host.kind == "dtype" and host.dtype in symbols.values():
            name = next(name for name, symbol in symbols.items() if symbol == host.dtype)
            each.value = dtype_constant(types[name])
            each.note = f"{passed[each.name].place} passes the type of {name}"
    return next(iter(dtypes.values())) if generic else None


def add_hints(parameters: list[Parameter], uses: Uses) -> None:
    """Adds the hints that descriptors need."""
    for name, hint in alignment_of(parameters, uses).items():
        each = next(each for each in parameters if each.name == name)
        each.type += f":{hint}"
        each.note = ", ".join(filter(None, [each.note, "its descriptor needs it"]))


# The bytes that descriptors need an address and the distance of two rows to be a multiple of.
ALIGNMENT = 16
BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


def alignment_of(parameters: list[Parameter], uses: Uses) -> dict:
    """The hints that descriptors need, by parameter: aligned pointers and strides, and 1 for the last stride."""
    types = {each.name: each.type for each in parameters if each.kind in ("pointer", "scalar")}
    found = {}
    for name, made in uses.described.items():
        bits = re.search(r"\d+", types.get(name, ""))
        size = BYTES.get(bits[0], 1) if bits is not None else 2
        for strides in made if name in types else ():
            found[name] = ALIGNMENT
            for at, stride in enumerate(strides):
                parameter = only_name(stride) or ""
                if types.get(parameter, "").startswith(("i", "u")):
                    found[parameter] = 1 if at == len(strides) - 1 else max(found.get(parameter, 2), ALIGNMENT // size)
    return found


def generic_pointers(parameters: list[Parameter], passed: dict, found: set, dtypes: dict, uses: Uses) -> set:
    """The pointers among `found` whose element type is a choice of the caller: if the program allows the same types for all,
    and nothing else of the kernel depends on the choice."""
    hosts = [passed[each.name].host for each in parameters if each.kind != "pointer" and each.name in passed]
    is_bound = any(host.kind == "dtype" for host in hosts) or any(
        (one in found) is not (other in found) for one, other in uses.same
    )
    options = list(dtypes.values())
    is_plain = all(each == options[0] and set(each) <= {"fp16", "bf16", "fp32"} for each in options)
    return found if is_plain and not is_bound else set()
