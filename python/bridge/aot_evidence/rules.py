"""Tables of rules: each row says in words what it concludes, and from what."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Found = TypeVar("Found")


@dataclass(frozen=True)
class Rule(Generic[Asked, Found]):
    says: str
    # None where the rule says nothing.
    find: Callable[[Asked], Found | None]


def first_of(rules: Sequence[Rule[Asked, Found]], asked: Asked) -> Found | None:
    """What the first rule says that says something."""
    return next((found for rule in rules if (found := rule.find(asked)) is not None), None)
