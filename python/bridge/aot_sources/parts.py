"""Describes what a slice takes from modules."""

import ast
from dataclasses import dataclass, field

from .modules import Branch, Leaf, Module
from .resolve import Definition

# A value that the manifest gives.
Answer = bool | int | float | str | None


@dataclass(frozen=True)
class Via:
    """A module-level value on the way from the kernel to something unknown."""

    name: str
    module: Module
    leaf: Leaf
    # True if a constant in the manifest can replace it.
    simple: bool


# From the outermost value.
Way = tuple[Via, ...]


@dataclass(eq=False)
class Unknown:
    """A name of a module whose value is known only when the program runs."""

    module: Module
    name: str
    reason: str
    # The line that reads it, and what it reads.
    line: int
    text: str
    # The values on the way there from the kernel.
    path: Way
    # True if the kernel cannot be compiled without it.
    certain: bool
    # The module that is not imported, if that is why.
    package: str = ""
    # The module and the line that changes the value, if that is why.
    changer: Definition | None = None
    # What to do, if no value in the manifest helps.
    remedy: str = ""


@dataclass(frozen=True)
class External:
    """An import statement of a module that is installed."""

    text: str


@dataclass(frozen=True)
class Local:
    """A name of a local module, or the module itself."""

    module: Module
    name: str | None


@dataclass(frozen=True)
class StandIn:
    """A module that is not imported, with values from the manifest."""

    name: str
    values: dict[str, Answer]


Source = External | Local | StandIn

# A decorator, and the text that replaces it (None: it stays as it is).
Decorator = tuple[str | None, ast.expr]


@dataclass(eq=False)
class Part:
    """Lists what is taken from one module."""

    leaves: set[Leaf] = field(default_factory=set)
    # By import statement: what each name that it binds stands for.
    imported: dict[Leaf, dict[str, Source]] = field(default_factory=dict)
    # Values from the manifest, by name: the value, and "()" for a function that returns it.
    answers: dict[str, tuple[Answer, str]] = field(default_factory=dict)
    # Unknown values, by statement (None: a builtin) and name.
    unknown: dict[tuple[Leaf | None, str], Unknown] = field(default_factory=dict)
    # Values that a statement changes which the slice does not have, by name.
    changed: dict[str, Unknown] = field(default_factory=dict)
    # Blocks whose condition is taken as true, since the name would otherwise have no value.
    assumed: set[Branch] = field(default_factory=set)
    # By function: the decorators that stay, in order.
    decorators: dict[Leaf, list[Decorator]] = field(default_factory=dict)
    # Annotations and defaults that are left out, with the text instead of them.
    dropped: dict[ast.expr, str] = field(default_factory=dict)
    # Import statements in the bodies of taken functions.
    inner: dict[Leaf, list[Leaf]] = field(default_factory=dict)
