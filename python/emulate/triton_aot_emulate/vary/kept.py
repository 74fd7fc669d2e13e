"""Keeps what a test can change beside its results, and puts it back."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

_CONTAINERS = (list, dict, set)


class Changes:
    """`found` says whether something was changed."""

    def __init__(self) -> None:
        self.found = False


@contextlib.contextmanager
def kept(*scopes: dict[str, Any]) -> Iterator[Changes]:
    """Puts back what code inside has changed: names of modules and attributes, their containers, variables, the current folder."""
    changes = Changes()
    names = [dict(each) for each in scopes]
    containers = [(each, each.copy()) for scope in scopes for each in scope.values() if type(each) in _CONTAINERS]
    folder, variables = os.getcwd(), dict(os.environ)
    try:
        yield changes
    finally:
        for scope, before in zip(scopes, names):
            if not _is_same(scope, before):
                changes.found = True
                scope.clear()
                scope.update(before)
        for each, before in containers:
            if len(each) != len(before) or (type(each) is not set and not _has_same(each, before)):
                changes.found = True
                each.clear()
                (each.extend if type(each) is list else each.update)(before)
        if dict(os.environ) != variables:
            changes.found = True
            os.environ.clear()
            os.environ.update(variables)
        if os.getcwd() != folder:
            changes.found = True
            os.chdir(folder)


def _is_same(now: dict[Any, Any], before: dict[Any, Any]) -> bool:
    return now.keys() == before.keys() and all(now[key] is each for key, each in before.items())


def _has_same(now: Any, before: Any) -> bool:
    if type(now) is dict:
        return now.keys() == before.keys() and all(now[key] is before[key] for key in before)
    return all(one is other for one, other in zip(now, before))
