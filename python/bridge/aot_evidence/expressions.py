"""Evaluates expressions of the grid language, without conditions."""

import ast
import operator
from collections.abc import Callable

OPERATORS: dict[type, Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def cdiv(dividend: int, divisor: int) -> int:
    return -(-dividend // divisor)


FUNCTIONS: dict[str, Callable[..., int]] = {"cdiv": cdiv, "min": min, "max": max}


def evaluate(text: str, values: dict[str, int]) -> int:
    """The value of an expression. Raises LookupError for a name without a value, and ArithmeticError, SyntaxError or TypeError for
    what has none."""
    return evaluate_node(ast.parse(text, mode="eval").body, values)


def tried(text: str, values: dict[str, int]) -> int | None:
    """The value of an expression; None if it has none."""
    try:
        return evaluate(text, values)
    except (ArithmeticError, LookupError, SyntaxError, TypeError):
        return None


def evaluate_node(node: ast.expr, values: dict[str, int]) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name):
        return values[node.id]
    if isinstance(node, ast.BinOp):
        return OPERATORS[type(node.op)](evaluate_node(node.left, values), evaluate_node(node.right, values))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return FUNCTIONS[node.func.id](*(evaluate_node(each, values) for each in node.args))
    raise TypeError
