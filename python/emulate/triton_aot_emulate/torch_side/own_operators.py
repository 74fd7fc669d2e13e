"""Operators that the program registers for CUDA, written in Python: they run where tensors are on the GPU."""

from __future__ import annotations

from typing import Any

import torch

_CUDA_KEYS = ("CUDA", "CompositeExplicitAutogradCUDA")
_kernels: dict[str, Any] = {}  # by the name with its overload, such as `mylib::scale.default`


def cuda_kernel(func: Any) -> Any:
    """The program's own function for an operator on a GPU; None if there is none."""
    return _kernels.get(f"{func._schema.name}.{func._overloadname}") if _kernels else None


def keep_cuda_kernels() -> None:
    """Keeps what programs register for the dispatch key CUDA, which tensors of the emulated GPU do not have."""
    register = torch.library.Library.impl

    def impl(library: Any, op_name: Any, fn: Any, dispatch_key: str = "", **kwargs: Any) -> Any:
        result = register(library, op_name, fn, dispatch_key, **kwargs)
        if (dispatch_key or library.dispatch_key) in _CUDA_KEYS:
            _kernels[_qualified(library.ns, op_name)] = fn
        return result

    torch.library.Library.impl = impl


def _qualified(namespace: str, name: Any) -> str:
    if isinstance(name, torch._ops.OpOverload):
        return f"{name._schema.name}.{name._overloadname}"
    base, _, overload = str(name).split("::")[-1].partition(".")
    return f"{namespace}::{base}.{overload or 'default'}"
