"""Guesses the buffers of a test: their roles and fills, and from the indices of the addresses their axes."""

import re
from dataclasses import replace

from ..entry import Buffer
from ..facts import Parameter
from ..roles import Memory
from ..roles import role_of as decide_role
from . import polynomials as poly
from .axes import count_or, dimensions_of
from .indices import Indices, count_of
from .launch import Launch, NotKnown, Overlap, addend, operand, product_of
from .ranges import count_below
from .values import Access, Uses, thaw

# Numbers around 1: their logarithms have both signs.
POSITIVE = {"uniform": {"from": 0.5, "to": 1.5}}
# Numbers whose products stay small in sums.
SMALL = {"uniform": {"from": -0.25, "to": 0.25}}


def buffers_of(launch: Launch) -> list[Buffer]:
    """The buffers of a test. Raises NotKnown if a test cannot be right."""
    launch.indices = Indices(launch)
    pointers = launch.pointers()
    for each in pointers:
        # Tensors with axes that something else bounds say how large the integers are that index them.
        learn_axes(launch, each.name)
    found = [buffer_of(launch, each) for each in pointers]
    return [completed(launch, each) for each in found]


def completed(launch: Launch, buffer: Buffer) -> Buffer:
    """Adds what is known once all buffers were read: what integers are, and whether outputs need contents."""
    is_filled = buffer.role != "out" and buffer.shape is not None and buffer.fill is None
    if is_filled and launch.parameters[buffer.name].points_to_integers:
        buffer = replace(buffer, fill=launch.indices.fill_of(buffer.name, buffer.shape))
    elif is_filled and buffer.name in launch.uses.positive:
        buffer = replace(buffer, fill=POSITIVE)
    elif is_filled and buffer.name in exponents_of(launch.uses):
        buffer = replace(buffer, fill=SMALL)
    return replace(buffer, role="inout") if launch.indices.skips and buffer.role == "out" else buffer


def exponents_of(uses: Uses) -> set[str]:
    """The pointers to what tl.dot takes, if the kernel takes exponentials and no maximum to subtract first: large products would
    overflow."""
    is_bare = uses.functions & {"exp", "exp2"} and not uses.functions & {"max", "maximum"}
    return {name for pair in uses.same for name in pair} if uses.dots and is_bare else set()


def learn_axes(launch: Launch, name: str) -> None:
    try:
        axes = [
            each
            for access in launch.uses.accesses.get(name, [])
            if not loaded_in(launch, access)
            for each in dimensions_of(launch, access, name)
        ]
    except NotKnown:
        return
    for access in launch.uses.accesses.get(name, []):
        for atom in loaded_in(launch, access):
            factor = poly.quotient(access.offset or {}, atom)
            size = next((size for each, size in axes if each == factor), None)
            if size is not None and launch.kind_of(atom) == "data":
                launch.indices.axis_of(launch.uses.atoms[atom].details[0], size)


def loaded_in(launch: Launch, access: Access) -> list:
    """What is loaded of an address."""
    return [
        each
        for each in sorted(poly.names_of(access.offset or {}))
        if launch.uses.moves(each) and launch.is_loaded(each)
    ]


def buffer_of(launch: Launch, parameter: Parameter) -> Buffer:
    name = parameter.name
    accesses = launch.uses.accesses.get(name, [])
    role = role_of(launch, name)
    if name in launch.uses.addresses:
        raise NotKnown(f"`{name}` is cast to another pointer")
    if name in launch.uses.tables:
        raise NotKnown(f"`{name}` holds the addresses of other buffers")
    if not accesses:
        # Nothing uses it with these constants.
        return Buffer(name, "in", None)
    if parameter.kind == "tensor":
        if name not in launch.described:
            raise NotKnown(f"`{name}` is a tensor descriptor, whose shape only its caller knows")
        # Nothing says that the kernel writes all of it.
        return Buffer(name, "inout" if role == "out" else role, launch.described[name], None)
    ordered = sorted(accesses, key=lambda each: bool(loaded_in(launch, each)))
    for access in ordered:
        check_places(launch, access)
    try:
        shape, strides, is_whole = axes_of(launch, name, ordered, role)
        # Nothing says that the kernel writes all of it.
        role = "inout" if role == "out" and not is_whole else role
    except Overlap:
        raise
    except NotKnown as error:
        shape, strides, role = [room_of(launch, name, accesses, error)], None, "inout" if role == "out" else role
    is_counter = role == "inout" and any(each.kind == "atomic" for each in accesses)
    note = ROOM_NOTE if name in launch.roomy else None
    return Buffer(name, role, shape, strides, "zeros" if is_counter else None, note)


ROOM_NOTE = "as large as any address of the kernel"


def axes_of(launch: Launch, name: str, accesses: list, role: str) -> tuple[list[str], list[str] | None, bool]:
    """The sizes and strides of the axes that the addresses of a buffer are made of, and whether they have no gaps."""
    dimensions: list = []
    for access in accesses:
        for factor, size in added(dimensions_of(launch, access, name)):
            at = next((at for at, (each, _size) in enumerate(dimensions) if each == factor), None)
            if at is None:
                dimensions.append((factor, size))
            else:
                dimensions[at] = (factor, larger(dimensions[at][1], size))
    axes = nested(dimensions)
    shape, strides = shape_of(launch, axes, role)
    is_whole = len(shape) == max(1, len(axes))
    if not is_whole:
        for access in accesses:
            spread(launch, access)
    return shape, strides, is_whole


def room_of(launch: Launch, name: str, accesses: list, error: NotKnown) -> str:
    """The number of elements from the start of a buffer to the largest address that the kernel computes, or more. Raises the
    error if nothing says it."""
    rooms = []
    for access in accesses:
        if access.block is not None or access.offset is None:
            raise error
        spread(launch, access)
        rooms.append(count_or(launch, access.offset, error, bool(access.limits)))
    launch.roomy[name] = None
    different = list(dict.fromkeys(rooms))
    return different[0] if len(different) == 1 else f"max({', '.join(different)})"


def spread(launch: Launch, access: Access) -> None:
    """Gives the strides in an address values with which no elements overlap: each is as large as what those after it add up to. A
    stride that is there twice, as that of rows in chunks of rows, counts where it is first."""
    offset = access.offset or {}
    # What no index is multiplied with is where a part begins.
    indexed = [product for product in offset if launch.moving({product: 1})]
    strides = list(dict.fromkeys(each for product in indexed for each in product if is_stride(launch, each)))
    for at, stride in reversed(list(enumerate(strides))):
        outer = set(strides[: at + 1])
        rest = {product: count for product, count in offset.items() if not outer & set(product)}
        try:
            launch.set_stride(stride, count_below(launch, rest, bool(access.limits)) if rest else "1")
        except NotKnown:
            return


def check_places(launch: Launch, access: Access) -> None:
    """Makes the indices that choose where programs store differ. Raises NotKnown if parts of a tensor would overlap."""
    loaded = loaded_in(launch, access)
    if access.kind == "load" or not loaded:
        return
    for atom in atoms_below(launch, loaded):
        pointer = launch.uses.atoms[atom].details[0]
        if counts_up(launch, pointer):
            raise Overlap(f"programs store where the counters in `{pointer}` say, which must begin apart")
        index = launch.indices.of(pointer)
        if access.kind == "atomic" or index.is_sorted:
            continue
        if set(launch.moving(launch.uses.loaded_at.get(atom) or {atom: 1})) <= set(poly.names_of(access.offset)):  # type: ignore[arg-type]
            # Each program has a row of its own.
            launch.indices.skips = True
            continue
        index.is_unique = True
        if launch.uses.sentinels or launch.kind_of(loaded[0]) != "data" or index.size is not None:
            launch.indices.skips = True
        if index.size is None:
            own = launch.parameters[pointer]
            index.size = count_of(buffer_of(launch, own).shape or [])


def counts_up(launch: Launch, pointer: str) -> bool:
    """True for a tensor of several counters that a kernel raises by atomic operations."""
    is_raised = any(each.kind == "atomic" for each in launch.uses.accesses.get(pointer, []))
    return is_raised and any(launch.moving(each.offset or {}) for each in launch.uses.accesses[pointer])


def atoms_below(launch: Launch, names: list) -> list:
    """The loaded integers that values are made of."""
    found = []
    for each in names:
        atom = launch.uses.atoms[each]
        parts = [
            inner
            for part in atom.details
            if isinstance(part, frozenset)
            for inner in poly.names_of(thaw(part))
            if inner in launch.uses.atoms
        ]
        found += [each] if atom.kind == "data" else atoms_below(launch, parts)
    return found


def added(dimensions: list) -> list:
    """The axes of one access, in which indices with the same factor are added up."""
    found: list = []
    for factor, size in dimensions:
        at = next((at for at, (each, _size) in enumerate(found) if each == factor), None)
        if at is None:
            found.append((factor, size))
        else:
            found[at] = (factor, sum_of(found[at][1], size))
    return found


def sum_of(one: str, other: str) -> str:
    """The number of values of a sum of two indices."""
    if one.isdigit() and other.isdigit():
        return str(int(one) + int(other) - 1)
    less = re.fullmatch(r"(.+) - 1", one)
    if other == "2" and less and "(" not in less[1]:
        return less[1]
    return f"{one} + {int(other) - 1}" if other.isdigit() else f"{one} + {operand(other)} - 1"


def larger(one: str, other: str) -> str:
    """The larger of two sizes of an axis, if it is plain which that is; else the first."""
    is_more = (
        int(other) > int(one)
        if one.isdigit() and other.isdigit()
        else other.startswith(f"{one} + ") or one == f"{other} - 1"
    )
    return other if is_more else one


def nested(dimensions: list) -> list:
    """Makes one axis of `2 * i + j` with two values of j, times the same stride, and of `BLOCK * i + j` with BLOCK values of j."""
    found = list(dimensions)
    for factor, size in dimensions:
        for other, inner in found:
            if (factor, size) not in found or factor == other or len(factor) != 1 or len(other) != 1:
                continue
            whole = joined_size(factor, size, other, inner)
            if whole is not None:
                found[found.index((other, inner))] = (other, whole)
                found.remove((factor, size))
                break
    return found


def joined_size(factor: dict, size: str, other: dict, inner: str) -> str | None:
    """The size of the axis that an outer and an inner index make; None if they make none."""
    ((names, many),), ((inner_names, few),) = factor.items(), other.items()
    if inner_names and many == few and sorted([*inner_names, inner]) == list(names):
        return f"{operand(size)} * {inner}"
    if names == inner_names and inner.isdigit() and few > 0 and many % few == 0 and int(inner) <= many // few:
        times = many // few
        return f"{times} * {operand(size)}" if int(inner) == times else f"{times} * ({addend(size)} - 1) + {inner}"
    return None


def outline(launch: Launch, parameter: Parameter) -> Buffer:
    return Buffer(parameter.name, role_of(launch, parameter.name), None)


def role_of(launch: Launch, name: str) -> str:
    kinds = {each.kind for each in launch.uses.accesses.get(name, [])}
    return decide_role(Memory(reads=bool(kinds & {"load", "atomic"}), writes=bool(kinds & {"store", "atomic"})))


def shape_of(launch: Launch, dimensions: list, role: str) -> tuple[list[str], list[str] | None]:
    """The sizes of the axes, and their strides unless they are contiguous."""
    if not dimensions:
        return ["1"], None
    inner = [each for each in dimensions if each[0] == {(): 1}]
    outer = [each for each in dimensions if each[0] != {(): 1}]
    ordered = [*outer, *inner]
    plain = all(
        len(factor) == 1 and sum(map(len, factor)) <= 1 and next(iter(factor.values())) == 1
        for factor, _size in ordered
    )
    if not plain or len(ordered) > 8:
        if role != "in" and any(is_stride(launch, each) for factor, _size in ordered for each in poly.names_of(factor)):
            raise NotKnown("strides with which no elements of an output overlap are not known")
        extents = [f"{operand(launch.text(factor))} * ({addend(size)} - 1)" for factor, size in ordered]
        return [" + ".join([*extents, "1"])], None
    strides = [launch.text(factor) for factor, _size in ordered]
    sizes = [size for _factor, size in ordered]
    for at, stride in enumerate(strides):
        if is_stride(launch, stride):
            launch.set_stride(stride, product_of(sizes[at + 1 :]))
    contiguous = [product_of(sizes[at + 1 :]) for at in range(len(sizes))]
    return sizes, None if strides == contiguous else strides


def is_stride(launch: Launch, name: str) -> bool:
    """True if a scalar can have any value that a stride can have."""
    parameter = launch.parameters.get(name)
    is_size = any(name in poly.names_of(bound) for _index, bound in launch.bounds)
    return (
        parameter is not None and parameter.kind == "scalar" and not is_size and "stride" in name.lower()
    ) or is_loose(launch, name)


def is_loose(launch: Launch, name: str) -> bool:
    """True if a scalar is only ever a stride."""
    parameter = launch.parameters.get(name)
    if parameter is None or parameter.kind != "scalar":
        return False
    return (
        not any(name in poly.names_of(bound) for _index, bound in launch.uses.bounds)
        and not any(
            name in poly.names_of(thaw(part))
            for entry in launch.uses.atoms.values()
            for part in entry.details
            if isinstance(part, frozenset)
        )
        and not any(name in axis for axis in launch.grid)
    )
