"""Finds the scalars of a launch that follow from others: for `k[grid](x, n, n // 2)`, the third is half of the second."""

from collections.abc import Iterator

from .grid import Written
from .launch import Launch, NotKnown, product_of, values_of

OPERATORS = ("+", "-", "*", "//", "%", "cdiv", "min", "max")


def tie_scalars(launch: Launch, passed: dict, written: Written) -> None:
    """Writes down the integers that the launch computes from other parameters, unless they would not be sizes then, and those of which a
    size is a multiple. To be called once the grid and the requirements are known."""
    for name, parameter in launch.parameters.items():
        size = passed[name].host.size if name in passed else None
        if not parameter.is_integer or parameter.value is not None or size is None:
            continue
        text = text_of(written, name, size)
        if text is None:
            factors = [each for each in factors_of(written, size) if each is not None]
            if factors:
                launch.multiples[name] = product_of(factors)
            continue
        launch.tied[name] = text
        divided = dict(divided_in(written, size))
        before, launch.multiples = launch.multiples, {**launch.multiples, **divided}
        if not all(is_right(launch, name, values) for values in values_of(launch)):
            del launch.tied[name]
            launch.multiples = before


def text_of(written: Written, name: str, size: tuple) -> str | None:
    """The size in the grid language, by other names than this; None if it is of its own."""
    try:
        other = written.text(size)
        if other != name:
            return other
        return written.computed(size) if size[0] in OPERATORS else None
    except NotKnown:
        return None


def factors_of(written: Written, size: tuple) -> list[str | None]:
    """The factors of a product in the grid language, None for those that no parameter has; an empty list for what is no product."""
    if size[0] != "*":
        return []
    found: list[str | None] = []
    for each in size[1:]:
        try:
            found.append(written.text(each))
        except NotKnown:
            found += factors_of(written, each) or [None]
    return found


def divided_in(written: Written, size: tuple) -> Iterator[tuple[str, str]]:
    """The parameters that an expression divides by others, each with its divisor: `heads // groups` has no rest."""
    if size[0] == "//" and size[1][0] == "name" and size[2][0] != "int":
        try:
            yield written.text(size[1]), written.text(size[2])
        except NotKnown:
            return
    for each in size[1:]:
        if isinstance(each, tuple):
            yield from divided_in(written, each)


def is_right(launch: Launch, name: str, values: dict[str, int]) -> bool:
    """True if a size has a value in a case that the kernel can have: at least 1, and at most what has to cover it."""
    value = values.get(name)
    if value is None or value < 1:
        return False
    return all(value <= values.get(each.high, value) for each in launch.requirements if each.low == name)
