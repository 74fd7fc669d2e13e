"""Facts about the parameters of a kernel, and what they lead to. They come from its text, its launches and recorded calls."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

from .entry import Setting, Value

# A scalar or a pointer of a call, a descriptor that the host makes, a constant; for a value that the configs of
# @triton.autotune or a function of @triton.heuristics sets, nothing needs to be found.
Kind = Literal["pointer", "scalar", "tensor", "constant", "config", "heuristic"]


class Strength(IntEnum):
    """How much a fact of the text counts beside others. What was recorded is certain."""

    NAME = 1
    USE = 2
    LAUNCH = 3
    ANNOTATION = 4


@dataclass(frozen=True)
class Fact:
    """One reason for what a parameter is. `type` is the element type of a pointer or the type of a scalar, `value` that of a
    constant; None if it does not say. `source` says in words where it comes from."""

    strength: Strength
    kind: Kind
    type: str | None = None
    value: Value | None = None
    source: str = ""


@dataclass
class Parameter:
    """What facts lead to. `line` is that of @triton.heuristics which computes it."""

    name: str
    kind: Kind
    type: str = ""
    value: Value | None = None
    note: str = ""
    line: int | None = None

    @property
    def is_argument(self) -> bool:
        """True for what callers pass."""
        return self.kind in ("pointer", "scalar", "tensor")

    @property
    def is_integer(self) -> bool:
        return self.kind == "scalar" and self.type.startswith(("i", "u"))

    @property
    def points_to_integers(self) -> bool:
        return self.kind == "pointer" and self.type.startswith(("*i", "*u"))

    @property
    def argument(self) -> Setting:
        return Setting(self.name, ("type", self.type), self.note or None)

    @property
    def constant(self) -> Setting:
        return Setting(self.name, self.value, self.note or None)


def arguments_of(parameters: list[Parameter]) -> list[Setting]:
    return [each.argument for each in parameters if each.is_argument]


def constants_of(parameters: list[Parameter]) -> list[Setting]:
    return [each.constant for each in parameters if each.kind == "constant"]
