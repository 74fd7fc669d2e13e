"""Triton's compiler without its last stage: PTX is what the emulator executes, so ptxas need not run."""

from __future__ import annotations

from typing import Any

# Part of the key of Triton's cache, so that a program on a GPU never finds PTX in place of a cubin.
TAG = "-emulated-1"


def keep_ptx() -> None:
    """Makes the stage `cubin` return the PTX, and changes the keys of Triton's cache."""
    from triton.backends.nvidia.compiler import CUDABackend
    from triton.compiler import compiler

    add_stages, get_cache_key = CUDABackend.add_stages, compiler.get_cache_key

    def with_ptx(self: Any, stages: dict[str, Any], *args: Any, **kwargs: Any) -> Any:
        result = add_stages(self, stages, *args, **kwargs)
        if "cubin" in stages:
            stages["cubin"] = lambda source, metadata: source.encode()
        return result

    def tagged(*args: Any, **kwargs: Any) -> Any:
        return get_cache_key(*args, **kwargs) + TAG

    CUDABackend.add_stages = with_ptx
    compiler.get_cache_key = tagged
