"""Describes what a slice takes from modules."""

from dataclasses import dataclass, field

from .modules import Leaf, Module


@dataclass(frozen=True)
class Via:
    """A module-level value on the way from the kernel to something unknown."""

    name: str
    module: Module
    leaf: Leaf
    # True if a constant in the manifest can replace it.
    simple: bool


@dataclass(eq=False)
class Unknown:
    """A name of a module whose value is known only when the program runs."""

    module: Module
    name: str
    reason: str
    # The line that reads it, and what it reads.
    line: int
    text: str
    # The values on the way there from the kernel, outermost first.
    path: tuple
    # True if the kernel cannot be compiled without it.
    certain: bool
    # The module that is not imported, if that is why.
    package: str = ""
    # The module and the line that changes the value, if that is why.
    changer: tuple | None = None
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
    values: dict


@dataclass(eq=False)
class Part:
    """Lists what is taken from one module."""

    leaves: set = field(default_factory=set)
    # By import statement: what each name that it binds stands for (External, Local or StandIn).
    imported: dict = field(default_factory=dict)
    # Values from the manifest, by name: the value, and "()" for a function that returns it.
    answers: dict = field(default_factory=dict)
    # Unknown values, by statement (None: a builtin) and name.
    unknown: dict = field(default_factory=dict)
    # Values that a statement changes which the slice does not have, by name.
    changed: dict = field(default_factory=dict)
    # Blocks whose condition is taken as true, since the name would otherwise have no value.
    assumed: set = field(default_factory=set)
    # By function: the decorators that stay, as (text instead of it or None, decorator).
    decorators: dict = field(default_factory=dict)
    # Annotations and defaults that are left out, with the text instead of them.
    dropped: dict = field(default_factory=dict)
    # Import statements in the bodies of taken functions.
    inner: dict = field(default_factory=dict)
