"""Guesses the buffers of a test: their roles and fills, and from the indices of the addresses their axes."""

from . import polynomials as poly
from .launch import Launch, NotKnown, operand, product_of
from .values import Access, thaw

def buffer_of(launch: Launch, parameter: dict) -> dict:
    name = parameter["name"]
    accesses = launch.uses.accesses.get(name, [])
    role = role_of(launch, name)
    if name in launch.uses.addresses:
        raise NotKnown(f"`{name}` is cast to another pointer")
    if not accesses:
        # Nothing uses it with these constants.
        return {"name": name, "role": "in", "shape": None}
    if parameter["kind"] == "tensor":
        raise NotKnown(f"`{name}` is a tensor descriptor, whose shape only its caller knows")
    dimensions = []
    for access in accesses:
        for factor, size in dimensions_of(launch, access, name):
            if all(each != factor for each, _size in dimensions):
                dimensions.append((factor, size))
    result = {"name": name, "role": role, **shape_of(launch, dimensions)}
    if parameter["type"].startswith("*i") and role != "out":
        result["fill"] = "zeros"
    elif role == "inout" and any(each.kind == "atomic" for each in accesses):
        result["fill"] = "zeros"
    return result


def outline(launch: Launch, parameter: dict) -> dict:
    return {"name": parameter["name"], "role": role_of(launch, parameter["name"]), "shape": None}


def role_of(launch: Launch, name: str) -> str:
    kinds = {each.kind for each in launch.uses.accesses.get(name, [])}
    if "atomic" in kinds:
        return "inout"
    return "in" if kinds <= {"load"} else "out" if kinds == {"store"} else "inout"


def shape_of(launch: Launch, dimensions: list) -> dict:
    if not dimensions:
        return {"shape": ["1"]}
    inner = [each for each in dimensions if each[0] == {(): 1}]
    outer = [each for each in dimensions if each[0] != {(): 1}]
    ordered = [*outer, *inner]
    plain = all(len(factor) == 1 and sum(map(len, factor)) <= 1 and next(iter(factor.values())) == 1 for factor, _size in ordered)
    if not plain or len(ordered) > 8:
        extents = [f"{operand(launch.text(factor))} * ({size} - 1)" for factor, size in ordered]
        return {"shape": [" + ".join([*extents, "1"])]}
    strides = [launch.text(factor) for factor, _size in ordered]
    sizes = [size for _factor, size in ordered]
    for at, stride in enumerate(strides):
        parameter = launch.parameters.get(stride)
        is_size = any(stride in poly.names_of(bound) for _index, bound in launch.bounds)
        if parameter is not None and parameter["kind"] == "scalar" and not is_size and "stride" in stride.lower() or is_loose(launch, stride):
            launch.strides.setdefault(stride, product_of(sizes[at + 1 :]))
    contiguous = [product_of(sizes[at + 1 :]) for at in range(len(sizes))]
    if strides == contiguous:
        return {"shape": sizes}
    return {"shape": sizes, "strides": strides}


def is_loose(launch: Launch, name: str) -> bool:
    """True if a scalar is only ever a stride."""
    parameter = launch.parameters.get(name)
    if parameter is None or parameter["kind"] != "scalar":
        return False
    return not any(name in poly.names_of(bound) for _index, bound in launch.uses.bounds) and not any(
        name in poly.names_of(thaw(part))
        for entry in launch.uses.atoms.values()
        for part in entry.details
        if isinstance(part, frozenset)
    ) and not any(name in axis for axis in launch.grid)


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
    """Returns how many values an index has."""
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
