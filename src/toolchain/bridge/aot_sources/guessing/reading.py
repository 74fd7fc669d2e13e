"""The state of reading a kernel, and what reading it notes about parameters."""

import ast
from typing import Optional

from ..slicing import Slicer
from . import polynomials as poly
from .values import Atom, Uses, Value, only_name, thaw


class Reading:
    """The state of reading one kernel. `parameters` says by name whether a parameter is a constexpr; `constants` are the
    values of constexprs, and decide conditions."""

    def __init__(self, slicer: Slicer, parameters: dict, constants: Optional[dict] = None):
        self.slicer = slicer
        self.parameters = parameters
        self.constants = constants
        self.uses = Uses()
        self.steps = 0
        # The places of the calls that led here, which tell the atoms of two calls of a function apart.
        self.path = ()
        # Of each function being read: its module, its values by name, and the values that it returns.
        self.functions = []
        # The functions of the project that are being read, which are not read again inside themselves.
        self.stack = ()

    def atom(self, kind: str, node: ast.AST, *details) -> str:
        name = f"{kind}#{'.'.join(map(str, self.path))}.{getattr(node, 'lineno', 0)}.{getattr(node, 'col_offset', 0)}"
        if kind == "pid":
            name = f"pid#{details[0]}"
        self.uses.atoms[name] = Atom(kind, details)
        return name

    def indices(self, polynomial: dict) -> set:
        """The atoms of a polynomial that differ between programs, lanes and turns of a loop, or that are loaded."""
        return {each for each in poly.names_of(polynomial) if self.uses.moves(each)}


def mark_integer(reading: Reading, value: Value) -> None:
    """Marks what a value is made of as integers."""
    for each in poly.names_of(value.integer or {}):
        mark_name(reading, each)
    if value.integer is None:
        reading.uses.want(value.type, "i32")


def mark_name(reading: Reading, name: str) -> None:
    atom = reading.uses.atoms.get(name)
    if atom is None:
        reading.uses.integers.add(name)
    elif atom.kind == "data":
        reading.uses.wanted.setdefault(atom.details[0], []).append("i32")
    else:
        for each in atom.details:
            for inner in poly.names_of(thaw(each)) if isinstance(each, frozenset) else ():
                if inner != name:
                    mark_name(reading, inner)


def mark_number(reading: Reading, value: Value) -> None:
    """Marks a parameter that is calculated with, as floats are."""
    name = only_name(value.integer)
    if name in reading.parameters:
        reading.uses.floats.add(name)


def mark_bits(reading: Reading, value: Value) -> None:
    reading.uses.want(value.type, "bits")


def is_index(reading: Reading, polynomial: dict) -> bool:
    """Whether a value is made of program ids, lanes and loops, and nothing that is loaded."""
    kinds = {reading.uses.atoms[each].kind for each in poly.names_of(polynomial) if each in reading.uses.atoms}
    return bool(kinds) and "data" not in kinds
