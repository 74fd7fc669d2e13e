"""Detects whether kernel files have changed Triton or the environment while they were imported."""

import os
import sys
from types import ModuleType

import triton

# Imported here, since otherwise the first kernel would import them after its file may have changed them.
import triton.compiler.code_generator
import triton.experimental.gluon._runtime
import triton.experimental.gluon.language

# Python adds these to modules that emit warnings, and to classes with copied objects.
ADDED_BY_PYTHON = {"__warningregistry__", "__slotnames__"}


class TritonSnapshot:
    """The content of Triton's modules and classes, its knobs and the environment, before any kernel file ran."""

    def __init__(self):
        self._environment = dict(os.environ)
        self._seen = [(space, dict(vars(space))) for space in namespaces()]

    def is_unchanged(self) -> bool:
        """Whether everything is the same object now. Further modules may have been imported."""
        if os.environ != self._environment:
            return False
        return all(unchanged(before, vars(space)) for space, before in self._seen)


def namespaces() -> list:
    modules = [
        module
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] == "triton" and isinstance(module, ModuleType)
    ]
    classes = {
        value: None
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__.partition(".")[0] == "triton"
    }
    knobs = [each for each in vars(triton.knobs).values() if isinstance(each, triton.knobs.base_knobs)]
    return [*modules, *classes, *knobs, triton.runtime.driver]


def unchanged(before: dict, now: dict) -> bool:
    for name, value in now.items():
        if before.get(name, before) is not value and not (isinstance(value, ModuleType) or name in ADDED_BY_PYTHON):
            return False
    return len(now) >= len(before)
