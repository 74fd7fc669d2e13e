"""What tensors say of their device, and how they go to another: methods and properties of `torch.Tensor`."""

from __future__ import annotations

import functools
from typing import Any

import torch
from torch._subclasses.fake_tensor import is_fake
from torch.overrides import handle_torch_function, has_torch_function_unary

from . import places
from .accesses import host_accesses, moving
from .graphs import refuse_copy

_TensorBase = torch._C.TensorBase
_to, _numpy, _tolist, _new, _set = (getattr(torch.Tensor, each) for each in ("to", "numpy", "tolist", "new", "set_"))
_real_device = _TensorBase.device.__get__


def replace_methods() -> None:
    """Replaces what would ask for a real GPU, or would answer that a tensor is on the CPU."""
    for method in (
        to,
        cuda,
        cpu,
        numpy,
        tolist,
        get_device,
        pin_memory,
        is_pinned,
        record_stream,
        new_tensor,
        new,
        set_,
        type_as,
    ):
        setattr(torch.Tensor, method.__name__, _overridable(method))
    # Parameters without a size yet permit a few methods, and they are no longer PyTorch's.
    kind = torch.nn.parameter.UninitializedTensorMixin
    kind._allowed_methods = [
        *kind._allowed_methods,
        *(getattr(torch.Tensor, each.__name__) for each in (to, cuda, cpu, get_device)),
    ]
    torch.Tensor.__array__ = _array(torch.Tensor.__array__)
    torch.Tensor.type = _overridable(_type(torch.Tensor.type))
    torch.autograd._make_grads = _checked_gradients(torch.autograd._make_grads)
    for question in (device, is_cuda, is_cpu):
        setattr(torch.Tensor, question.__name__, _overridable_property(question))


def _checked_gradients(make: Any) -> Any:
    """PyTorch's function that reads the gradients that a program starts from: its engine in C++ compares their devices."""

    @functools.wraps(make)
    def made(outputs: Any, gradients: Any, *args: Any, **kwargs: Any) -> Any:
        for index, (output, gradient) in enumerate(zip(outputs, gradients)):
            if (
                isinstance(output, torch.Tensor)
                and isinstance(gradient, torch.Tensor)
                and gradient.dim() > 0
                and output.device != gradient.device
            ):
                raise RuntimeError(
                    f"invalid gradient at index {index} - expected device {output.device} but got {gradient.device}"
                )
        return make(outputs, gradients, *args, **kwargs)

    return made


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
    named = _named(args, kwargs)
    if tensor.requires_grad and torch.is_grad_enabled():
        return _Move.apply(tensor, on_gpu, named)
    return _copied(tensor, on_gpu, named)


def cuda(tensor: Any, device: Any = None, non_blocking: bool = False, **kwargs: Any) -> Any:
    return to(tensor, places.GPU if device is None else device, None, non_blocking, **kwargs)


def cpu(tensor: Any, **kwargs: Any) -> Any:
    return to(tensor, places.CPU, **kwargs)


def numpy(tensor: Any, **kwargs: Any) -> Any:
    _refuse_numpy(tensor)
    host_accesses(tensor, "`numpy`")
    return _numpy(tensor, **kwargs)


def tolist(tensor: Any) -> Any:
    host_accesses(tensor, "`tolist`")
    return _tolist(cpu(tensor.detach()) if is_cuda(tensor) else tensor)


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
    if not is_cuda(tensor):
        raise NotImplementedError(
            "Could not run 'aten::record_stream' with arguments from the 'CPU' backend. This could be because the operator "
            "doesn't exist for this backend, or was omitted during the selective/custom build process (if using custom build)."
        )


def new_tensor(tensor: Any, data: Any, *, dtype: Any = None, device: Any = None, **kwargs: Any) -> Any:
    asked = tensor.device if device is None else device
    return torch.tensor(data, dtype=tensor.dtype if dtype is None else dtype, device=asked, **kwargs)


def new(tensor: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
    made = _new(tensor, *args, **kwargs)
    return places.put(made, on_gpu=is_cuda(tensor) if device is None else bool(places.asks_for_gpu(device)))


def type_as(tensor: Any, other: Any) -> Any:
    return to(tensor, other.device, other.dtype)


def set_(tensor: Any, *args: Any, **kwargs: Any) -> Any:
    source = kwargs.get("source", args[0] if args else None)
    here, there = device(tensor), getattr(source, "device", None)
    if {here, there} == {places.GPU, places.CPU} and not is_fake(tensor):
        raise RuntimeError(
            f'Attempted to set the storage of a tensor on device "{here}" to a storage on different device "{there}".  '
            "This is no longer allowed; the devices must match."
        )
    return _set(tensor, *args, **kwargs)


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


def _named(args: tuple, kwargs: dict[str, Any]) -> dict[str, Any]:
    """Arguments of `Tensor.to` that come after the device, without those that are None."""
    given = dict(zip(("dtype", "non_blocking", "copy"), args)) | kwargs
    return {name: value for name, value in given.items() if value is not None}


def _copied(tensor: Any, on_gpu: bool, named: dict[str, Any]) -> Any:
    non_blocking = bool(named.get("non_blocking"))
    refuse_copy(places.is_pinned(tensor) if on_gpu else non_blocking, non_blocking)
    with moving(on_gpu):
        copy = _to(tensor, device=places.GPU if on_gpu else places.CPU, **{**named, "copy": True})
    storage = places.storage_of(copy)
    if on_gpu:
        places.mark(storage)
    else:
        places.unmark(storage)
        if non_blocking:  # PyTorch then pins what it returns.
            places.mark(storage, places.PINNED)
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
        host_accesses(tensor, "`numpy`")
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
