"""Functions that make tensors from data, and legacy types: PyTorch asks CUDA for the current device in them."""

from __future__ import annotations

import functools
from typing import Any

import torch
from torch.overrides import handle_torch_function

from ..ordering import order
from . import places
from .methods import to
from .tracing import is_tracing, traced_constant

# Functions of `torch` that read Python values. All others ask the dispatcher, and so the mode.
FROM_DATA = (
    "tensor", "as_tensor", "asarray", "sparse_coo_tensor", "sparse_csr_tensor", "sparse_csc_tensor", "sparse_bsr_tensor",
    "sparse_bsc_tensor", "sparse_compressed_tensor",
)  # fmt: skip
# Names of types in `torch.cuda`, such as `FloatTensor`.
TYPES = {
    "FloatTensor": torch.float32, "DoubleTensor": torch.float64, "HalfTensor": torch.float16,
    "BFloat16Tensor": torch.bfloat16, "ByteTensor": torch.uint8, "CharTensor": torch.int8, "ShortTensor": torch.int16,
    "IntTensor": torch.int32, "LongTensor": torch.int64, "BoolTensor": torch.bool,
}  # fmt: skip


def replace_factories() -> None:
    for name in FROM_DATA:
        setattr(torch, name, _on_cpu_first(getattr(torch, name)))
    for name in ("nested_tensor", "as_nested_tensor"):
        setattr(torch.nested, name, _of_moved(getattr(torch.nested, name)))
    for name, dtype in TYPES.items():
        setattr(torch.cuda, name, _type(name, dtype))


def _on_cpu_first(make: Any) -> Any:
    """A function that makes a tensor on the CPU, and then puts it where it was asked for."""

    def made(*args: Any, **kwargs: Any) -> Any:
        # As PyTorch does for its functions in C++: the modes are asked first, among them that of a default device.
        if torch._C._is_torch_function_mode_enabled():
            return handle_torch_function(made, (), *args, **kwargs)
        if make.__name__ not in ("as_tensor", "asarray") and kwargs.pop("pin_memory", False):  # PyTorch asks a driver.
            tensor = made(*args, **kwargs)
            if places.is_on_gpu(tensor):
                raise RuntimeError("Only dense CPU tensors can be pinned")
            places.mark(places.storage_of(tensor), places.PINNED)
            return tensor
        asked = kwargs.get("device")
        if asked is None or not places.asks_for_gpu(asked):
            if args and isinstance(args[0], torch.Tensor) and make.__name__ not in ("as_tensor", "asarray"):
                return places.put(make(*args, **kwargs), on_gpu=asked is None and places.is_on_gpu(args[0]))
            if asked is not None and args and isinstance(args[0], torch.Tensor):
                return make(to(args[0], asked), *args[1:], **kwargs)
            return make(*args, **kwargs)
        if is_tracing() and not (args and isinstance(args[0], torch.Tensor)):
            return traced_constant(made, args, kwargs)
        kwargs["device"] = "cpu"
        order.host_waits()  # for the copy of the values
        if args and isinstance(args[0], torch.Tensor):
            args = (to(args[0], places.GPU), *args[1:])
            return places.put(make(*args, **kwargs), on_gpu=True)
        if make.__name__ in ("as_tensor", "asarray"):
            return to(make(*args, **kwargs), places.GPU)  # a copy: the CPU's tensor can share memory with an array
        return places.put(make(*args, **kwargs), on_gpu=True)

    made.__name__, made.__qualname__, made.__doc__ = make.__name__, make.__name__, make.__doc__
    made.__module__ = "torch"
    return made


def _of_moved(make: Any) -> Any:
    """A function that makes a nested tensor: its parts go to the GPU first, as PyTorch's code in C++ would ask CUDA."""

    @functools.wraps(make)
    def made(parts: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
        if device is None or not places.asks_for_gpu(device) or kwargs.get("layout") is torch.jagged:
            return make(parts, *args, device=device, **kwargs)
        if isinstance(parts, torch.Tensor):
            return make(to(parts, places.GPU), *args, **kwargs)
        return make([to(torch.as_tensor(each), places.GPU) for each in parts], *args, **kwargs)

    return made


class _GpuType(type):
    dtype: Any
    of_gpu: str

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, torch.Tensor) and value.is_cuda and value.dtype is cls.dtype

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        kwargs.pop("device", None)
        if len(args) == 1 and isinstance(args[0], (list, tuple)) and not isinstance(args[0], torch.Size):
            return torch.tensor(args[0], dtype=cls.dtype, device="cuda")
        sizes = args[0] if len(args) == 1 and isinstance(args[0], torch.Size) else args
        return torch.empty(sizes, dtype=cls.dtype, device="cuda")


def _type(name: str, dtype: Any) -> Any:
    return _GpuType(name, (), {"dtype": dtype, "of_gpu": f"torch.cuda.{name}", "__module__": "torch.cuda"})
