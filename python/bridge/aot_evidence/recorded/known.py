"""Finds the entries that a manifest already has."""

from dataclasses import dataclass
from typing import Any

from aot_wire import messages

from ..types import parse_type
from .drafts import Constants, Draft
from .recording import Constant, pair


@dataclass(frozen=True)
class KnownEntry:
    """An entry of the manifest. Types and constants are by the name of the parameter, or by its place in a signature."""

    name: str
    file: str
    function: str
    types: dict[str | int, str]
    constants: dict[str | int, Constant]
    # The constants that its configs set.
    tuned: frozenset[str]

    def describes(self, draft: Draft) -> bool:
        """True for the same function with the same types and constants. Hints may differ, since a person might have changed
        them. A constant that the entry leaves out has a default."""
        if (self.file, self.function) != (draft.file, draft.function):
            return False
        types = named(self.types, draft)
        given: Constants = named(self.constants, draft)
        return types == {name: plain(text) for name, text in draft.types.items()} and all(
            name not in given or name in self.tuned or given[name] == value for name, value in draft.constants.items()
        )


def named(values: dict[str | int, Any], draft: Draft) -> dict[str, Any]:
    def name_of(key: str | int) -> str:
        if isinstance(key, str):
            return key
        return draft.parameters[key] if key < len(draft.parameters) else ""

    # What the entry says by name counts more than its signature.
    return {name_of(key): value for key, value in sorted(values.items(), key=lambda each: isinstance(each[0], str))}


def plain(text: str) -> str:
    """A type in its usual form: `tensordesc<fp16[64,64]>` without spaces."""
    type_ = parse_type(text)
    return text if type_ is None else str(type_)


def read_known(line: messages.KnownEntry) -> KnownEntry:
    return KnownEntry(
        line["name"],
        line["file"],
        line["function"],
        {each["parameter"]: each["type"] for each in line["types"]},
        {each["parameter"]: pair(each["value"]) for each in line["constants"]},
        frozenset(line["tuned"]),
    )
