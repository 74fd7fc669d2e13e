"""The smallest and the largest value that an index can have in a launch, from program ids, lanes and loops."""

from collections.abc import Callable

from . import polynomials as poly
from .launch import Launch, NotKnown, operand
from .values import thaw

# What is returned has no moving names: its names are texts in the grid language, such as `cdiv(N, BLOCK)`.


def most_of(launch: Launch, index: dict) -> dict:
    """The largest value of a sum, or more. Raises NotKnown for what only the program knows."""
    return _extreme(launch, index, _most, _least)


def least_of(launch: Launch, index: dict) -> dict:
    """The smallest value of a sum, or less. Raises NotKnown for what only the program knows."""
    return _extreme(launch, index, _least, _most)


def count_below(launch: Launch, index: dict, is_masked: bool = False) -> str:
    """Returns how many values from 0 on a sum can have. Raises NotKnown if it can be negative. A mask may leave out what a
    negative size adds, as in `x[i - 1]`."""
    least = least_of(
        launch, {product: count for product, count in index.items() if not is_masked or launch.moving({product: count})}
    )
    if any(count < 0 for count in least.values()):
        raise NotKnown("an index may be negative")
    return poly.text_of(_sum(most_of(launch, index), poly.constant(1)))


def _extreme(launch: Launch, index: dict, own: Callable, other: Callable) -> dict:
    result: dict = {}
    if launch.indices is not None:
        index = launch.indices.without_lengths(index)
    for product, count in index.items():
        moving = [each for each in product if launch.uses.moves(each)]
        if len(moving) > 1 and any(_smallest(launch, each) < 0 for each in moving):
            raise NotKnown(launch.reason(moving[0]))
        value = poly.constant(abs(count))
        for each in product:
            part = (own if count > 0 else other)(launch, each) if launch.uses.moves(each) else _fixed(launch, each)
            value = _product(value, part)
        result = _sum(result, value, 1 if count > 0 else -1)
    return result


def _most(launch: Launch, name: str) -> dict:
    entry = launch.uses.atoms[name]
    for compared, bound in launch.bounds:
        if compared == {(name,): 1}:
            return _less_one(most_of(launch, bound))
    if entry.kind == "data":
        return _name(launch.indices.bound_of(entry.details[0]))
    if entry.kind == "pid":
        return _less_one(_name(launch.programs(entry.details[0])))
    parts = [thaw(each) for each in entry.details if isinstance(each, frozenset)]
    if entry.kind == "lane" and parts:
        return _less_one(most_of(launch, parts[0]))
    if entry.kind == "loop":
        first, end, step = parts
        return most_of(launch, first) if (poly.value_of(step) or 0) < 0 else _less_one(most_of(launch, end))
    if entry.kind == "turn" and parts:
        return _less_one(_divided(launch, "cdiv", parts[0], parts[1]))
    if entry.kind in ("quotient", "cdiv"):
        return _divided(launch, entry.kind, *parts)
    if entry.kind == "remainder":
        return _less_one(most_of(launch, parts[1]))
    if entry.kind == "min":
        return _one_of("min", [each for part in parts if (each := _tried(launch, part)) is not None], launch, name)
    if entry.kind == "max":
        return _one_of("max", [most_of(launch, part) for part in parts], launch, name)
    raise NotKnown(launch.reason(name))


def _least(launch: Launch, name: str) -> dict:
    return poly.constant(_smallest(launch, name))


def _smallest(launch: Launch, name: str) -> int:
    entry = launch.uses.atoms[name]
    parts = [thaw(each) for each in entry.details if isinstance(each, frozenset)]
    if entry.kind in ("pid", "lane", "data", "turn", "remainder"):
        return 0
    if entry.kind == "loop":
        first, end, step = parts
        counts_down = (poly.value_of(step) or 0) < 0
        return _number(launch, name, end) + 1 if counts_down else _number(launch, name, first)
    if entry.kind in ("quotient", "cdiv") and _number(launch, name, parts[0]) >= 0:
        return 0
    if entry.kind == "min":
        return min(_number(launch, name, each) for each in parts)
    if entry.kind == "max":
        known = []
        for each in parts:
            try:
                known.append(_number(launch, name, each))
            except NotKnown:
                continue
        if known:
            return max(known)
    raise NotKnown(launch.reason(name))


def _number(launch: Launch, name: str, index: dict) -> int:
    """A number that a sum does not go below: sizes are at least 1."""
    least = least_of(launch, index)
    if any(count < 0 and product for product, count in least.items()):
        raise NotKnown(launch.reason(name))
    return least.get((), 0) + sum(count for product, count in least.items() if product)


def _divided(launch: Launch, kind: str, index: dict, by: dict) -> dict:
    most = most_of(launch, index)
    divisor = poly.constant(1) if launch.moving(by) else most_of(launch, by)
    if poly.value_of(divisor) == 1:
        return most
    left, right = poly.text_of(most), poly.text_of(divisor)
    return _name(f"cdiv({left}, {right})" if kind == "cdiv" else f"({operand(left)} // {operand(right)})")


def _tried(launch: Launch, index: dict) -> dict | None:
    try:
        return most_of(launch, index)
    except NotKnown:
        return None


def _one_of(function: str, parts: list, launch: Launch, name: str) -> dict:
    texts = list(dict.fromkeys(poly.text_of(each) for each in parts))
    if not texts:
        raise NotKnown(launch.reason(name))
    return parts[0] if len(texts) == 1 else _name(f"{function}({', '.join(texts)})")


def _fixed(launch: Launch, name: str) -> dict:
    return _name(launch.text_of_name(name))


def _name(text: str) -> dict:
    return poly.constant(int(text)) if text.isdigit() else poly.name(operand(text))


def _less_one(value: dict) -> dict:
    return _sum(value, poly.constant(1), -1)


def _sum(left: dict, right: dict, factor: int = 1) -> dict:
    result = poly.add(left, right, factor)
    if result is None:
        raise NotKnown("an index has too many parts")
    return result


def _product(left: dict, right: dict) -> dict:
    result = poly.multiply(left, right)
    if result is None:
        raise NotKnown("an index has too many parts")
    return result
