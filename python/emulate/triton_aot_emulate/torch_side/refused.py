"""What exists only on a GPU: it fails with its name, before it fails for another reason."""

from __future__ import annotations

import functools
from typing import Any

import torch

from ..findings import NeedsGpu


def refuse() -> None:
    """Replaces what cannot be emulated."""
    if torch.distributed.is_available():
        torch.distributed.init_process_group = _without_nccl(torch.distributed.init_process_group)


def refuse_extensions(module: Any) -> None:
    """`module` is `torch.utils.cpp_extension`, as soon as the program imports it."""
    for name in ("load", "load_inline"):
        setattr(module, name, _without_cuda(getattr(module, name)))


def _without_nccl(initialise: Any) -> Any:
    @functools.wraps(initialise)
    def init_process_group(backend: Any = None, *args: Any, **kwargs: Any) -> Any:
        if "nccl" in str(backend).lower():
            raise NeedsGpu("the process group `nccl`")
        return initialise(backend, *args, **kwargs)

    return init_process_group


def _without_cuda(load: Any) -> Any:
    @functools.wraps(load)
    def checked(name: str, *args: Any, **kwargs: Any) -> Any:
        sources = kwargs.get("sources", args[0] if args and load.__name__ == "load" else ())
        files = [sources] if isinstance(sources, str) else list(sources)
        if (
            kwargs.get("with_cuda")
            or kwargs.get("cuda_sources")
            or any(str(each).endswith((".cu", ".cuh")) for each in files)
        ):
            raise NeedsGpu(f"the CUDA extension `{name}`")
        return load(name, *args, **kwargs)

    return checked
