"""Finds the scalars of a launch that follow from others: for `k[grid](x, n, n // 2)`, the third is half of the second."""

from collections.abc import Iterator

from . import polynomials as poly
from .cases import largest_value, values_of
from .grid import Written
from .launch import Launch, NotKnown, operand, product_of

OPERATORS = ("+", "-", "*", "//", "%", "cdiv", "min", "max")


def tie_scalars(launch: Launch, passed: dict, written: Written) -> None:
    """Writes down the integers that the launch computes from other parameters, unless they would not be sizes then, and those of which a
    size is a multiple. To be called once the grid and the requirements are known."""
    launch.multiples.update(parts_of(launch))
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
        if is_right(launch, name):
            continue
        launch.least = least_of(written, size)
        if not is_right(launch, name):
            del launch.tied[name]
            launch.multiples, launch.least = before, {}


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


def parts_of(launch: Launch) -> Iterator[tuple[str, str]]:
    """The sizes of parts of a row, each with the block that divides them: what only the start of a block is compared with, as in
    `pid * BLOCK < n_q`."""
    starts = []
    # What masks a block that is read or written counts otherwise.
    blocks = (each.block for accesses in launch.uses.accesses.values() for each in accesses if each.block is not None)
    others = {name for block in blocks for size in block.shape for name in poly.names_of(size or {})}
    for index, bound in launch.bounds:
        moving = launch.moving(index)
        product, count = next(iter(index.items()), ((), 0))
        block = {tuple(each for each in product if each not in moving): count}
        is_start = len(index) == 1 and [launch.kind_of(each) for each in moving] == ["pid"]
        step = largest_value(launch, block) if is_start else None
        if step is not None and step > 1:
            starts.append((poly.names_of(bound), step))
        else:
            others |= poly.names_of(bound)
    for names_, step in starts:
        yield from ((each, str(step)) for each in sorted(names_ - others))


def least_of(written: Written, size: tuple) -> dict[str, str]:
    """For `n - m`, n is more than m."""
    try:
        is_difference = size[0] == "-" and size[1][0] == "name"
        return {written.text(size[1]): f"{operand(written.text(size[2]))} + 1"} if is_difference else {}
    except NotKnown:
        return {}


def is_right(launch: Launch, name: str) -> bool:
    """True if a size has a value in all cases that the kernel can have: at least 1, and at most what has to cover it."""
    covering = [each.high for each in launch.requirements if each.low == name]
    for values in values_of(launch):
        value = values.get(name)
        if value is None or value < 1 or any(value > values.get(each, value) for each in covering):
            return False
    return True
