"""Constants in JSON: a kind and the value as text, so that no digit is lost (see src/manifest/terms/constant.ts).

The kinds are those of Python's values, and `dtype`: the name of a member of `triton.language`. The text of a tuple is a JSON
list of its elements as constants.
"""

import json
import math
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from aot_wire.messages import WireConstant


def to_wire(value: Any) -> "WireConstant":
    """@raise TypeError: for a value that is no constant."""
    wire = wire_or_none(value)
    if wire is None:
        raise TypeError(f"{value!r} is not a number, bool, string, None, Triton dtype or tuple of these")
    return wire


def wire_or_none(value: Any) -> "WireConstant | None":
    """Returns None for a value that is no constant, without looking into it."""
    tl = sys.modules.get("triton.language")
    value = plain(value)
    if value is None:
        return ["none", ""]
    if isinstance(value, bool):
        return ["bool", "true" if value else "false"]
    if isinstance(value, int):
        return ["int", str(int(value))]
    if isinstance(value, float):
        return ["float", float_text(value)]
    if isinstance(value, str):
        return ["string", str(value)]
    # Kernels read the fields of a named tuple.
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple_wire([wire_or_none(each) for each in value])
    torch = sys.modules.get("torch")
    # Kernels compare it with others, and Triton cannot convert to it. Beside torch, it is a text (see aot_bridge/stand_ins.py).
    if torch is not None and isinstance(value, getattr(torch, "dtype", ())):
        return ["string", str(value)]
    if tl is not None and isinstance(value, tl.dtype):
        names = [name for name, member in vars(tl).items() if isinstance(member, tl.dtype) and member == value]
        if names:
            return ["dtype", names[0]]
    return None


def tuple_wire(elements: "Sequence[Sequence[str] | None]") -> "WireConstant | None":
    """Returns the tuple of elements that are constants in JSON; None if one of them is None."""
    return None if None in elements else ["tuple", json.dumps(elements, separators=(",", ":"), ensure_ascii=False)]


def plain(value: Any) -> Any:
    """Returns the value of a `tl.constexpr`, and any other value itself."""
    tl = sys.modules.get("triton.language")
    return value.value if tl is not None and isinstance(value, tl.constexpr) else value


def float_text(value: float) -> str:
    """Returns a text that both Python and JavaScript parse."""
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return "NaN" if math.isnan(value) else repr(value)


def from_wire(wire: "WireConstant") -> Any:
    """@raise AttributeError: if this Triton has no such dtype."""
    kind, text = wire
    if kind == "dtype":
        import triton.language as tl

        return getattr(tl, text)
    if kind == "tuple":
        return tuple(from_wire(each) for each in json.loads(text))
    return named_from_wire(wire)


def named_from_wire(wire: "WireConstant") -> Any:
    """Returns the value without Triton: a dtype is its name, such as `tl.float16`."""
    kind, text = wire
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "bool":
        return text == "true"
    if kind == "none":
        return None
    if kind == "tuple":
        return tuple(named_from_wire(each) for each in json.loads(text))
    return f"tl.{text}" if kind == "dtype" else text
