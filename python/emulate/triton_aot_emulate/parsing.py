"""Turns JSON into dataclasses, by the types of their fields."""

from __future__ import annotations

import math
import types
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

# A number of launches or lines.
Count = Annotated[int, "0 or more"]
# The integers that JSON's readers all have. Source: RFC 8259, 6.
LARGEST = (1 << 53) - 1

_hints = cache(partial(get_type_hints, include_extras=True))


def parse(kind: Any, value: object, path: str = "") -> Any:
    """A value of the type `kind`. Raises ValueError with the path of what is of another type. Further keys are left out."""
    if is_dataclass(kind):
        return _dataclass(kind, value, path)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        # One type, or None.
        return None if value is None else parse(next(each for each in parts if each is not type(None)), value, path)
    if origin is Literal:
        return _require(value, isinstance(value, str) and value in parts, " or ".join(map(repr, parts)), path)
    if origin is list:
        _require(value, isinstance(value, list), "a list", path)
        return [parse(parts[0], each, f"{path}[{at}]") for at, each in enumerate(value)]  # type: ignore[arg-type, var-annotated]
    if origin is tuple:
        _require(value, isinstance(value, list) and len(value) == len(parts), f"{len(parts)} values", path)
        return tuple(parse(part, each, f"{path}[{at}]") for at, (part, each) in enumerate(zip(parts, value)))  # type: ignore[call-overload]
    if origin is dict:
        _require(value, isinstance(value, dict), "an object", path)
        return {_key(parts[0], key, path): parse(parts[1], each, f"{path}.{key}") for key, each in value.items()}  # type: ignore[attr-defined]
    return _SCALARS[kind](value, path)


def _dataclass(kind: Any, value: object, path: str) -> Any:
    _require(value, isinstance(value, dict), "an object", path)
    assert isinstance(value, dict)
    found = {}
    for each in fields(kind):
        if each.name in value:
            found[each.name] = parse(_hints(kind)[each.name], value[each.name], f"{path}.{each.name}".lstrip("."))
        elif each.default is MISSING and each.default_factory is MISSING:
            raise ValueError(f"{path or 'the line'} has no `{each.name}`")
    return kind(**found)


def _key(kind: Any, key: str, path: str) -> Any:
    if kind is not int:
        return parse(kind, key, path)
    return int(
        _require(key, key.isascii() and key.isdecimal() and len(key) < 10, "an object whose keys are numbers", path)
    )  # type: ignore[call-overload]


def _text(value: object, path: str) -> str:
    _require(value, isinstance(value, str), "a string", path)
    # Names of files that are not UTF-8 have surrogates, which no file or terminal takes.
    return str(value).encode("utf-8", "replace").decode("utf-8")


def _integer(value: object, path: str, least: int = -LARGEST) -> object:
    is_one = isinstance(value, int) and not isinstance(value, bool) and least <= value <= LARGEST
    return _require(value, is_one, "a count" if least == 0 else "an integer", path)


def _number(value: object, path: str) -> float:
    is_one = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= LARGEST
    return float(_require(value, is_one and math.isfinite(value), "a number", path))  # type: ignore[arg-type]


_SCALARS: dict[Any, Any] = {
    object: lambda value, path: value,
    str: _text,
    bool: lambda value, path: _require(value, isinstance(value, bool), "true or false", path),
    int: _integer,
    Count: lambda value, path: _integer(value, path, 0),
    float: _number,
}


def _require(value: object, is_one: bool, expected: str, path: str) -> object:
    if not is_one:
        raise ValueError(f"{path or 'the line'} is not {expected}")
    return value
