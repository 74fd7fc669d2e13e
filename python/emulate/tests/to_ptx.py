"""Compiles with Triton up to the PTX. Needs neither a GPU nor ptxas."""

import triton
from triton import knobs
from triton.backends.compiler import GPUTarget


class _Done(BaseException):
    """Ends a compilation after the PTX."""


def use_target(sm: int) -> GPUTarget:
    """Makes Triton compile for an architecture, whatever the machine has."""
    target = GPUTarget("cuda", sm, 32)

    class Driver:
        get_current_target = staticmethod(lambda: target)
        is_active = staticmethod(lambda: True)

    triton.runtime.driver.set_active(Driver())
    return target


def to_ptx(source, target: GPUTarget, options: dict) -> dict:
    """Returns the metadata of a kernel, and its PTX as `ptx`."""
    found = {}

    def hook(*arguments):
        if not arguments:
            return "", ""
        stages = arguments[1]
        make = stages["ptx"]

        def keep(module, metadata):
            text = make(module, metadata)  # changes the metadata
            found.update(metadata, ptx=text)
            raise _Done()

        stages["ptx"] = keep
        return None

    before, knobs.runtime.add_stages_inspection_hook = knobs.runtime.add_stages_inspection_hook, hook
    try:
        triton.compile(source, target, options)
    except _Done:
        pass
    finally:
        knobs.runtime.add_stages_inspection_hook = before
    return found
