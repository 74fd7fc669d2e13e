"""What the text of a kernel says about every call of it, for entries that come from a recording."""

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from .masks import conditions_of
from .quotients import sizes_of


@dataclass(frozen=True)
class KernelText:
    """Expressions of the grid language, over parameters of the kernel and other names."""

    # Conditions that every call meets, such as `n <= BLOCK`.
    conditions: list[str] = field(default_factory=list)
    # Sizes that the kernel computes, such as `cdiv(n, BLOCK)`.
    sizes: list[str] = field(default_factory=list)


@cache
def text_of(file: str, function: str) -> KernelText:
    """The text of a function of a file. A file that cannot be read says nothing, nor does one with several such functions
    about conditions: only one of them was called."""
    try:
        module = ast.parse(Path(file).read_bytes())
        found = [each for each in ast.walk(module) if isinstance(each, ast.FunctionDef) and each.name == function]
        conditions = conditions_of(found[0]) if len(found) == 1 else []
        return KernelText(conditions, list(dict.fromkeys(size for each in found for size in sizes_of(each))))
    except (OSError, SyntaxError, ValueError, RecursionError):
        return KernelText()
