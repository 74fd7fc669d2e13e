"""The file in which a project keeps what it accepts that its functions need: a line for each function and condition."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .events import Accepted, Assumed
    from .options import Options

HEAD = "# What callers must keep, because the function does not check it. A line has the file, the function and a condition in Python."
_LINE = re.compile(r"(?P<file>\S.*?\.py):(?P<function>[\w.<>]+): (?P<condition>.+?)(?:\s+#.*)?")
EXPECTED = "FILE.py:FUNCTION: CONDITION, as in `kernels.py:softmax: x.is_contiguous()`"


class Line(NamedTuple):
    """A line. `file` is relative to the folder of the project's file, and `at` is its place there: FILE:LINE."""

    file: str
    function: str
    condition: str
    at: str


@cache
def read(path: str) -> list[Line]:
    """The lines of a file; none if there is no such file. Raises ValueError if a line is wrong."""
    found = []
    for number, text in enumerate(_text(path).splitlines(), 1):
        if text.strip() and not text.startswith("#"):
            match, at = _LINE.fullmatch(text.strip()), f"{path}:{number}"
            if match is None:
                raise ValueError(f"{at}: expected {EXPECTED}")
            try:
                compile(match["condition"], path, "eval")
            except (SyntaxError, ValueError) as error:
                raise ValueError(f"{at}: `{match['condition']}` is no expression of Python: {error.args[0]}") from None
            found.append(Line(match["file"], match["function"], match["condition"], at))
    return found


def read_for(path: str, file: str, function: str) -> list[Line]:
    """The lines about a function."""
    name = _relative(path, file) if path else ""
    return [each for each in read(path) if (each.file, each.function) == (name, function)] if path else []


def write(path: str, new: Iterable[Assumed], stale: Iterable[Accepted]) -> None:
    """Adds lines for what is assumed, in order, and removes those that are not needed. All others stay as they are."""
    gone = {int(each.at.rpartition(":")[2]) for each in stale}
    lines = [text for number, text in enumerate(_text(path).splitlines(), 1) if number not in gone] or [HEAD]
    added = dict.fromkeys(f"{_relative(path, each.file)}:{each.function}: {each.condition}" for each in new)
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in [*lines, *added])
    read.cache_clear()


def require(options: Options, accept: bool) -> None:
    """Raises ValueError if a file is named that is not there and will not be written, or none is named that is to be."""
    path, named, accepting = options.assumptions, options.flag("assumptions"), options.flag("accept")
    if accept and not (path and options.vary):
        raise ValueError(f"{accepting}: name the file to write with {named}, and add {options.flag('vary')}")
    if path and not accept and not os.path.exists(path):
        raise ValueError(f"{named}: there is no file {path}; add {accepting} to write it")


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read {path}: {error}") from None


def _relative(path: str, file: str) -> str:
    folder = os.path.dirname(os.path.realpath(path))
    return os.path.relpath(os.path.realpath(file), folder).replace(os.sep, "/")
