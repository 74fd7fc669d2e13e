"""Constants as they are in a recording: pairs of a kind and a text."""

import json
import re

from .recording import Constant

ONE: Constant = ("int", "1")


def integer_of(constant: Constant | None) -> int | None:
    """The value of an integer or a flag; None for others."""
    if constant is None or constant[0] not in ("int", "bool"):
        return None
    return int(constant[1]) if constant[0] == "int" else int(constant[1] == "true")


def word_of(constant: Constant) -> str:
    """A constant as in Python source."""
    kind, text = constant
    if kind == "string":
        return json.dumps(text)
    if kind == "tuple":
        words = [word_of((each[0], each[1])) for each in json.loads(text)]
        return f"({', '.join(words)}{',' if len(words) == 1 else ''})"
    if kind == "float":
        return re.sub(r"^(-?\d+)$", r"\1.0", text)
    return {"none": "None", "bool": text.capitalize(), "dtype": f"tl.{text}"}.get(kind, text)
