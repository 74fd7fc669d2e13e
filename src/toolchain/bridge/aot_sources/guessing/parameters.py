"""Guesses what a parameter is: a pointer, a scalar of some type, a descriptor or a constant."""

import re
from typing import Optional

from .constants import guess_constant, wire_guess
from .naming import FLAG, REAL, SIZE, TENSOR, looks_like_pointer
from .values import Uses


def guess_parameter(parameter: dict, is_constexpr: bool, uses: Uses) -> dict:
    name = parameter["name"]
    default = parameter.get("default")
    if is_constexpr:
        if default is not None:
            return {"kind": "constant", "value": default, "guess": False}
        return {"kind": "constant", "value": wire_guess(guess_constant(name, uses)), "guess": True}
    if default is not None and default[0] in ("none", "string", "dtype"):
        return {"kind": "constant", "value": default, "guess": False}
    if name in uses.tensors:
        return {"kind": "tensor", "type": tensor_type(name, uses), "guess": True}
    if name in uses.accesses:
        return {"kind": "pointer", "guess": True}
    if default is not None:
        type_ = {"float": "fp32", "bool": "i1"}.get(default[0], "i32")
        return {"kind": "scalar", "type": type_, "guess": False, "value": default}
    is_number = name in uses.integers or name in uses.floats
    if looks_like_pointer(name) or (TENSOR.match(name) and not is_number and name not in ("K", "B")):
        return {"kind": "pointer", "guess": True}
    type_ = scalar_type(name, uses)
    return {"kind": "pointer", "guess": True} if type_ is None else {"kind": "scalar", "type": type_, "guess": True}


def scalar_type(name: str, uses: Uses) -> Optional[str]:
    """None if it is probably a pointer that nothing uses."""
    if name in uses.floats and name not in uses.integers and not FLAG.search(name):
        return "fp32"
    if FLAG.search(name) and not re.search("size|len|num", name, re.I):
        return "i1"
    if name in uses.integers:
        return "i32"
    if name not in uses.seen and re.match("[A-Z]", name) and not SIZE.search(name):
        return None
    return "fp32" if REAL.search(name) and not re.search("stride|size|num|seed", name, re.I) else "i32"


def tensor_type(name: str, uses: Uses) -> str:
    """The block shape is that of the call in Python: the constexprs in the indices of its axes."""
    axes = []
    for index in uses.tensors[name][0]:
        sizes = [each for product in (index or {}) for each in product if each in uses.lanes]
        axes.append(sizes[0] if sizes else "64")
    return f"tensordesc<fp16[{', '.join(axes or ['64'])}]>"
