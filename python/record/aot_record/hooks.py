"""Runs functions when a program imports a module."""

import sys
from collections.abc import Callable
from typing import Any


def when_imported(actions: dict[str, Callable]) -> None:
    """Calls `actions[name](module)` as soon as the module has run, or now if it has. Modules that are never imported cost nothing."""
    for name in actions.keys() & sys.modules.keys():
        actions[name](sys.modules[name])
    sys.meta_path.insert(0, Finder(actions))


class Finder:
    def __init__(self, actions: dict[str, Callable]):
        self._actions = actions

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name not in self._actions:
            return None
        spec = self._original(name, path, target)
        if spec is None or spec.loader is None:
            return spec
        act, run = self._actions[name], spec.loader.exec_module

        def exec_module(module: Any) -> None:
            run(module)
            act(module)

        # Set on the loader itself, so that the module keeps its loader, and with it its source.
        spec.loader.exec_module = exec_module
        return spec

    def _original(self, name: str, path: Any, target: Any) -> Any:
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            if finder is self or find is None:
                continue
            spec = find(name, path, target)
            if spec is not None:
                return spec
        return None
