"""Triton's compiler without its last stage: PTX is what the emulator executes, so ptxas need not run.

The metadata of a compiled kernel, which Triton's cache keeps, gets what is known to be wrong in it.
"""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

from aot_compiled.front_end import watch_front_end
from aot_compiled.miscompilations import Finder

from ..findings import as_on_gpu

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from ..emulation import Emulation

# Part of the keys of Triton's caches, so that a program on a GPU never finds PTX in place of a cubin, or times of the emulator.
TAG = "-emulated-4"


def keep_ptx(emulation: Emulation) -> None:
    """Makes the stage `cubin` return the PTX, and changes the keys of Triton's caches.

    What Triton cannot compile fails as on a GPU; a launch whose code only the emulation cannot read is not judged.
    """
    from triton.backends.nvidia.compiler import CUDABackend

    add_stages, get_hash = CUDABackend.add_stages, CUDABackend.hash

    @wraps(add_stages)
    def with_ptx(self: Any, stages: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        result = add_stages(self, stages, *args, **kwargs)
        finder = Finder()
        watch_front_end(finder.add)
        for name in {"ttir", "ttgir"} & stages.keys():
            stages[name] = _looking(stages[name], finder, emulation)
        if "ttgir" in stages:
            stages["ttgir"] = _noting(stages["ttgir"], emulation)
        if "cubin" in stages:
            stages["cubin"] = _ptx_in_place(stages["cubin"], finder, emulation)
        return result

    @wraps(get_hash)
    def tagged(self: Any) -> str:
        return get_hash(self) + TAG

    CUDABackend.add_stages, CUDABackend.hash = with_ptx, tagged


def _noting(stage: Any, emulation: Emulation) -> Any:
    """A stage that records how often the kernel converts layouts, and whether it makes pointers of numbers: it accesses memory that is
    no argument's."""

    def run(source: Any, metadata: dict[str, Any]) -> Any:
        module = stage(source, metadata)
        with _preparing(emulation, metadata):
            text = str(module)
            metadata["makes_pointers"] = "tt.int_to_ptr" in text
            metadata["layout_conversions"] = text.count("ttg.convert_layout")
        return module

    return run


def _looking(stage: Any, finder: Finder, emulation: Emulation) -> Any:
    def run(source: Any, metadata: dict[str, Any]) -> Any:
        module = stage(source, metadata)
        with _preparing(emulation, metadata):
            finder.ir(module)
        return module

    return run


def _ptx_in_place(stage: Any, finder: Finder, emulation: Emulation) -> Any:
    """A stage that returns PTX as it is. ptxas only runs for what it is known to get wrong."""

    def run(source: str, metadata: dict[str, Any]) -> bytes:
        def assembled() -> Any:
            try:
                return stage(source, dict(metadata))
            except Exception as error:
                raise as_on_gpu(error)  # noqa: B904  # the same error

        with _preparing(emulation, metadata):
            finder.machine_code(source, assembled)
            metadata["miscompilations"] = finder.take(source)
            return (finder.assumed + source).encode()

    return run


def _preparing(emulation: Emulation, metadata: dict[str, Any]) -> AbstractContextManager[None]:
    """The kernel has its name once its PTX is made."""
    return emulation.preparing(str(metadata.get("name", "a kernel that is compiled")))
