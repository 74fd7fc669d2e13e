"""Operators that the program registers with a function in Python: it runs in the mode, as the rest of the program does.

Below the mode, PyTorch would call such a function without it: what the function makes would not be on the GPU.
"""

from __future__ import annotations

import weakref
from typing import Any

import torch
from torch.utils._pytree import tree_leaves

from . import places

# Dispatch keys, the first of several that an operator has. The first group is for tensors on the GPU, the second for all.
_CUDA_KEYS = ("CUDA", "CompositeExplicitAutogradCUDA")
_HOST_KEYS = ("AutogradCPU", "CPU")
_ALL_KEYS = ("CompositeExplicitAutograd", "CompositeExplicitAutogradNonFunctional", "CompositeImplicitAutograd")
# By the name with its overload, such as `mylib::scale.default`, and the key: the functions, and the library that registered each.
_kernels: dict[tuple[str, str], list[tuple[weakref.ref, Any]]] = {}


def own_kernel(func: Any, on_gpu: bool) -> Any:
    """The program's own function for an operator; None if there is none."""
    if not _kernels:
        return None
    name = f"{func._schema.name}.{func._overloadname}"
    keys = (*_CUDA_KEYS, *_ALL_KEYS) if on_gpu else _ALL_KEYS
    return next((kernel for key in keys if (kernel := _newest(name, key)) is not None), None)


def _newest(name: str, key: str) -> Any:
    """The function that was registered last, by a library that is there still: without it, PyTorch forgets its functions."""
    functions = _kernels.get((name, key), [])
    while functions:
        library, function = functions[-1][0](), functions[-1][1]
        if library is not None and library.m is not None:
            return function
        functions.pop()
    return None


def keep_own_kernels() -> None:
    """Keeps the functions that programs register for operators on the GPU, whose dispatch key CPU tensors do not have, and for all."""
    register = torch.library.Library.impl

    def impl(library: Any, op_name: Any, fn: Any, dispatch_key: str = "", **kwargs: Any) -> Any:
        result = register(library, op_name, fn, dispatch_key, **kwargs)
        key = dispatch_key or library.dispatch_key or "CompositeImplicitAutograd"
        # One with a key set asks the dispatcher on purpose, and one that falls through has no function.
        if (
            key in (*_CUDA_KEYS, *_ALL_KEYS)
            and fn is not torch.library.fallthrough_kernel
            and not kwargs.get("with_keyset")
        ):
            name = _qualified(library.ns, op_name)
            _kernels.setdefault((name, key), []).append((weakref.ref(library), fn))
            if key in _CUDA_KEYS:
                _see_before_its_parts(name, register)
        return result

    torch.library.Library.impl = impl


# The library with which operators are seen that consist of others.
_seen: list[Any] = []


def _see_before_its_parts(name: str, register: Any) -> None:
    """Has an operator ask for a function of the program before it is computed by its parts, which is all that the mode would see.

    On a GPU, a function for CUDA takes precedence over the parts, as those of `isclose`.
    """
    space, _, rest = name.partition("::")
    base, _, overload = rest.partition(".")
    operator = getattr(getattr(getattr(torch.ops, space), base, None), overload, None)
    if operator is None:
        return  # PyTorch permits functions for operators that nobody has defined yet.
    dispatched = f"{space}::{base}" if overload == "default" else name
    has_parts = _has_kernel(dispatched, "CompositeImplicitAutograd")
    if not has_parts or any(_has_kernel(dispatched, key) for key in _HOST_KEYS):
        return

    def own_or_parts(*args: Any, **kwargs: Any) -> Any:
        on_gpu = any(places.is_on_gpu(each) for each in tree_leaves((args, kwargs)) if isinstance(each, torch.Tensor))
        kernel = own_kernel(operator, on_gpu) if on_gpu else None
        return operator.decompose(*args, **kwargs) if kernel is None else kernel(*args, **kwargs)

    _seen.append(library := torch.library.Library(space, "IMPL"))
    for key in _HOST_KEYS:
        register(library, dispatched, own_or_parts, key)


def _has_kernel(name: str, key: str) -> bool:
    return torch._C._dispatch_has_kernel_for_dispatch_key(name, key)


def _qualified(namespace: str, name: Any) -> str:
    if isinstance(name, torch._ops.OpOverload):
        return f"{name._schema.name}.{name._overloadname}"
    base, _, overload = str(name).split("::")[-1].partition(".")
    return f"{namespace}::{base}.{overload or 'default'}"
