"""Finds the sizes that the text of a kernel computes, such as `tl.cdiv(n, BLOCK)`: they say where the rows of a buffer begin, and so
what its sizes are."""

import ast
from collections.abc import Iterator

OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)


def sizes_of(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        found = quotient(node) if isinstance(node, (ast.Call, ast.BinOp)) else None
        if found is not None:
            yield ast.unparse(found)


def quotient(node: ast.AST) -> ast.expr | None:
    """`cdiv(a, b)` for a call of it and for `(a + b - 1) // b`, and `a // b`. None for everything else."""
    if isinstance(node, ast.Call) and not node.keywords and len(node.args) == 2 and name_of(node.func) == "cdiv":
        return cdiv(*node.args)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv):
        rounded = rounded_up(node.left, node.right)
        return cdiv(rounded, node.right) if rounded is not None else plain(node)
    return None


def cdiv(left: ast.expr, right: ast.expr) -> ast.expr | None:
    dividend, divisor = plain(left), plain(right)
    if dividend is None or divisor is None:
        return None
    return ast.Call(ast.Name("cdiv"), [dividend, divisor], [])


def rounded_up(dividend: ast.expr, divisor: ast.expr) -> ast.expr | None:
    """`a` of `a + b - 1`, for the divisor `b`."""
    by = ast.unparse(divisor)
    match dividend:
        case ast.BinOp(ast.BinOp(left, ast.Add(), right), ast.Sub(), ast.Constant(1)) if by == ast.unparse(right):
            return left
        case ast.BinOp(left, ast.Add(), ast.BinOp(right, ast.Sub(), ast.Constant(1))) if by == ast.unparse(right):
            return left
    return None


def plain(node: ast.expr) -> ast.expr | None:
    """An expression of names, whole numbers and quotients; None for others."""
    if isinstance(node, ast.Name) or (isinstance(node, ast.Constant) and type(node.value) is int):
        return node
    if isinstance(node, ast.BinOp) and isinstance(node.op, OPERATORS):
        left, right = plain(node.left), plain(node.right)
        return None if left is None or right is None else ast.BinOp(left, node.op, right)
    return quotient(node) if isinstance(node, ast.Call) else None


def name_of(function: ast.expr) -> str | None:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else None
