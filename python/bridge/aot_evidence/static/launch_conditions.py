"""Finds the conditions under which the program makes a launch, and constants with which it does."""

import ast

from .host import evaluated
from .launches import Site
from .lookup import Scope
from .program import COMPARISONS, Program


def conditions_of(site: Site, program: Program) -> list[tuple[tuple, bool]]:
    """The conditions in the function around a launch under which it runs, and how they turn out."""
    function = site.scope.function
    tests = [] if function is None else program.blocks(function).conditions(site.line)
    values = [(condition_of(test, site.scope, program), is_true) for test, is_true in tests]
    return [(size, is_true) for size, is_true in values if size is not None]


def condition_of(test: ast.expr, scope: Scope, program: Program) -> tuple | None:
    """A test as an expression, also if the default of a parameter decides it."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return program.value(test, scope, test.lineno).size
    symbol = COMPARISONS.get(type(test.ops[0]))
    left, right = (program.value(each, scope, test.lineno).size for each in (test.left, test.comparators[0]))
    return None if None in (symbol, left, right) else (symbol, left, right)


# What is tried for a constant with which the program would not make its launch.
TRIED = (2, 1, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 0)


def fitting_conditions(constants: dict, passed: dict, conditions: list[tuple[tuple, bool]]) -> dict[str, int]:
    """Other values for constants with which the program would not make a launch: of those that a condition names alone."""
    sizes = {name: passed[name].host.size for name in constants if name in passed}
    found: dict[str, int] = {}
    for name, size in sizes.items():
        own = [(test, is_true) for test, is_true in conditions if size is not None and names_of(test) == {size}]
        tried = (value for value in (constants[name], *TRIED) if type(value) is int)
        fitting = (each for each in tried if all(holds(*condition, {size: each}) for condition in own))
        value = next(fitting, None) if own else None
        if value is not None and value != constants[name]:
            found[name] = value
    return found


def names_of(size: tuple) -> set[tuple]:
    """The names in an expression."""
    if size[0] in ("name", "param"):
        return {size}
    return set().union(*(names_of(each) for each in size[1:] if isinstance(each, tuple)))


def holds(test: tuple, is_true: bool, values: dict) -> bool:
    """False if a test turns out otherwise with some values."""
    value = evaluated(test, values)
    return value is None or bool(value) is is_true
