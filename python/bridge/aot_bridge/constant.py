"""Constants in JSON: a kind and the value as text (see WireConstant in src/manifest/terms/constant.ts)."""

import math

import triton.language as tl


def from_wire(wire):
    kind, text = wire
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "bool":
        return text == "true"
    if kind == "none":
        return None
    if kind == "dtype":
        return getattr(tl, text)
    return text


def to_wire(value) -> list:
    """Raises TypeError for a value that is not a constant."""
    value = getattr(value, "value", value) if isinstance(value, tl.constexpr) else value
    if value is None:
        return ["none", ""]
    if isinstance(value, bool):
        return ["bool", "true" if value else "false"]
    if isinstance(value, int):
        return ["int", str(int(value))]
    if isinstance(value, float):
        return ["float", float_text(value)]
    if isinstance(value, str):
        return ["string", value]
    if isinstance(value, tl.dtype):
        names = [name for name, member in vars(tl).items() if isinstance(member, tl.dtype) and member == value]
        if names:
            return ["dtype", names[0]]
    raise TypeError(f"{value!r} is not a number, bool, string, None or Triton dtype")


def float_text(value: float) -> str:
    """Returns a text that both Python and JavaScript parse."""
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return "NaN" if math.isnan(value) else repr(value)
