"""Finds the conditions of a call that follow from how launches compute constants: after `BLOCK=triton.next_power_of_2(N)`,
N <= BLOCK holds for every call of the program, and the kernel may rely on it. Masks say the same: a kernel that compares
nothing but `tl.arange(0, BLOCK)` with N handles no more than BLOCK of N elements."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from . import polynomials as poly
from .evidence import Passed
from .functions import own_nodes
from .grid import Written
from .launch import Launch, NotKnown
from .launches import Site
from .program import Program
from .values import only_name, thaw


@dataclass(frozen=True)
class Requirement:
    """The condition `low <= high` of a call, with a note where it comes from."""

    low: str
    high: str
    note: str

    @property
    def condition(self) -> str:
        return f"{self.low} <= {self.high}"


def guess_requirements(launch: Launch, sites: list, program: Program) -> list[Requirement]:
    """Returns the conditions that every launch keeps which passes a constant, and those of masks. To be called once the grid
    is known."""
    found = {}
    for name in launch.constants:
        given = [site for site in sites if name in site.passed]
        texts = [set(conditions_of(launch, site, name, program)) for site in given]
        for low in sorted(set.intersection(*texts)) if texts else ():
            found[low, name] = f"from the launch at {launch.place_of(given[0])}"
    for low, high in covered(launch):
        found.setdefault((low, high), "guess: from the masks")
    return [Requirement(low, high, note) for (low, high), note in found.items()]


def covered(launch: Launch) -> Iterator[tuple]:
    """The sizes that one block has to cover: all that is compared with them is `tl.arange(0, BLOCK)`."""
    indices: dict = {}
    for index, bound in launch.bounds:
        for name in poly.names_of(bound):
            indices.setdefault(name, []).append((index, bound))
    for name, compared in indices.items():
        blocks = {block_of(launch, index) if bound == {(name,): 1} else None for index, bound in compared}
        if len(blocks) == 1 and None not in blocks and is_passed(launch, name):
            yield name, *blocks


def block_of(launch: Launch, index: dict) -> str | None:
    """`BLOCK` if an index is nothing but `tl.arange(0, BLOCK)`."""
    ((product, count),) = list(index.items())[:1] or [((), 0)]
    atom = launch.uses.atoms.get(product[0]) if len(index) == 1 and len(product) == 1 and count == 1 else None
    size = thaw(atom.details[0]) if atom is not None and atom.kind == "lane" and atom.details else {}
    name = only_name(size)
    return name if name is not None and type(launch.constants.get(name)) is int else None


def conditions_of(launch: Launch, site: Site, name: str, program: Program) -> Iterator[str]:
    size = site.passed[name].size
    if size is None or type(launch.constants[name]) is not int:
        return
    passed = {each: Passed(host, "") for each, host in site.passed.items()}
    written = Written(launch, passed, program, may_add=False)
    checked = checks_of(site, program)
    for bound in below(size, checked) if has_power(size) or size in {high for _low, high in checked} else ():
        try:
            text = written.text(bound)
        except NotKnown:
            continue
        if any(is_passed(launch, word) for word in written.used):
            yield text


def is_passed(launch: Launch, name: str) -> bool:
    """True for a parameter that differs between calls."""
    parameter = launch.parameters.get(name)
    return name in launch.grid_parameters or (parameter is not None and parameter.kind == "scalar")


def has_power(size: tuple) -> bool:
    return size[0] == "power" or (
        size[0] in ("min", "max", "either", "*", "+")
        and any(has_power(each) for each in size[1:] if isinstance(each, tuple))
    )


def below(size: tuple, checked: list) -> list:
    """The sizes that are never larger than a size. `checked` are pairs of sizes of which the program says the first to be
    at most the second."""
    found = [low for low, high in checked if high == size]
    kind = size[0]
    if kind == "power":
        return [*found, *below(size[1], checked)]
    if kind == "max":
        return [*found, *below(size[1], checked), *below(size[2], checked)]
    if kind == "choice":
        return [*found, *below(("either", *size[2:]), checked)]
    if kind in ("min", "either"):
        first, *others = [below(each, checked) for each in size[1:]]
        return [*found, *(each for each in first if all(each in other for other in others))]
    if kind in ("*", "+"):
        left, right = size[1:]
        for one, other in ((left, right), (right, left)):
            if other[0] == "int" and other[1] >= 1:
                return [*found, *below(one, checked)]
    return found if kind == "int" else [*found, size]


def checks_of(site: Site, program: Program) -> list:
    """What the function around a launch checks before it: `assert N <= BLOCK`, `if N > BLOCK: raise …`."""
    function = site.scope.function
    found = []
    for node in own_nodes(function) if function is not None else ():
        test, holds = None, True
        if isinstance(node, ast.Assert):
            test = node.test
        elif isinstance(node, ast.If) and isinstance(node.body[-1], ast.Raise):
            test, holds = node.test, False
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and node.lineno < site.line:  # type: ignore[attr-defined]
            pair = ordered(test, holds)
            sizes = [program.value(each, site.scope, node.lineno).size for each in pair or ()]  # type: ignore[attr-defined]
            if sizes and None not in sizes:
                found.append(tuple(sizes))
    return found


def ordered(test: ast.Compare, holds: bool) -> tuple | None:
    """The two sides of a comparison, the smaller one first; None if it does not say which that is."""
    left, right = test.left, test.comparators[0]
    operator = test.ops[0]
    if isinstance(operator, (ast.LtE, ast.Lt) if holds else (ast.Gt, ast.GtE)):
        return left, right
    if isinstance(operator, (ast.GtE, ast.Gt) if holds else (ast.Lt, ast.LtE)):
        return right, left
    return None
