"""The numbers of a test that are sizes: its parameters, and constants in its code. They are changed without its text."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from aot_variations.sizes import Sizes

from .values import leaves, mapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import CodeType

    from aot_variations.sizes import Case

# The largest number that may be a size, and the largest sum of sizes of a case.
LARGEST = 1 << 16
# Smaller constants are indices, axes and the like.
LEAST_CONSTANT = 2


@dataclass(frozen=True)
class Number:
    """A number of a test. It is at `path` in the parameters, or `path` is empty and it is a constant at a line."""

    value: int
    path: str = ""
    line: int = 0


class Numbers(Sizes):
    """The numbers of a test, each with the name that the size has in a call of the test; else that of the parameter.

    `known` has the sizes and numbers of the calls, by name.
    """

    def __init__(self, code: CodeType, arguments: Mapping[str, Any], known: Mapping[str, int]) -> None:
        super().__init__()
        self._code, self._arguments = code, arguments
        self.numbers_by_name: dict[str, Number] = {}
        values = set(known.values())
        found = [Number(each, path) for path, each in leaves(dict(arguments)).items() if type(each) is int and each > 0]
        lines = {value: line for value, line in _constants(code) if value in values and value >= LEAST_CONSTANT}
        found += [Number(value, "", line) for value, line in lines.items()]
        for each in found:
            if each.value <= LARGEST:
                is_one = sum(other.value == each.value for other in found) == 1
                names = [name for name, value in known.items() if is_one and value == each.value > 1]
                self._add(each, next(iter(names), each.path or f"{each.value} (line {each.line})"))

    def _add(self, number: Number, name: str) -> None:
        self.numbers_by_name[name] = number
        self.sizes.append(name)
        self.values[name] = number.value

    def is_constant(self, name: str) -> bool:
        """Whether a size is a constant of the code: it may be meant as another number too."""
        return not self.numbers_by_name[name].path

    def made(self, case: Case) -> tuple[CodeType, dict[str, Any]] | None:
        """The code and the arguments of a case; None if it would be too large."""
        if sum(case.sizes.values()) > LARGEST:
            return None
        by_path = {self.numbers_by_name[name].path: value for name, value in case.sizes.items()}
        constants = {
            self.numbers_by_name[name].value: value for name, value in case.sizes.items() if self.is_constant(name)
        }
        code = _with_constants(self._code, constants) if constants else self._code
        return code, mapped(dict(self._arguments), by_path.get)

    def words(self, case: Case) -> str:
        """What a case changes: `n = 65 in place of 64`, or `65 in place of 64 (test_it.py:31)`, and contents."""
        parts = []
        for name, value in case.sizes.items():
            number = self.numbers_by_name[name]
            what, where = (f"{number.path} = {value}", "") if number.path else (str(value), self._place(number))
            parts.append(f"{what} in place of {number.value}{where}")
        return " and ".join([*parts, *([case.contents] if case.contents else [])])

    def _place(self, number: Number) -> str:
        return f" ({os.path.basename(self._code.co_filename)}:{number.line})"

    def parameters(self, case: Case) -> dict[str, Any]:
        """The parameters that are others in a case, by name."""
        made = self.made(case)
        assert made is not None
        return {
            name: each
            for name, each in made[1].items()
            if each is not self._arguments[name] and _differs(each, self._arguments[name])
        }


def _differs(one: Any, other: Any) -> bool:
    return leaves({"": one}) != leaves({"": other})


def _constants(code: CodeType) -> Iterator[tuple[int, int]]:
    """The integers in code, also in functions inside, each with the first line that it is in."""
    lines = _lines_of_constants(code)
    for at, each in enumerate(code.co_consts):
        if isinstance(each, type(code)):
            yield from _constants(each)
        else:
            yield from ((value, lines.get(at, code.co_firstlineno)) for value in _integers(each))


def _integers(constant: Any) -> Iterator[int]:
    if type(constant) is int:
        yield constant
    elif isinstance(constant, tuple):
        for each in constant:
            yield from _integers(each)


def _lines_of_constants(code: CodeType) -> dict[int, int]:
    import dis

    found: dict[int, int] = {}
    starts = [(start, line) for start, _, line in code.co_lines() if line is not None]
    for each in dis.get_instructions(code):
        if each.opname.endswith("_CONST") and each.arg is not None:
            line = next((line for start, line in reversed(starts) if start <= each.offset), code.co_firstlineno)
            found.setdefault(each.arg, line)
    return found


def _with_constants(code: CodeType, new: Mapping[int, int]) -> CodeType:
    """The code with other integers, also in the functions inside."""

    def changed(constant: Any) -> Any:
        if type(constant) is int:
            return new.get(constant, constant)
        if isinstance(constant, type(code)):
            return _with_constants(constant, new)
        return tuple(map(changed, constant)) if isinstance(constant, tuple) else constant

    return code.replace(co_consts=tuple(map(changed, code.co_consts)))
