"""What a test of a kernel takes for granted although no text says it: a fault that depends on it may be none."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..entry import Smoke
from . import polynomials as poly
from .launch import Launch, names_in
from .values import Access, freeze, thaw

# A sentence, and the names that an access depends on where it counts: parameters, `*x` for what is loaded through x, `&x`
# for the buffer itself. None: all do.
Reason = tuple[str, set[str] | None]


@dataclass(frozen=True)
class Doubt:
    """`text` is a sentence about what was guessed. Only accesses to these `buffers` depend on it; None: all do."""

    text: str
    buffers: list[str] | None


@dataclass(frozen=True)
class Guessed:
    """A launch, where the axes of its grid come from, and its test."""

    launch: Launch
    origins: list[str]
    smoke: Smoke


def doubt_of_test(guessed: Guessed) -> str | None:
    """Why the test of a kernel that is right may fail; None if nothing says so."""
    return next((text for rule in (of_room, of_counts) for text, _names in rule(guessed)), None)


def doubts_of(guessed: Guessed) -> list[Doubt]:
    """What was guessed of a launch."""
    launch = guessed.launch
    reached = {name: names_of(launch, name) | {f"&{name}"} for name in launch.uses.accesses}
    found = []
    for text, names in (each for rule in RULES for each in rule(guessed)):
        buffers = [buffer for buffer, seen in reached.items() if names is None or seen & names]
        if names is None or buffers:
            found.append(Doubt(text, None if names is None else buffers))
    return found


def of_grid(guessed: Guessed) -> Iterator[Reason]:
    """Masks say how many programs a grid needs. Without one, nothing does."""
    if any(each.startswith("guess") and each != "guess: from the masks" for each in guessed.origins):
        yield "no call of the kernel was found that says how large its grid is", None


def of_constants(guessed: Guessed) -> Iterator[Reason]:
    """A kernel must be right for every block size, and for every flag, but not for every number."""
    launch = guessed.launch
    for name, parameter in launch.parameters.items():
        value = launch.constants.get(name)
        is_number = type(value) is int and name not in launch.uses.lanes
        if parameter.kind == "constant" and parameter.note.startswith("guess") and is_number:
            yield f"`{name}` was guessed as {value}", {name}


def of_arguments(guessed: Guessed) -> Iterator[Reason]:
    """Integers that bound no mask, and are no stride of a tensor."""
    launch = guessed.launch
    for each in guessed.smoke.arguments:
        parameter = launch.parameters[each.name]
        if (
            parameter.is_integer
            and parameter.value is None
            and each.name not in {*launch.strides, *launch.tied}
            and each.value is not None
        ):
            yield f"`{each.name}` was guessed as {each.value[1]}", {each.name}


def of_integers(guessed: Guessed) -> Iterator[Reason]:
    """Loaded integers that are part of addresses and lengths."""
    for pointer, parameter in guessed.launch.parameters.items():
        if parameter.points_to_integers:
            yield f"the integers in `{pointer}` were guessed", {f"*{pointer}"}


def of_sizes(guessed: Guessed) -> Iterator[Reason]:
    """Tensors that the program makes with other sizes than the addresses of the kernel need."""
    for name in guessed.launch.disputed:
        yield (
            f"the program makes the tensor of `{name}` with other sizes than the masks of the kernel",
            {f"&{name}"},
        )


def of_room(guessed: Guessed) -> Iterator[Reason]:
    """Tensors that are as large as any address that the kernel can compute."""
    for name in guessed.launch.roomy:
        yield (
            f"the size of `{name}` is not known: it was made as large as any address that the kernel computes",
            {f"&{name}"},
        )


def of_counts(guessed: Guessed) -> Iterator[Reason]:
    """Loops that go through a tensor as often as an integer says that is no size of the tensor."""
    launch = guessed.launch
    shapes = {each.name: names_in(" ".join(each.shape or [])) for each in guessed.smoke.buffers}
    for buffer, accesses in launch.uses.accesses.items():
        if buffer in launch.made:
            continue
        loops: set[str] = set()
        for access in accesses:
            for atom in poly.names_of(access.offset or {}) - access.limits:
                if atom in launch.uses.atoms and launch.kind_of(atom) in ("loop", "turn"):
                    add_names(launch, {(atom,): 1}, loops)
        for name in sorted(loops - shapes.get(buffer, set())):
            if shapes.get(buffer) and launch.type_of(name).startswith(("i", "u")) and name not in launch.strides:
                yield f"how `{name}` and the size of `{buffer}` go together is not known", {f"&{buffer}"}


def of_bounds(guessed: Guessed) -> Iterator[Reason]:
    """An index with several bounds, each of which may be that of another tensor."""
    bounds: dict = {}
    for index, bound in guessed.launch.bounds:
        bounds.setdefault(freeze(index), []).append(bound)
    for found in bounds.values():
        names = {each for bound in found for each in poly.names_of(bound)}
        if len({freeze(each) for each in found}) > 1 and names:
            yield f"the kernel compares one index with several sizes: {', '.join(sorted(names))}", names


def of_conditions(guessed: Guessed) -> Iterator[Reason]:
    """Conditions that were read from masks only."""
    for each in guessed.launch.requirements:
        if each.note.startswith("guess"):
            yield f"`{each.condition}` was guessed", names_in(each.condition)


RULES: tuple[Callable, ...] = (
    of_grid,
    of_constants,
    of_arguments,
    of_integers,
    of_sizes,
    of_room,
    of_counts,
    of_bounds,
    of_conditions,
)


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
            found |= names_in(launch.grid[atom.details[0]])
        for part in atom.details:
            if isinstance(part, frozenset):
                add_names(launch, thaw(part), found)
        # What masks compare it with.
        for index, bound in (*launch.uses.bounds, *launch.uses.loaded_bounds):
            if name in poly.names_of(index):
                add_names(launch, bound, found)
