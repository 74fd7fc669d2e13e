"""Arithmetic and comparisons: sums and products stay polynomials, and comparisons with a bound are masks."""

import ast
from typing import Optional

from . import polynomials as poly
from .reading import Reading, mark_bits, mark_integer, mark_number
from .values import Value, freeze, only_name


def compare(reading: Reading, left: Value, operator: ast.cmpop, right: Value) -> None:
    for value, other in ((left, right), (right, left)):
        name = only_name(value.integer)
        if name in reading.parameters and isinstance(other.word, str):
            reading.uses.texts.setdefault(name, []).append(other.word)
        if reading.parameters.get(name) and isinstance(operator, ast.Eq) and poly.value_of(other.integer or {("",): 1}) is not None:
            reading.uses.numbers.setdefault(name, []).append(poly.value_of(other.integer))
        if isinstance(operator, (ast.Is, ast.IsNot)) and name in reading.parameters:
            reading.uses.optional.add(name)
        if name in reading.parameters and other.type == "real":
            reading.uses.floats.add(name)
    if left.integer is None or right.integer is None or isinstance(operator, (ast.Is, ast.IsNot)):
        return
    if isinstance(operator, (ast.Gt, ast.GtE)):
        left, right = right, left
    difference = poly.add(left.integer, right.integer, -1) or {}
    index = {product: count for product, count in difference.items() if any(map(reading.uses.moves, product))}
    kinds = {reading.uses.atoms[each].kind for each in poly.names_of(index) if each in reading.uses.atoms}
    if not kinds or kinds == {"data"}:
        return
    mark_integer(reading, Value(difference))
    if isinstance(operator, (ast.Lt, ast.Gt, ast.LtE, ast.GtE)) and "data" not in kinds:
        bound = {product: -count for product, count in difference.items() if product not in index}
        if isinstance(operator, (ast.LtE, ast.GtE)):
            bound = poly.add(bound, poly.constant(1)) or {}
        if poly.names_of(bound):
            reading.uses.bounds.append((index, bound))


def operation(reading: Reading, left: Value, operator: ast.operator, right: Value, node: ast.AST) -> Value:
    parameters = left.parameters | right.parameters
    is_bits = isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift))
    type_ = None if is_bits else mixed_type(reading, left, right)
    if isinstance(operator, (ast.BitAnd, ast.BitOr, ast.BitXor)) and (left.integer is None or right.integer is None):
        for value in (left, right):
            if value.integer is not None or value.type is not None:
                mark_bits(reading, value)
        return Value(None, type_, parameters)
    if isinstance(operator, (ast.FloorDiv, ast.Mod, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr, ast.BitXor)):
        if left.type == "real" or right.type == "real":
            return Value(None, "fp32", parameters)
        mark_integer(reading, left)
        mark_integer(reading, right)
        if left.integer is None or right.integer is None:
            return Value(None, type_, parameters)
        first, second = poly.value_of(left.integer), poly.value_of(right.integer)
        if first is not None and second and isinstance(operator, (ast.FloorDiv, ast.Mod)):
            return Value(poly.constant(first // second if isinstance(operator, ast.FloorDiv) else first % second), "number")
        kind = {ast.FloorDiv: "quotient", ast.Mod: "remainder"}.get(type(operator), "other")
        atom = reading.atom(kind, node, freeze(left.integer), freeze(right.integer))
        return Value(poly.name(atom), "i32", parameters)
    if isinstance(operator, ast.Div):
        for value in (left, right):
            mark_number(reading, value)
        reading.uses.want(left.type, "wide")
        return Value(None, "fp32" if type_ in (None, "number", "i32") else type_, parameters)
    if left.integer is not None and right.integer is not None:
        if isinstance(operator, (ast.Add, ast.Sub)):
            return Value(poly.add(left.integer, right.integer, 1 if isinstance(operator, ast.Add) else -1), type_, parameters)
        if isinstance(operator, ast.Mult):
            return Value(poly.multiply(left.integer, right.integer), type_, parameters)
    for value in (left, right):
        mark_number(reading, value)
    return Value(None, type_, parameters)


def mixed_type(reading: Reading, left: Value, right: Value) -> Optional[str]:
    """The type of an operation's result. A scalar that data is multiplied with is probably a float."""
    for value, other in ((left, right), (right, left)):
        name = only_name(value.integer)
        atoms = reading.indices(other.integer or {})
        is_data = other.integer is None or any(reading.uses.atoms[each].kind == "data" for each in atoms)
        if name in reading.parameters and not reading.parameters[name] and is_data and name not in reading.uses.accesses:
            reading.uses.floats.add(name)
            return "fp32" if other.type not in ("i32", "number") else other.type
    types = [each.type for each in (left, right) if each.type not in (None, "number", "real")]
    if not types:
        return "fp32" if "real" in (left.type, right.type) and None not in (left.type, right.type) else None
    if len(types) == 1:
        other = left if right.type == types[0] else right
        if types[0] == "i32" and other.type == "real":
            return "fp32"
        return types[0] if other.type in ("number", "real") else None
    if types[0] == types[1]:
        return types[0]
    if "fp32" in types:
        return "fp32"
    return None
