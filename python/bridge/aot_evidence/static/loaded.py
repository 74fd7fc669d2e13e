"""Reads comparisons with integers that the kernel loads: lengths that bound an index, sizes that bound a loaded index, and
tests for an index that stands for nothing, such as -1."""

import ast

from . import polynomials as poly
from .values import Reading, Value


def compare_loaded(reading: Reading, difference: dict, operator: ast.cmpop) -> frozenset:
    """Reads a comparison of `difference`, which has a loaded integer, with zero: for an order, `difference < 0` or `<= 0`.
    Returns the atoms that it limits."""
    uses = reading.uses
    data = {
        product: count
        for product, count in difference.items()
        if any(kind_of(reading, each) == "data" for each in product)
    }
    index = {
        product: count for product, count in difference.items() if product not in data and any(map(uses.moves, product))
    }
    rest = {product: count for product, count in difference.items() if product not in data and product not in index}
    is_order = isinstance(operator, (ast.Lt, ast.Gt, ast.LtE, ast.GtE))
    with_equal = isinstance(operator, (ast.LtE, ast.GtE))
    if not index:
        ((product, count),) = list(data.items())[:1]
        if len(data) == 1 and len(product) == 1 and abs(count) == 1:
            compare_with(reading, uses.atoms[product[0]].details[0], count, rest, is_order, with_equal)
        return frozenset()
    if (
        not is_order
        or any(len(product) > 1 for product in data)
        or "other" in {kind_of(reading, each) for each in poly.names_of(index)}
    ):
        return frozenset()
    bound = poly.multiply({**data, **rest}, poly.constant(-1)) or {}
    if with_equal:
        bound = poly.add(bound, poly.constant(1)) or {}
    if all(count > 0 for count in index.values()):
        uses.loaded_bounds.append((index, bound))
        return frozenset(poly.names_of(index))
    if all(count < 0 for count in index.values()):
        # `i >= n` is for what is left out.
        uses.loaded_bounds.append(
            (poly.multiply(index, poly.constant(-1)), poly.add(poly.constant(1), bound, -1) or {})
        )
    return frozenset()


def compare_with(reading: Reading, pointer: str, count: int, rest: dict, is_order: bool, with_equal: bool) -> None:
    """Reads `count * loaded + rest`, where `count` is 1 or -1, compared with zero."""
    constant = poly.value_of(rest)
    if constant is None:
        # `loaded < size`, or `loaded >= size` for what is left out.
        size = poly.multiply(rest, poly.constant(-1)) if count == 1 else rest
        if is_order and (count == 1) is not with_equal and size and not reading.indices(size):
            reading.uses.loaded_sizes.setdefault(pointer, size)
        return
    value = -constant * count
    if not is_order:
        is_sentinel = value == -1
    elif count == 1:
        is_sentinel = value == (-1 if with_equal else 0)
    else:
        is_sentinel = value == (0 if with_equal else -1)
    if is_sentinel:
        reading.uses.sentinels.add(pointer)


def is_loaded(reading: Reading, value: Value) -> bool:
    """True if a value, or a condition, depends on what is loaded."""
    kinds = {kind_of(reading, each) for each in poly.names_of(value.integer or {})}
    return value.loaded or "data" in kinds or (value.type is not None and value.type.startswith("@"))


def kind_of(reading: Reading, name: str) -> str:
    atom = reading.uses.atoms.get(name)
    return atom.kind if atom is not None else ""
