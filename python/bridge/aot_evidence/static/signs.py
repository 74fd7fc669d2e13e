"""Finds the tensors that have to be positive: a root or a logarithm of what is loaded has no value for others, and a test with NaN
says nothing. A value has the sign of the loads in it that no square, exponential or the like makes positive."""

import ast

from . import polynomials as poly
from .values import Reading, Value

# Functions that have a value for positive arguments only.
POSITIVE_ONLY = {"sqrt", "sqrt_rn", "rsqrt", "log", "log2", "log10"}
# Functions whose result is positive, whatever their arguments are, or that have no argument of the kernel's.
POSITIVE = {*("exp", "exp2", "sigmoid", "softmax", "abs", "zeros", "full", "zeros_like", "full_like", "rand")}
# Functions that have the sign of their arguments, or of those after the condition.
OF_ALL = {"maximum", "minimum", "max", "min", "fma"}
OF_FIRST = {
    *("sum", "cumsum", "to", "cast", "reshape", "view", "broadcast_to", "expand_dims", "trans", "permute", "ravel"),
    *("sort", "flip", "broadcast", *POSITIVE_ONLY),
}


def sign_of(reading: Reading, value: Value) -> frozenset | None:
    """The atoms of loaded values that a value has the sign of: with positive ones, it is positive. None if that is not known."""
    if value.integer is None:
        return frozenset() if value.type == "real" else value.sign
    if any(count < 0 for count in value.integer.values()):
        return None
    return frozenset(each for product in value.integer for each in odd(product) if reading.uses.is_data(each))


def odd(product: tuple) -> set:
    """The names that a product has an odd number of times: of the others, it has squares."""
    return {each for each in product if product.count(each) % 2 == 1}


def sign_of_operation(
    reading: Reading, left: Value, operator: ast.operator, right: Value, node: ast.AST
) -> frozenset | None:
    one, other = sign_of(reading, left), sign_of(reading, right)
    if isinstance(operator, (ast.Mult, ast.Div)):
        is_square = isinstance(node, ast.BinOp) and ast.dump(node.left) == ast.dump(node.right)
        if is_square:
            return frozenset()
        if one is None or other is None:
            return None
        # The square of one load is positive; of a sum, nothing is known.
        return one ^ other if len(one) <= 1 and len(other) <= 1 else one | other
    if isinstance(operator, ast.Pow):
        power = poly.value_of(right.integer) if right.integer is not None else None
        if power is None:
            mark_positive(reading, left)
        return frozenset() if power is not None and power % 2 == 0 else one
    if isinstance(operator, ast.Add):
        return None if one is None or other is None else one | other
    # A difference has any sign, but for `sum - number`.
    return one if isinstance(operator, ast.Sub) and other == frozenset() else None


def sign_of_call(
    reading: Reading, name: str, arguments: list[Value], named: dict[str, Value], result: Value
) -> frozenset | None:
    """The sign of what a function of Triton returns. Marks the tensors that it needs positive."""
    given = [*arguments, *named.values()]
    if name in POSITIVE_ONLY and given:
        mark_positive(reading, given[0])
    if name in POSITIVE:
        return frozenset()
    if name == "where":
        given = given[1:]
    elif name in ("maximum", "max", "clamp") and len(given) > 1 and any(map(is_positive_number, given)):
        return frozenset()
    elif name in OF_FIRST:
        given = given[:1]
    elif name not in OF_ALL:
        return result.sign
    signs = [sign_of(reading, each) for each in given]
    return None if None in signs else frozenset().union(*(each for each in signs if each is not None))


def is_positive_number(value: Value) -> bool:
    return value.type == "real" or (value.type == "number" and (poly.value_of(value.integer or {}) or 0) > 0)


def mark_positive(reading: Reading, value: Value) -> None:
    for each in sign_of(reading, value) or ():
        reading.uses.positive.add(reading.uses.atoms[each].details[0])
