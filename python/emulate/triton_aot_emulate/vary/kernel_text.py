"""What the text of a kernel says that its code does not: which arguments it never uses, and whether it tests what it loads for a sign."""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..emulation import Request
    from ..events import Variant

_SIGNS: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: lambda one, other: one < other,
    ast.LtE: lambda one, other: one <= other,
    ast.Gt: lambda one, other: one > other,
    ast.GtE: lambda one, other: one >= other,
    ast.Eq: lambda one, other: one == other,
    ast.NotEq: lambda one, other: one != other,
}


def is_unused(variant: Variant, argument: str) -> bool:
    """Whether a kernel gets an argument and never uses it."""
    function = _function(variant.file, variant.kernel, variant.line)
    if function is None or argument not in _parameters(function):
        return False
    return not any(isinstance(each, ast.Name) and each.id == argument for each in ast.walk(function))


def tests_sign(request: Request, address: int) -> bool:
    """Whether a kernel compares what it loads from the tensor at an address so that -1 is another case than 0 and 1."""
    function = _function(request.variant.file, request.variant.kernel, request.variant.line)
    names = [name for name, tensor in request.tensors if tensor.data_ptr() == address]
    return function is not None and any(_compares_sign(function, name) for name in names)


def _parameters(function: ast.FunctionDef) -> list[str]:
    return [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]


@lru_cache
def _function(file: str, name: str, line: int) -> ast.FunctionDef | None:
    """The kernel of that name in a file that begins nearest to a line; None if its text is not there."""
    try:
        with open(file, encoding="utf-8") as opened:
            tree = ast.parse(opened.read())
    except (OSError, SyntaxError, ValueError):
        return None
    found = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef) and each.name == name]
    return min(found, key=lambda each: abs(each.lineno - line), default=None)


def _compares_sign(function: ast.FunctionDef, pointer: str) -> bool:
    pointers, values = {pointer}, set[str]()
    while True:
        before = len(pointers) + len(values)
        for name, expression in _assigned(function):
            if _is_loaded(expression, pointers, values):
                values.add(name)
            elif _mentions(expression, pointers):
                pointers.add(name)
        if before == len(pointers) + len(values):
            break
    return any(
        isinstance(each, ast.Compare) and len(each.ops) == 1 and _tells_sign(each, pointers, values)
        for each in ast.walk(function)
    )


def _assigned(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    for each in ast.walk(function):
        targets = each.targets if isinstance(each, ast.Assign) else [getattr(each, "target", None)]
        value = getattr(each, "value", None)
        if isinstance(each, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and value is not None:
            yield from ((target.id, value) for target in targets if isinstance(target, ast.Name))


def _is_load(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "load"


def _mentions(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression has one of these names, but for what it loads or compares."""
    if _is_load(node) or isinstance(node, ast.Compare):
        return False
    if isinstance(node, ast.Name):
        return node.id in names
    return any(_mentions(each, names) for each in ast.iter_child_nodes(node))


def _is_loaded(node: ast.AST, pointers: set[str], values: set[str]) -> bool:
    """Whether an expression is, or is computed from, what is loaded through these pointers."""
    if isinstance(node, ast.Call) and _is_load(node):
        return bool(node.args) and _mentions(node.args[0], pointers)
    if isinstance(node, ast.Compare):
        return False
    if isinstance(node, ast.Name):
        return node.id in values
    return any(_is_loaded(each, pointers, values) for each in ast.iter_child_nodes(node))


def _tells_sign(compare: ast.Compare, pointers: set[str], values: set[str]) -> bool:
    left, right = compare.left, compare.comparators[0]
    holds = _SIGNS.get(type(compare.ops[0]))
    number = _number(right) if _number(right) is not None else _number(left)
    value = left if _number(right) is not None else right
    if holds is None or number is None or not _is_loaded(value, pointers, values):
        return False
    of = [holds(each, number) if value is left else holds(number, each) for each in (-1, 0, 1)]
    return of[0] != of[1] == of[2]


def _number(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except ValueError:
        return None
    return value if type(value) is int else None
