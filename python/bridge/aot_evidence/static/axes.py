"""The axes that an address is made of: what each index is multiplied with, and how many values it has."""

import re

from . import polynomials as poly
from .launch import Launch, NotKnown, Overlap, addend, operand, rounded_up
from .ranges import count_below
from .values import Access, only_name, thaw


def count_or(launch: Launch, index: dict, error: NotKnown, is_masked: bool = False) -> str:
    """Returns how many values from 0 on a sum can have. Raises the error if nothing says it."""
    try:
        return count_below(launch, index, is_masked)
    except NotKnown:
        raise error from None


def dimensions_of(launch: Launch, access: Access, name: str) -> list:
    """The axes of an access: what an index is multiplied with, and how many values it has."""
    found = []
    if access.block is not None:
        block = access.block
        if any(each is None for each in (*block.shape, *block.strides)) or len(block.shape) != len(block.strides):
            raise NotKnown(f"the shape of a block of `{name}` is not known")
        if not access.checked:
            check_offsets(launch, block.offsets, name)
        found = [(stride, launch.text(size)) for stride, size in zip(block.strides, block.shape)]
    if access.offset is None:
        raise NotKnown(f"the addresses of `{name}` in line {access.line} are not known")
    if access.kind != "load" and has_rest(launch, access.offset):
        launch.indices.skips = True
    rest = dict(access.offset)
    order = list(rest)
    placed = []
    # The pointers to the ends of parts, and the factor of each index.
    ended, seen = set(), {}
    for index, bound in [*sorted(launch.bounds, key=lambda each: -len(each[0])), *launch.uses.loaded_bounds]:
        atom = next(iter(sorted(launch.moving(index), key=lambda each: rank(launch, each))), None)
        if atom is None or poly.quotient(index, atom) != {(): 1}:
            continue
        for product, (count, more) in bounded_by(launch, access.offset, rest, index, atom).items():
            factor = {product: count}
            placed.append((position(order, atom, product), factor, launch.text(bound)))
            rest = without(launch, rest, index, (product, count))
            if more:
                rest[tuple(sorted((*product, atom)))] = more
            seen[atom] = factor
            ended |= {
                launch.uses.atoms[each].details[0] for each in launch.moving(bound) if launch.kind_of(each) == "data"
            }
    for factor in last_elements(launch, rest):
        # What is as large as this and other accesses together may be larger than what is written.
        launch.indices.skips = True
        placed.append((order.index(next(iter(factor))), factor, "2"))
        rest = {product: count for product, count in rest.items() if product not in factor}
    for product, count in list(rest.items()):
        moving = [each for each in product if launch.uses.moves(each)]
        if not moving:
            if count < 0:
                raise NotKnown(f"the addresses of `{name}` in line {access.line} may be negative")
            if product == () or not any(factor == {product: count} for _at, factor, _size in placed):
                placed.append((order.index(product), {product: count}, "2"))
            continue
        if len(moving) > 1 or count < 0:
            raise NotKnown(f"the addresses of `{name}` in line {access.line} are not known")
        others = list(product)
        others.remove(moving[0])
        factor = {tuple(others): count}
        same = [each for each in seen if seen[each] == factor]
        first = next((each for each in (moving[0], *same) if launch.kind_of(each) == "data"), None) if same else None
        if first is not None:
            pointer = launch.uses.atoms[first].details[0]
            if pointer in ended and launch.indices.of(pointer).is_sorted:
                # From the start of a part to its end.
                launch.indices.axis_of(pointer, None)
                continue
            if access.kind != "load" or ended:
                raise Overlap(f"parts of `{name}` begin where `{pointer}` says, and must not overlap")
        seen[moving[0]] = factor
        values, is_exact = range_of(launch, moving[0])
        # A kernel may not write all of an output that is larger than it has to be.
        launch.indices.skips |= not is_exact and access.kind != "load"
        placed.append((order.index(product), factor, values))
    return [*found, *((factor, size) for _at, factor, size in sorted(placed, key=lambda each: each[0]))]


def last_elements(launch: Launch, offset: dict) -> list[dict]:
    """The differences in an offset that address the last of some elements, such as `BLOCK - 1` and `(BLOCK - 1) * stride`: no
    size is below 1, so they are not negative."""
    fixed = {product: count for product, count in offset.items() if not launch.moving({product: count})}
    found: list[dict] = []
    for product, count in fixed.items():
        left = [each for each in fixed if not any(each in factor for factor in found)]
        whole = (each for each in left if count < 0 and len(each) > len(product) and set(product) <= set(each))
        covered = next((each for each in whole if fixed[each] >= -count), None)
        if covered is not None:
            found.append({covered: fixed[covered], product: count})
    return found


def has_rest(launch: Launch, offset: dict) -> bool:
    """True if an index is divided into rows and columns, and the last row may not be full."""
    atoms = [launch.uses.atoms[each] for each in poly.names_of(offset) if each in launch.uses.atoms]
    rows = {each.details for each in atoms if each.kind == "quotient"}
    return any(
        each.kind == "remainder" and each.details in rows and not divides(launch, *each.details) for each in atoms
    )


def divides(launch: Launch, index: frozenset, by: frozenset) -> bool:
    """True if an index has a number of values that is plainly a multiple of what it is divided by."""
    try:
        count, divisor = count_below(launch, thaw(index)), launch.text(thaw(by))
    except NotKnown:
        return False
    factors = re.split(r" \* ", re.sub(r"^\(([^()]*)\)$", r"\1", count))
    return divisor in factors or (count.isdigit() and divisor.isdigit() and int(count) % int(divisor) == 0)


def bounded_by(launch: Launch, offset: dict, rest: dict, index: dict, atom: str) -> dict:
    """What the index with a bound is multiplied with in the rest of an offset, and how often more its lanes are counted: the same
    lanes can also be an index of their own, as the columns of a tile whose rows are `pid * 16 + lane`."""
    programs = {
        each: count
        for each, count in index.items()
        if any(launch.uses.moves(name) and launch.kind_of(name) == "pid" for name in each)
    }
    if not any(set(each) <= set(product) for each in programs for product in offset):
        return {product: (count, 0) for product, count in poly.quotient(rest, atom).items()}
    found = {}
    for product, count in poly.quotient(rest, atom).items():
        times = min(rest.get(tuple(sorted((*each, *product))), 0) // programs[each] for each in programs)
        if times > 0:
            found[product] = (min(times, count), max(count - times, 0))
    return found


def check_offsets(launch: Launch, offsets: list, name: str) -> None:
    """Raises NotKnown for blocks that nothing keeps inside of a tensor, if more than programs and loops says where they are."""
    for each in offsets:
        if each is None or any(
            launch.kind_of(atom) not in ("pid", "lane", "loop", "turn") for atom in launch.moving(each)
        ):
            raise NotKnown(
                f"the kernel does not check whether blocks of `{name}` are inside, and where they are is not known"
            )


def rank(launch: Launch, atom: str) -> tuple:
    return (
        ("lane", "loop", "remainder", "pid").index(launch.kind_of(atom))
        if launch.kind_of(atom) in ("lane", "loop", "remainder", "pid")
        else 9,
        atom,
    )


def position(order: list, atom: str, product: tuple) -> int:
    return next(at for at, each in enumerate(order) if atom in each and set(product) <= set(each))


def without(launch: Launch, rest: dict, index: dict, factor: tuple[tuple, int]) -> dict:
    """Takes an index times its factor out of an address; also the turns of a loop over the same axis. Smaller steps, such as those of
    i in `4 * lane + i`, are an axis of their own."""
    names, times = factor
    atoms = set(launch.moving(index))
    loops = {each for each in launch.moving(rest) if launch.kind_of(each) in ("turn", "loop")}
    plain = set(names)
    kept = {}
    for product, count in rest.items():
        moving = {each for each in product if launch.uses.moves(each)}
        same = plain <= set(product) if plain else not (set(product) - moving - block_names(launch, index, loops))
        is_inner = not moving & atoms and count < times
        if moving and moving <= atoms | loops and same and not is_inner:
            continue
        kept[product] = count
    return kept


def block_names(launch: Launch, index: dict, loops: set) -> set:
    """The names that an index's programs and turns are multiplied with."""
    found = {each for product in index for each in product if not launch.uses.moves(each)}
    for each in loops:
        if launch.kind_of(each) == "turn" and launch.uses.atoms[each].details:
            found |= poly.names_of(thaw(launch.uses.atoms[each].details[1]))
    return found


def range_of(launch: Launch, atom: str) -> tuple[str, bool]:
    """Returns how many values an index has, and whether it has each of them."""
    try:
        return plain_range_of(launch, atom), True
    except NotKnown as error:
        return count_or(launch, {(atom,): 1}, error), False


def plain_range_of(launch: Launch, atom: str) -> str:
    entry = launch.uses.atoms[atom]
    if entry.kind == "data":
        return launch.indices.axis_of(entry.details[0], None)
    if entry.kind == "pid":
        return launch.programs(entry.details[0])
    if entry.kind == "lane" and entry.details:
        return launch.text(thaw(entry.details[0]))
    if entry.kind == "loop":
        first, end, step = (thaw(each) for each in entry.details)
        counts_down = (poly.value_of(step) or 0) < 0
        return launch.text(poly.add(first, poly.constant(1)) or {} if counts_down else end)
    if entry.kind == "turn" and entry.details:
        return rounded_up(launch.text(thaw(entry.details[0])), launch.text(thaw(entry.details[1])))
    if entry.kind == "remainder":
        by = thaw(entry.details[1])
        return fixed_part_of(launch, by) or launch.text(by)
    if entry.kind == "min":
        most = next((part for part in map(thaw, entry.details) if not launch.moving(part)), None)
        if most is not None:
            return launch.text(poly.add(most, poly.constant(1)) or {})
    if entry.kind == "max" and frozenset() in entry.details:
        return extent_of(launch, atom, next((thaw(part) for part in entry.details if part), {}))
    if entry.kind == "quotient":
        inner, by = (thaw(each) for each in entry.details)
        return rounded_up(extent_of(launch, atom, inner), launch.text(by))
    raise NotKnown(launch.reason(atom))


def fixed_part_of(launch: Launch, value: dict) -> str | None:
    """The largest of a value that is the smaller of two, such as the size of a group, of which the last is smaller; None if it
    is no such value."""
    atom = launch.uses.atoms.get(only_name(value) or "")
    if atom is None or atom.kind != "min":
        return None
    fixed = [part for part in map(thaw, atom.details) if not launch.moving(part)]
    return launch.text(fixed[0]) if fixed else None


def extent_of(launch: Launch, atom: str, index: dict) -> str:
    """Returns how many values a sum of indices has: what a mask compares it with, or else what each of them has."""
    for compared, bound in launch.bounds:
        if compared == index:
            return launch.text(bound)
    parts = []
    for product, count in index.items():
        moving = [each for each in product if launch.uses.moves(each)]
        if len(moving) != 1 or count < 0:
            raise NotKnown(launch.reason(atom))
        others = list(product)
        others.remove(moving[0])
        (values, _is_exact), factor = range_of(launch, moving[0]), launch.text({tuple(others): count})
        parts.append(values if factor == "1" else f"{operand(factor)} * ({addend(values)} - 1)")
    # The one that counts from 0 to its number, and what the others add.
    whole = [each for each in parts if " - 1)" not in each]
    if len(parts) == 1:
        return parts[0] if whole else f"{parts[0]} + 1"
    return " + ".join([*(f"({addend(each)} - 1)" if each in whole else each for each in parts), "1"])
