"""What calls of small functions of the program give: their value, or an expression of their arguments."""

from ..expressions import cdiv
from .host import Host, literal, next_power_of_2
from .pure import PureFunction

# Sizes for which a function is compared with another one.
SIZES = ((1,), (2,), (3,), (5,), (8,), (17,), (100,), (1000,))
PAIRS = ((1, 1), (7, 2), (8, 4), (9, 4), (100, 32), (128, 64), (1000, 7))


def of_pure(function: PureFunction, arguments: list[Host], keywords: dict[str, Host]) -> Host | None:
    """What a call of a function gives that only computes with numbers; None if it does something else, or if a sum of the
    arguments says it too."""
    if keywords or not arguments:
        return None
    if all(each.value is not None and type(each.value) in (int, float, bool) for each in arguments):
        return with_values(function, [each.value for each in arguments])
    sizes = [each.size for each in arguments]
    if None in sizes or not all(each.kind in ("int", None) for each in arguments):
        return None
    known = known_function(function, len(arguments))
    if known is not None:
        return Host("int", size=(known, *sizes, *([("int", 0)] if known == "power" else [])))
    return (
        None
        if is_expression(function) or not gives_sizes(function, len(arguments))
        else Host("int", size=(function, *sizes))
    )


def with_values(function: PureFunction, values: list) -> Host | None:
    found = function.result(*values)
    if isinstance(found, tuple):
        return Host("tuple", items=tuple(map(literal, found)))
    return literal(found) if type(found) in (int, float, bool) else None


def known_function(function: PureFunction, count: int) -> str | None:
    """The operator that a function is, such as the next power of two."""
    if count == 1 and function.is_like(next_power_of_2, SIZES):
        return "power"
    return "cdiv" if count == 2 and function.is_like(cdiv, PAIRS) else None


def is_expression(function: PureFunction) -> bool:
    """True for a function that only returns an expression, which can be written down."""
    return len(function.function.body) == 1


def gives_sizes(function: PureFunction, count: int) -> bool:
    """True if a function gives whole numbers for sizes."""
    return all(type(function.result(*[size] * count)) is int for (size,) in SIZES)
