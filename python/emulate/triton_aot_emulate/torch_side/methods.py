"""What tensors say of their device, and how they go to another: methods and properties of `torch.Tensor`."""

from __future__ import annotations

from typing import Any

import torch
from torch._subclasses.fake_tensor import is_fake
from torch.overrides import handle_torch_function, has_torch_function_unary

from . import places

_TensorBase = torch._C.TensorBase
_to, _numpy = torch.Tensor.to, torch.Tensor.numpy
_real_device = _TensorBase.device.__get__


def replace_methods() -> None:
    """Replaces what would ask for a real GPU, or would answer that a tensor is on the CPU."""
    for method in (to, cuda, cpu, numpy, get_device, pin_memory, is_pinned, record_stream, new_tensor):
        setattr(torch.Tensor, method.__name__, _overridable(method))
    torch.Tensor.__array__ = _array(torch.Tensor.__array__)
    torch.Tensor.type = _overridable(_type(torch.Tensor.type))
    for question in (device, is_cuda, is_cpu):
        setattr(torch.Tensor, question.__name__, _overridable_property(question))


def device(tensor: Any) -> Any:
    real = _real_device(tensor)
    return places.GPU if real == places.IN_CPP or (real.type == "cpu" and places.is_on_gpu(tensor)) else real


def is_cuda(tensor: Any) -> bool:
    return bool(device(tensor).type == "cuda")


def is_cpu(tensor: Any) -> bool:
    return bool(device(tensor).type == "cpu")


def get_device(tensor: Any) -> int:
    return 0 if is_cuda(tensor) else -1


def to(tensor: Any, *args: Any, **kwargs: Any) -> Any:
    asked, args, kwargs = _without_device(args, kwargs)
    on_gpu = places.asks_for_gpu(asked)
    if asked is None:
        return _to(tensor, *args, **kwargs)
    if on_gpu is None:  # such as `meta`
        return _to(tensor, asked, *args, **kwargs)
    if is_fake(tensor) and on_gpu != is_cuda(tensor):
        return _to(tensor, places.GPU if on_gpu else places.CPU, *args, **kwargs)
    if _real_device(tensor).type == "cpu" and on_gpu != places.is_on_gpu(tensor):
        return move(tensor, on_gpu, *args, **kwargs)
    return _to(tensor, None, *args, **kwargs)


def move(tensor: Any, on_gpu: bool, *args: Any, **kwargs: Any) -> Any:
    """A copy of a tensor in the other place. `args` and `kwargs` are those of `Tensor.to`, after the device."""
    named = dict(zip(("dtype", "non_blocking", "copy"), args)) | kwargs
    if tensor.requires_grad and torch.is_grad_enabled():
        return _Move.apply(tensor, on_gpu, named)
    return _copied(tensor, on_gpu, named)


def cuda(tensor: Any, device: Any = None, non_blocking: bool = False, **kwargs: Any) -> Any:
    return to(tensor, places.GPU, None, non_blocking, **kwargs)


def cpu(tensor: Any, **kwargs: Any) -> Any:
    return to(tensor, places.CPU, **kwargs)


def numpy(tensor: Any, **kwargs: Any) -> Any:
    _refuse_numpy(tensor)
    return _numpy(tensor, **kwargs)


def pin_memory(tensor: Any, device: Any = None) -> Any:
    if is_cuda(tensor):
        raise RuntimeError(f"cannot pin '{torch.Tensor.type(tensor)}' only dense CPU tensors can be pinned")
    copy = tensor.clone()
    places.mark(places.storage_of(copy), places.PINNED)
    return copy


def is_pinned(tensor: Any, device: Any = None) -> bool:
    return places.is_pinned(tensor)


def record_stream(tensor: Any, stream: Any) -> None:
    """Nothing is freed too early: launches end before they return."""


def new_tensor(tensor: Any, data: Any, *, dtype: Any = None, device: Any = None, **kwargs: Any) -> Any:
    asked = tensor.device if device is None else device
    return torch.tensor(data, dtype=tensor.dtype if dtype is None else dtype, device=asked, **kwargs)


class _Move(torch.autograd.Function):
    """Gradients go the other way."""

    @staticmethod
    def forward(ctx: Any, tensor: Any, on_gpu: bool, named: dict[str, Any]) -> Any:
        ctx.back = (not on_gpu, {"dtype": tensor.dtype})
        return _copied(tensor, on_gpu, named)

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        on_gpu, named = ctx.back
        return to(gradients[0], places.GPU if on_gpu else places.CPU, **named), None, None


def _copied(tensor: Any, on_gpu: bool, named: dict[str, Any]) -> Any:
    copy = _to(tensor, device=places.GPU if on_gpu else places.CPU, **{**named, "copy": True})
    storage = places.storage_of(copy)
    if on_gpu:
        places.mark(storage)
    else:
        places.unmark(storage)
    return copy


def _without_device(args: tuple, kwargs: dict[str, Any]) -> tuple[Any, tuple, dict[str, Any]]:
    """The device that `Tensor.to` is called with, also as that of another tensor, and the other arguments."""
    if "device" in kwargs:
        return kwargs["device"], args, {name: value for name, value in kwargs.items() if name != "device"}
    if "other" in kwargs:
        args, kwargs = (kwargs["other"], *args), {name: value for name, value in kwargs.items() if name != "other"}
    first = args[0] if args else None
    if isinstance(first, torch.Tensor):
        return first.device, (first.dtype, *args[1:]), kwargs
    if isinstance(first, (str, torch.device, int)) or (args and first is None):
        return first, args[1:], kwargs
    return None, args, kwargs


def _type(original: Any) -> Any:
    def type(tensor: Any, dtype: Any = None, *args: Any, **kwargs: Any) -> Any:
        if dtype is None:
            name = original(tensor)
            return f"torch.cuda.{name.split('.')[-1]}" if is_cuda(tensor) else name
        kind = dtype if isinstance(dtype, str) else getattr(dtype, "of_gpu", "")
        if kind.startswith("torch.cuda."):
            return to(original(tensor, kind.replace("torch.cuda.", "torch.")), places.GPU)
        return original(tensor, dtype, *args, **kwargs)

    return type


def _array(original: Any) -> Any:
    def __array__(tensor: Any, *args: Any, **kwargs: Any) -> Any:
        _refuse_numpy(tensor)
        return original(tensor, *args, **kwargs)

    return __array__


def _refuse_numpy(tensor: Any) -> None:
    if is_cuda(tensor):
        # PyTorch's own words.
        raise TypeError(
            "can't convert cuda:0 device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first."
        )


def _overridable(method: Any) -> Any:
    """A method that subclasses and modes can override, as they can override PyTorch's own."""

    def call(tensor: Any, *args: Any, **kwargs: Any) -> Any:
        if has_torch_function_unary(tensor):
            return handle_torch_function(call, (tensor,), tensor, *args, **kwargs)
        return method(tensor, *args, **kwargs)

    call.__name__ = method.__name__
    call.__qualname__ = f"Tensor.{method.__name__}"
    call.__doc__ = getattr(_TensorBase, method.__name__, method).__doc__
    return call


def _overridable_property(question: Any) -> Any:
    def answer(tensor: Any) -> Any:
        if has_torch_function_unary(tensor):
            return handle_torch_function(getattr(torch.Tensor, question.__name__).__get__, (tensor,), tensor)
        return question(tensor)

    return property(answer)
