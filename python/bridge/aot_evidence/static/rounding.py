"""Finds the outputs of a kernel that it rounds: elements just between two values can become either of them."""

import re

from .launch import Launch, NotKnown

FLOAT = re.compile(r"\*?(fp|bf|\{)")
COARSE = re.compile(r"\*(fp8|[iu](8|16|32|64))")


def rounded_outputs(launch: Launch) -> list:
    """The outputs with integers or fp8 that the kernel makes of floats, in the order of the parameters. Raises NotKnown for
    one that has several rounded numbers in an element, of which no tolerance is right."""
    found = []
    for each in launch.pointers():
        stores = [access for access in launch.uses.accesses.get(each.name, []) if access.kind == "store"]
        if not COARSE.match(each.type) or (launch.uses.dots and each.type.startswith("*fp8")):
            continue
        if any(access.rounded == "packed" for access in stores):
            raise NotKnown(f"`{each.name}` has several rounded numbers in an element")
        if any(is_float(launch, source) for access in stores for source in (access.rounded, access.type)):
            found.append(each.name)
    return found


def is_float(launch: Launch, source: str | None) -> bool:
    """True for the type of a float, and for that of what a pointer to floats points to."""
    if source is None:
        return False
    type_ = launch.type_of(source[1:]) if source.startswith("@") else source
    return FLOAT.match(type_) is not None and not type_.startswith("*fp8")
