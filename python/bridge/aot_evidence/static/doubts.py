"""What a test of a kernel takes for granted although no text says it: a fault that depends on it may be none."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from . import polynomials as poly
from .launch import Launch
from .values import Access, thaw


@dataclass(frozen=True)
class Doubt:
    """`text` is a sentence about what was guessed. Only accesses to these `buffers` depend on it; None: all do."""

    text: str
    buffers: list[str] | None


def doubts_of(launch: Launch, origins: list[str], arguments: dict[str, str]) -> list[Doubt]:
    """What was guessed of a launch. `origins` say where the axes of the grid come from, `arguments` are the values of the
    scalars that are the same in all cases."""
    reached = {name: names_of(launch, name) for name in launch.uses.accesses}
    found = []
    for text, names in (each for rule in RULES for each in rule(launch, origins, arguments)):
        buffers = [buffer for buffer, seen in reached.items() if names is None or seen & names]
        if names is None or buffers:
            found.append(Doubt(text, None if names is None else buffers))
    return found


def of_grid(_launch: Launch, origins: list[str], _arguments: dict[str, str]) -> Iterator[tuple[str, set[str] | None]]:
    """Masks say how many programs a grid needs. Without one, nothing does."""
    if any(each.startswith("guess") and each != "guess: from the masks" for each in origins):
        yield "no call of the kernel was found that says how large its grid is", None


def of_constants(launch: Launch, _origins: list, _arguments: dict) -> Iterator[tuple[str, set[str] | None]]:
    """A kernel must be right for every block size, and for every flag, but not for every number."""
    for name, parameter in launch.parameters.items():
        value = launch.constants.get(name)
        is_number = type(value) is int and name not in launch.uses.lanes
        if parameter.kind == "constant" and parameter.note.startswith("guess") and is_number:
            yield f"`{name}` was guessed as {value}", {name}


def of_arguments(launch: Launch, _origins: list, arguments: dict) -> Iterator[tuple[str, set[str] | None]]:
    """Integers that bound no mask, and are no stride of a tensor."""
    for name, value in arguments.items():
        parameter = launch.parameters[name]
        if parameter.is_integer and parameter.value is None and name not in launch.strides:
            yield f"`{name}` was guessed as {value}", {name}


def of_integers(launch: Launch, _origins: list, _arguments: dict) -> Iterator[tuple[str, set[str] | None]]:
    """Loaded integers that are part of addresses and lengths."""
    for pointer, parameter in launch.parameters.items():
        if parameter.points_to_integers:
            yield f"the integers in `{pointer}` were guessed", {f"*{pointer}"}


def of_conditions(launch: Launch, _origins: list, _arguments: dict) -> Iterator[tuple[str, set[str] | None]]:
    """Conditions that were read from masks only."""
    for each in launch.requirements:
        if each.note.startswith("guess"):
            yield f"`{each.condition}` was guessed", set(re.findall(r"[A-Za-z_]\w*", each.condition))


RULES: tuple[Callable, ...] = (of_grid, of_constants, of_arguments, of_integers, of_conditions)


def names_of(launch: Launch, buffer: str) -> set[str]:
    """The parameters that the addresses of a buffer depend on, and `*x` for what is loaded through x."""
    found: set[str] = set()
    for access in launch.uses.accesses[buffer]:
        for polynomial in polynomials_of(access):
            add_names(launch, polynomial, found)
    return {each for each in found if each not in launch.uses.atoms}


def polynomials_of(access: Access) -> Iterator[dict]:
    yield access.offset or {}
    if access.block is not None:
        for each in (*access.block.shape, *access.block.strides, *access.block.offsets):
            yield each or {}


def add_names(launch: Launch, polynomial: dict, found: set[str]) -> None:
    for name in poly.names_of(polynomial) - found:
        found.add(name)
        atom = launch.uses.atoms.get(name)
        if atom is None:
            continue
        if atom.kind == "data":
            found.add(f"*{atom.details[0]}")
        if atom.kind == "pid" and isinstance(atom.details[0], int) and atom.details[0] < len(launch.grid):
            found |= set(re.findall(r"[A-Za-z_]\w*", launch.grid[atom.details[0]]))
        for part in atom.details:
            if isinstance(part, frozenset):
                add_names(launch, thaw(part), found)
        # What masks compare it with.
        for index, bound in (*launch.uses.bounds, *launch.uses.loaded_bounds):
            if name in poly.names_of(index):
                add_names(launch, bound, found)
