"""A PTX module as it was read: its functions and their instructions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias, cast

if TYPE_CHECKING:
    from .mnemonic import Mnemonic

# A file and a line of Python.
Place: TypeAlias = tuple[str, int]


@dataclass(frozen=True)
class Parameter:
    """One kernel parameter: its place in the parameter buffer, in bytes."""

    name: str
    offset: int
    size: int
    align: int


def names_in(operand: str) -> list[str]:
    """The registers of an operand, and its other words."""
    return re.findall(r"[%\w$.@]+", operand)


@dataclass
class Instruction:
    """One statement. `guard` is a predicate register, or None; `negated` turns it around."""

    opcode: str  # with its modifiers: `ld.global.v4.b32`
    operands: list[str]
    guard: str | None
    negated: bool
    place: Place | None  # (file, line) of the Python source
    text: str
    # Set once it is decoded: its index in the program, and its row in the table of instructions.
    index: int = -1
    mnemonic: Mnemonic[Any] = field(default=cast("Mnemonic[Any]", None), repr=False)

    @property
    def words(self) -> list[str]:
        return self.opcode.split(".")

    @property
    def targets(self) -> list[str]:
        """The registers that it may write."""
        target = self.operands[0] if self.operands else ""
        return [] if target.startswith("[") else names_in(target)

    def where(self) -> str:
        """The line of the Python file, or the instruction."""
        return f"`{self.text}`" if self.place is None else "{}:{}".format(*self.place)


@dataclass
class Function:
    """The body of a kernel or of a device function. Register names are unique in the program."""

    name: str
    parameters: list[Parameter]
    results: list[Parameter]
    instructions: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    branch_tables: dict[str, list[int]] = field(default_factory=dict)
    widths: dict[str, int] = field(default_factory=dict)  # bits of each register
    sizes: dict[str, int] = field(default_factory=dict)  # bytes of each parameter and argument
    start: int = 0  # index of the first instruction in the program
    # What other modules have found out about it, once.
    computed: set[str] | None = None  # registers, as in `results`
    updated_words: set[str] | None = None  # addresses, as in `accesses_word`


@dataclass
class Program:
    """A module with one kernel."""

    target: str
    version: str
    kernel: Function
    functions: dict[str, Function]
    constants: bytes  # the variables of the module
    symbols: dict[str, int]  # address of each variable and of each parameter of the kernel
    shared: set[str]  # the names of those in shared memory: their addresses differ between the blocks of a cluster
    shared_bytes: int
    local_bytes: int
    assumptions: list[tuple[Place | str, list[list[Any]]]] = field(default_factory=list)  # as `assumed` reads them
    code: object = None  # what `decode` has made of it

    @property
    def name(self) -> str:
        return self.kernel.name

    @property
    def parameters(self) -> list[Parameter]:
        return self.kernel.parameters
