"""The axes of what a pointer points to: which indices make its addresses, and how many values each has."""

from . import polynomials as poly
from .launch import Launch, NotKnown
from .values import Access, thaw


def dimensions_of(launch: Launch, access: Access, name: str) -> list:
    """The axes of an access: what an index is multiplied with, and how many values it has."""
    found = []
    if access.block is not None:
        block = access.block
        if any(each is None for each in (*block.shape, *block.strides)) or len(block.shape) != len(block.strides):
            raise NotKnown(f"the shape of a block of `{name}` is not known")
        found = [(stride, launch.text(size)) for stride, size in zip(block.strides, block.shape)]
    if access.offset is None:
        raise NotKnown(f"the addresses of `{name}` in line {access.line} are not known")
    rest = dict(access.offset)
    order = list(rest)
    placed = []
    for index, bound in sorted(launch.bounds, key=lambda each: -len(each[0])):
        atom = next(iter(sorted(launch.moving(index), key=lambda each: rank(launch, each))), None)
        if atom is None or poly.quotient(index, atom) != {(): 1}:
            continue
        for product, count in poly.quotient(rest, atom).items():
            factor = {product: count}
            placed.append((position(order, atom, product), factor, launch.text(bound)))
            rest = without(launch, rest, index, product)
    for product, count in list(rest.items()):
        moving = [each for each in product if launch.uses.moves(each)]
        if not moving:
            if product == () and count < 0:
                raise NotKnown(f"the addresses of `{name}` in line {access.line} may be negative")
            if not any(factor == {product: count} for _at, factor, _size in placed):
                placed.append((order.index(product), {product: count}, "2"))
            continue
        if len(moving) > 1 or count < 0:
            raise NotKnown(f"the addresses of `{name}` in line {access.line} are not known")
        others = list(product)
        others.remove(moving[0])
        placed.append((order.index(product), {tuple(others): count}, range_of(launch, moving[0])))
    return [*found, *((factor, size) for _at, factor, size in sorted(placed, key=lambda each: each[0]))]


def rank(launch: Launch, atom: str) -> tuple:
    return (("lane", "loop", "remainder", "pid").index(launch.kind_of(atom)) if launch.kind_of(atom) in ("lane", "loop", "remainder", "pid") else 9, atom)


def position(order: list, atom: str, product: tuple) -> int:
    return next(at for at, each in enumerate(order) if atom in each and set(product) <= set(each))


def without(launch: Launch, rest: dict, index: dict, factor: tuple) -> dict:
    """Takes an index times its factor out of an address; also the turns of a loop over the same axis."""
    atoms = set(launch.moving(index))
    loops = {each for each in launch.moving(rest) if launch.kind_of(each) in ("turn", "loop")}
    plain = set(factor)
    kept = {}
    for product, count in rest.items():
        moving = {each for each in product if launch.uses.moves(each)}
        same = plain <= set(product) if plain else not (set(product) - moving - block_names(launch, index, loops))
        if moving and moving <= atoms | loops and same:
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


def range_of(launch: Launch, atom: str) -> str:
    """How many values an index has."""
    entry = launch.uses.atoms[atom]
    if entry.kind == "pid":
        return launch.grid[entry.details[0]]
    if entry.kind == "lane" and entry.details:
        return launch.text(thaw(entry.details[0]))
    if entry.kind == "loop":
        return launch.text(thaw(entry.details[1]))
    if entry.kind == "turn" and entry.details:
        return f"cdiv({launch.text(thaw(entry.details[0]))}, {launch.text(thaw(entry.details[1]))})"
    if entry.kind == "remainder":
        return launch.text(thaw(entry.details[1]))
    if entry.kind == "quotient":
        inner, by = (thaw(each) for each in entry.details)
        moving = launch.moving(inner)
        if len(moving) == 1 and inner == {(moving[0],): 1}:
            return f"cdiv({range_of(launch, moving[0])}, {launch.text(by)})"
    raise NotKnown(launch.reason(atom))
