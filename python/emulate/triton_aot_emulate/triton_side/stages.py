"""Triton's compiler without its last stage: PTX is what the emulator executes, so ptxas need not run.

The metadata of a compiled kernel, which Triton's cache keeps, gets what is known to be wrong in it.
"""

from __future__ import annotations

from functools import wraps
from typing import Any

from aot_compiled.front_end import watch_front_end
from aot_compiled.miscompilations import Finder

# Part of the keys of Triton's caches, so that a program on a GPU never finds PTX in place of a cubin, or times of the emulator.
TAG = "-emulated-3"


def keep_ptx() -> None:
    """Makes the stage `cubin` return the PTX, and changes the keys of Triton's caches."""
    from triton.backends.nvidia.compiler import CUDABackend

    add_stages, get_hash = CUDABackend.add_stages, CUDABackend.hash

    @wraps(add_stages)
    def with_ptx(self: Any, stages: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        result = add_stages(self, stages, *args, **kwargs)
        finder = Finder()
        watch_front_end(finder.add)
        for name in {"ttir", "ttgir"} & stages.keys():
            stages[name] = _looking(stages[name], finder)
        if "ttgir" in stages:
            stages["ttgir"] = _noting_pointers(stages["ttgir"])
        if "cubin" in stages:
            stages["cubin"] = _ptx_in_place(stages["cubin"], finder)
        return result

    @wraps(get_hash)
    def tagged(self: Any) -> str:
        return get_hash(self) + TAG

    CUDABackend.add_stages, CUDABackend.hash = with_ptx, tagged


def _noting_pointers(stage: Any) -> Any:
    """A stage that records whether the kernel makes pointers of numbers: it accesses memory that is no argument's."""

    def run(source: Any, metadata: dict[str, Any]) -> Any:
        module = stage(source, metadata)
        metadata["makes_pointers"] = "tt.int_to_ptr" in str(module)
        return module

    return run


def _looking(stage: Any, finder: Finder) -> Any:
    def run(source: Any, metadata: dict[str, Any]) -> Any:
        module = stage(source, metadata)
        finder.ir(module)
        return module

    return run


def _ptx_in_place(stage: Any, finder: Finder) -> Any:
    """A stage that returns PTX as it is. ptxas only runs for what it is known to get wrong."""

    def run(source: str, metadata: dict[str, Any]) -> bytes:
        finder.machine_code(source, lambda: stage(source, dict(metadata)))
        metadata["miscompilations"] = finder.take(source)
        return source.encode()

    return run
