"""Tells whether kernel files have changed the compiler or its environment while they were imported."""

import os
import sys
from types import ModuleType

import triton

# Loaded with the first kernel otherwise, when a kernel file may have changed them already.
import triton.compiler.code_generator
import triton.experimental.gluon._runtime
import triton.experimental.gluon.language

# Python itself puts these into modules that warn and into classes of which something is copied.
OF_PYTHON = {"__warningregistry__", "__slotnames__"}


class Pristine:
    """Triton as it was before any kernel file ran: what its modules and classes hold, and what its knobs are set to."""

    def __init__(self):
        self._environment = dict(os.environ)
        self._seen = [(space, dict(vars(space))) for space in namespaces()]

    def holds(self) -> bool:
        """Whether all of it is the same object now; a module may have been loaded besides."""
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
        if before.get(name, before) is not value and not (isinstance(value, ModuleType) or name in OF_PYTHON):
            return False
    return len(now) >= len(before)
