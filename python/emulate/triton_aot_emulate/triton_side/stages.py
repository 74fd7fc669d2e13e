"""Triton's compiler without its last stage: PTX is what the emulator executes, so ptxas need not run."""

from __future__ import annotations

from functools import wraps
from typing import Any

# Part of the keys of Triton's caches, so that a program on a GPU never finds PTX in place of a cubin, or times of the emulator.
TAG = "-emulated-2"


def keep_ptx() -> None:
    """Makes the stage `cubin` return the PTX, and changes the keys of Triton's caches."""
    from triton.backends.nvidia.compiler import CUDABackend

    add_stages, get_hash = CUDABackend.add_stages, CUDABackend.hash

    @wraps(add_stages)
    def with_ptx(self: Any, stages: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        result = add_stages(self, stages, *args, **kwargs)
        if "ttgir" in stages:
            stages["ttgir"] = _noting_pointers(stages["ttgir"])
        if "cubin" in stages:
            stages["cubin"] = lambda source, metadata: source.encode()
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
