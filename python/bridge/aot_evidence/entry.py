"""What a manifest says about a kernel: the entries that both kinds of evidence lead to. src/features/authoring/entry-text.ts writes them."""

import dataclasses
import re
from dataclasses import dataclass, field
from typing import Any, Literal

# A value by its kind: a constant as a WireConstant, a `type`, an `expression` of the grid language, or the name of a
# `placeholder` of `for`; `json` for what buffers have in one case.
Value = tuple[str, str]


@dataclass(frozen=True)
class Setting:
    """A value under a name, with a note in the same line and a comment above it. Without a value, a person must give one."""

    name: str
    value: Value | None
    note: str | None = None
    comment: str | None = None


@dataclass(frozen=True)
class Buffer:
    """`shape` and `strides` are expressions; None if they are not known, or if nothing uses the buffer."""

    name: str
    role: str
    shape: list[str] | None
    strides: list[str] | None = None
    # As in a manifest.
    fill: Any = None
    # The type of the elements that a list of addresses leads to.
    table: str | None = None


@dataclass(frozen=True)
class Reference:
    text: str
    comment: str | None = None


@dataclass(frozen=True)
class Smoke:
    reference: Reference
    buffers: list[Buffer]
    arguments: list[Setting]
    cases: list[list[Setting]]
    # The outputs that the kernel rounds to integers or fp8.
    rounded: list[str]
    # False if the order of atomic operations can change the outputs.
    deterministic: bool
    # Why the test is not complete.
    problem: str | None = None


@dataclass(frozen=True)
class Requires:
    """Conditions of a call, with a note; empty if a person must give them."""

    conditions: list[str]
    note: str | None = None


@dataclass(frozen=True)
class Autotuned:
    """The configs of @triton.autotune, of which a program used some: their number, and the globals that all of them need."""

    configs: int
    globals: list[Setting]


@dataclass(frozen=True)
class Entry:
    source: str
    # True if it is what the kernel's text says: then notes explain it to a newcomer, and a person must give what has no value.
    is_text: bool
    arguments: list[Setting]
    constants: list[Setting]
    # Empty if it is not known.
    grid: list[str]
    comment: str | None = None
    # The values of each placeholder.
    choices: dict[str, list[Value]] = field(default_factory=dict)
    # Values that are known only when the program runs.
    globals: list[Setting] = field(default_factory=list)
    # Comments on the constants that @triton.heuristics computes.
    heuristics: list[str] = field(default_factory=list)
    requires: Requires | None = None
    configs: Literal["autotune"] | list[list[Setting]] = field(default_factory=list)
    # Of configs that are some of those of @triton.autotune.
    autotuned: Autotuned | None = None
    grid_parameters: list[str] = field(default_factory=list)
    grid_note: str | None = None
    grid_comments: list[str] = field(default_factory=list)
    options: list[Setting] = field(default_factory=list)
    smoke: Smoke | None = None


def to_json(value: Any) -> Any:
    """Returns dataclasses as objects with the names of TypeScript, without what is None."""
    if dataclasses.is_dataclass(value):
        return {
            camel_case(each.name): to_json(found)
            for each in dataclasses.fields(value)
            if (found := getattr(value, each.name)) is not None
        }
    if isinstance(value, dict):
        return {key: to_json(each) for key, each in value.items()}
    return [to_json(each) for each in value] if isinstance(value, (list, tuple)) else value


def camel_case(name: str) -> str:
    return re.sub("_([a-z])", lambda found: found[1].upper(), name)


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
