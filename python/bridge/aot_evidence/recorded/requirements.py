"""Keeps the conditions of a call that the text of a kernel and of its launches says, such as `n <= BLOCK` after
`BLOCK=triton.next_power_of_2(n)`: a recording shows some sizes only, and the constants are those of these sizes."""

import ast
import operator
from collections.abc import Callable

from .constants import integer_of
from .drafts import Call, Draft

OPERATORS: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
FUNCTIONS: dict[str, Callable[[int, int], int]] = {"cdiv": lambda a, b: -(-a // b), "min": min, "max": max}


def met(conditions: list[str], draft: Draft) -> list[str]:
    """Those over arguments and constants of the entry that every recorded call meets."""
    return [each for each in conditions if all(is_met(each, draft, call) for call in draft.calls)]


def is_met(condition: str, draft: Draft, call: Call) -> bool:
    constants = next((part.constants for part in draft.parts if call in part.calls), draft.constants)
    known = {**constants, **call.config, **call.scalars}
    values = {name: value for name, each in known.items() if (value := integer_of(each)) is not None}
    low, _, high = condition.partition(" <= ")
    try:
        return evaluate(low, values) <= evaluate(high, values)
    except (ArithmeticError, LookupError, SyntaxError, TypeError):
        return False


def evaluate(text: str, values: dict[str, int]) -> int:
    """The value of an expression of the grid language, without conditions."""
    return value_of(ast.parse(text, mode="eval").body, values)


def value_of(node: ast.expr, values: dict[str, int]) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](value_of(node.left, values), value_of(node.right, values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        left, right = node.args
        return FUNCTIONS[node.func.id](value_of(left, values), value_of(right, values))
    raise TypeError
