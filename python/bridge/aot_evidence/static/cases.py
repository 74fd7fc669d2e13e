"""Guesses the sizes and scalars of the cases of a test."""

import math
import re

from ..expressions import tried
from . import polynomials as poly
from .launch import Launch, names_in
from .values import Atom, thaw


def guess_values(launch: Launch) -> tuple[dict[str, str], list[dict[str, int]]]:
    """The values of scalars that are the same in all cases, and the cases."""
    arguments: dict[str, str] = {}
    even: dict[str, int] = {}
    ragged: dict[str, int] = {}
    for name, parameter in launch.parameters.items():
        if parameter.kind != "scalar":
            continue
        if name in launch.tied:
            arguments[name] = launch.tied[name]
        elif name in launch.strides:
            arguments[name] = launch.strides[name]
        elif parameter.value is not None:
            arguments[name] = parameter.value[1]
        elif parameter.type.startswith("fp"):
            is_eps = re.search("eps", name, re.IGNORECASE)
            arguments[name] = "1.0e-5" if is_eps else next_real(arguments)
        elif parameter.type == "i1":
            arguments[name] = "false"
        elif is_size(launch, name) and not is_divisor(launch, name):
            even[name], ragged[name] = two_sizes(launch, name)
        elif is_count(launch, name):
            even[name] = ragged[name] = 3
        elif re.search("stride", name, re.IGNORECASE):
            arguments[name] = "1"
        else:
            is_many = is_divisor(launch, name) or re.search("head|group|ratio|batch|num|^n_|size", name, re.IGNORECASE)
            arguments[name] = "2" if is_many else "1"
    for name in launch.grid_parameters:
        # Of `elements // n`, 3 rows.
        rows = [each for axis in launch.grid for each in re.findall(rf"\b{name} // (\w+)", axis) if each in even]
        even[name], ragged[name] = (3 * even[rows[0]], 3 * ragged[rows[0]]) if rows else (3, 3)
    if has_whole_blocks(launch):
        even = {name: whole_blocks(launch, name, size) for name, size in even.items()}
    for name, text in launch.multiples.items():
        fixed = {each: int(value) for each, value in arguments.items() if value.isdigit()}
        step = tried(text, {**whole_constants(launch), **fixed, **even})
        if name in even and step is not None and step > 1:
            is_same = even[name] == ragged[name]
            even[name] = max(2, -(-even[name] // step)) * step
            ragged[name] = even[name] if is_same else max(1, ragged[name] // step) * step
    for name, text in launch.least.items():
        for sizes in (even, ragged):
            least = tried(text, {**whole_constants(launch), **sizes})
            if name in sizes and least is not None:
                sizes[name] *= max(1, -(-least // sizes[name]))
    for name, most in bounds_of(launch):
        if even.get(name, 0) > most:
            even[name], ragged[name] = most, max(1, most - 3)
    if launch.uses.described or launch.described:
        # Descriptors need rows at multiples of 16 bytes.
        ragged = {name: size // 16 * 16 if size > 16 else size for name, size in ragged.items()}
    cases = [even] if even == ragged or has_whole_blocks(launch) else [even, ragged]
    return arguments, cases


# Different floats, so that a kernel which takes one for another is wrong.
REALS = ("0.5", "0.25", "0.75", "0.375", "0.625", "0.875")


def next_real(arguments: dict[str, str]) -> str:
    """A float that no argument has yet, as long as there are others."""
    return next((each for each in REALS if each not in arguments.values()), REALS[0])


def whole_constants(launch: Launch) -> dict[str, int]:
    """The integers among the constants; of those that configs set, the largest."""
    return {**launch.numbers, **launch.largest}


def values_of(launch: Launch) -> list[dict[str, int]]:
    """What names stand for in each case of the test."""
    arguments, cases = guess_values(launch)
    found = []
    for case in cases:
        values = whole_constants(launch)
        values.update(case)
        for _turn in arguments:
            for name, text in arguments.items():
                value = tried(text, values)
                if value is not None:
                    values[name] = value
        found.append(values)
    return found


def whole_blocks(launch: Launch, name: str, size: int) -> int:
    """A size of at least `size` that the blocks of the grid and of loops divide, as in `cdiv(N, BLOCK)`, also the largest of
    the configs."""
    blocks = [
        poly.constant(int(by)) if by.isdigit() else poly.name(by)
        for axis in launch.grid
        for by in re.findall(rf"\b{name},? (?://)? ?(\w+)", axis)
    ]
    blocks += [
        thaw(each.details[1])
        for each in launch.uses.atoms.values()
        if each.kind == "cdiv" and thaw(each.details[0]) == {(name,): 1}
    ]
    for block in blocks:
        step = largest_value(launch, block)
        size = size if step is None or step < 1 else -(-size // step) * step
    return size


def largest_value(launch: Launch, polynomial: dict) -> int | None:
    """The value of a sum of constants, of those of configs with the largest; None if something else is part of it."""
    total = 0
    for product, count in polynomial.items():
        values = [launch.largest.get(each, launch.constants.get(each)) for each in product]
        if not all(type(each) is int for each in values):
            return None
        total += count * math.prod(values)  # type: ignore[arg-type]
    return total


def bounds_of(launch: Launch) -> list:
    """The scalars that requirements bound, with the value of the constant."""
    return [(each.low, launch.constants[each.high]) for each in launch.requirements if each.low.isidentifier()]


def has_whole_blocks(launch: Launch) -> bool:
    """True if some access to a buffer has no mask for an index that others have one for: then sizes must be whole blocks."""
    bounded = {atom for index, _bound in launch.bounds for atom in poly.names_of(index)}
    for access in (each for accesses in launch.uses.accesses.values() for each in accesses):
        lanes = {each for each in launch.moving(access.offset or {}) if launch.kind_of(each) == "lane"}
        if (access.block is not None and not access.checked) or lanes & bounded - access.limits:
            return True
    return False


def is_size(launch: Launch, name: str) -> bool:
    if any(re.search(rf"cdiv\({name}\b|\b{name} //", axis) for axis in launch.grid):
        return True
    details = (part for entry in launch.uses.atoms.values() for part in entry.details if isinstance(part, frozenset))
    bounds = (bound for _index, bound in launch.uses.bounds)
    return any(name in poly.names_of(each) for each in bounds) or any(
        name in poly.names_of(thaw(each)) for each in details
    )


def is_count(launch: Launch, name: str) -> bool:
    """True if there is a program for each of it."""
    return any(re.search(rf"\b{name}\b", axis) for axis in launch.grid) and not is_divisor(launch, name)


def is_divisor(launch: Launch, name: str) -> bool:
    """True if program ids are divided by it, and no mask compares it."""
    if any(name in poly.names_of(bound) for _index, bound in launch.uses.bounds):
        return False
    kinds = ("quotient", "remainder")
    return any(
        entry.kind in kinds and name in poly.names_of(thaw(entry.details[1])) for entry in launch.uses.atoms.values()
    )


def two_sizes(launch: Launch, name: str) -> tuple:
    """Two values: whole blocks, and, if masks allow it, a part of one."""
    most, moving = None, set()
    # A descriptor masks what it reads and writes.
    masked = any(name in names_in(size) for sizes in launch.described.values() for size in sizes)
    is_row = len(launch.uses.lanes) <= 1 and not launch.uses.dots and not launch.uses.tiles and not launch.described
    block = 1024 if is_row else 64
    for index, bound in launch.uses.bounds:
        if bound != {(name,): 1}:
            continue
        masked = True
        kinds = {launch.kind_of(each) for each in launch.moving(index)}
        moving |= kinds
        if kinds == {"lane"}:
            atom = next(iter(launch.moving(index)))
            most = lane_size(launch, launch.uses.atoms[atom])
    if most is not None:
        return most, max(1, most - 3)
    has_blocks = any(each.block is not None for accesses in launch.uses.accesses.values() for each in accesses)
    if (
        masked
        and not launch.described
        and (not launch.uses.lanes or (moving <= {"pid", "quotient", "remainder"} and not has_blocks))
    ):
        return 4, 3
    if not masked and is_counted(launch, name):
        # Each turn of a loop takes the interpreter long.
        return 16, 16
    if is_counted(launch, name):
        return 16, 13
    wide = block_of_programs(launch, name) if is_row else 0
    if even_blocks(block) <= wide <= WIDEST:
        return 2 * wide, 2 * wide - 24
    even = even_blocks(block)
    return even, (even - 3096 if block == 1024 else even - 27) if masked else even


# The interpreter computes so many elements of a row in a moment.
WIDEST = 1 << 15


def even_blocks(block: int) -> int:
    return 4 * block if block == 1024 else 2 * block


def block_of_programs(launch: Launch, name: str) -> int:
    """The largest block of which programs have one each, up to this size; 0 if there is none."""
    found = [0]
    for index, bound in launch.uses.bounds:
        atoms = {each: launch.uses.atoms[each] for each in launch.moving(index)} if bound == {(name,): 1} else {}
        lanes = [thaw(each.details[0]) for each in atoms.values() if each.kind == "lane" and each.details]
        if {each.kind for each in atoms.values()} == {"lane", "pid"}:
            found += [largest_value(launch, each) or 0 for each in lanes]
    return max(found)


def is_counted(launch: Launch, name: str) -> bool:
    """True if a loop goes through all numbers below it, or through those of a part of them."""
    loops = [tuple(map(thaw, each.details)) for each in launch.uses.atoms.values() if each.kind == "loop"]
    return any(poly.value_of(step) == 1 and is_end(launch, name, end) for _first, end, step in loops)


def is_end(launch: Launch, name: str, end: dict) -> bool:
    """True for `n` if a loop ends at n, at `n - 1` or at the smaller of n and something else."""
    if end.get((name,)) == 1 and set(end) <= {(name,), ()}:
        return True
    atoms = [launch.uses.atoms[each] for each in poly.names_of(end) if each in launch.uses.atoms]
    return any(is_end(launch, name, thaw(part)) for each in atoms if each.kind == "min" for part in each.details)


def lane_size(launch: Launch, atom: Atom) -> int:
    size = thaw(atom.details[0]) if atom.details else {}
    value = poly.value_of(size)
    if value is not None:
        return value
    ((product, count),) = list(size.items())[:1]
    constant = launch.constants.get(product[0]) if len(product) == 1 else None
    return constant * count if isinstance(constant, int) and len(size) == 1 else 16
