"""Tensors on the GPU that have no memory that could be marked: fake tensors, those of `torch.export`, wrapper subclasses.

To Python they say `cuda`. C++ would ask a driver about this device, for instance for its current stream as soon as autograd sees
a tensor, and end the process. To C++ they therefore say `lazy`: a device that nothing here uses, and that has no streams.
"""

from __future__ import annotations

from typing import Any

import torch
from torch._subclasses import fake_tensor
from torch._subclasses.fake_tensor import FakeTensor, is_fake
from torch._subclasses.functional_tensor import FunctionalTensorMode
from torch.fx.experimental.proxy_tensor import ProxyTorchDispatchMode

from .places import CPU, GPU, IN_CPP, asks_for_gpu, put

_KEYS = torch._C._TorchDispatchModeKey
# PyTorch calls these modes after those of programs, in this order.
_ORDER = (_KEYS.FUNCTIONAL, _KEYS.PROXY, _KEYS.FAKE)
_libraries: list[Any] = []
_ASK_DEVICE = torch.ops.prim.device.default


def tracing_first(below: Any, func: Any, types: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Calls an operator in the mode that traces, with the mode `below` after it. None if nothing traces, else a tuple of the result."""
    for key in _ORDER:
        mode = torch._C._unset_dispatch_mode(key)
        if mode is None:
            continue
        try:
            with below:
                result = mode.__torch_dispatch__(func, types, args, kwargs)
            if isinstance(result, FakeTensor) and result.constant is not None:
                _keep_place(result, args, kwargs.get("device"))
            return (result,)
        finally:
            torch._C._set_dispatch_mode(mode)
    return None


def is_tracing() -> bool:
    return any(torch._C._get_dispatch_mode(key) is not None for key in _ORDER)


def traced_constant(make: Any, args: Any, kwargs: dict[str, Any]) -> Any:
    """Makes a tensor of values without the modes that trace, which then get it as a constant."""
    needs_grad = kwargs.pop("requires_grad", False)
    modes = [(key, torch._C._unset_dispatch_mode(key)) for key in _ORDER]
    try:
        constant = make(*args, **kwargs)
    finally:
        for _, mode in reversed(modes):
            if mode is not None:
                torch._C._set_dispatch_mode(mode)
    return torch.ops.aten.lift_fresh.default(constant).requires_grad_(needs_grad)


def keep_from_driver() -> None:
    """Has tensors without memory of their own say `lazy` to C++ where they are on the GPU."""
    dispatch, make = FakeTensor.__torch_dispatch__, torch.Tensor._make_wrapper_subclass

    def __torch_dispatch__(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        result = dispatch(func, types, args, kwargs or {})
        return _in_cpp(result) if func is _ASK_DEVICE else result

    def _make_wrapper_subclass(cls: Any, *args: Any, **kwargs: Any) -> Any:
        if "device" in kwargs:
            kwargs["device"] = _in_cpp(kwargs["device"])
        elif len(args) > _DEVICE:
            args = (*args[:_DEVICE], _in_cpp(args[_DEVICE]), *args[_DEVICE + 1 :])
        return make(cls, *args, **kwargs)

    # What C++ makes of values for a fake tensor, such as the list in `x[[0, 2]]`, it makes without modes.
    library = torch.library.Library("aten", "IMPL")
    for name in ("empty.memory_format", "empty_strided"):
        library.impl(name, _on_cpu(getattr(torch.ops.aten, name.split(".")[0])), IN_CPP.type.capitalize())
    _libraries.append(library)  # one that is freed takes its kernels along
    # The mode answers too, while others are disabled.
    ask = fake_tensor._DISPATCH_META_HANDLERS[_ASK_DEVICE]
    fake_tensor._DISPATCH_META_HANDLERS[_ASK_DEVICE] = lambda args: _in_cpp(ask(args))
    for mode in (FunctionalTensorMode, ProxyTorchDispatchMode, fake_tensor.FakeTensorMode):
        mode.__torch_dispatch__ = _on_gpu(mode.__torch_dispatch__)
    fake_tensor.init_gpu_context = lambda device: None
    FakeTensor.__torch_dispatch__ = classmethod(__torch_dispatch__)
    torch.Tensor._make_wrapper_subclass = staticmethod(_make_wrapper_subclass)


def _on_cpu(make: Any) -> Any:
    def made(*args: Any, device: Any = None, **kwargs: Any) -> Any:
        return put(make(*args, device=CPU, **kwargs), on_gpu=True)

    return made


def _on_gpu(dispatch: Any) -> Any:
    """The method of a mode that traces, which gets devices that C++ passes on as Python knows them."""

    def __torch_dispatch__(mode: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if kwargs and kwargs.get("device") == IN_CPP:
            kwargs = {**kwargs, "device": GPU}
        return dispatch(mode, func, types, args, kwargs)

    return __torch_dispatch__


def move_in_graphs() -> None:
    """Has the operators `aten::to`, which graphs call, move what is on the emulated GPU: C++ sees the CPU on both sides."""
    for overload in (torch.ops.aten.to.device, torch.ops.aten.to.dtype_layout, torch.ops.aten.to.other):
        overload._op = _moving(overload._op, [each.name for each in overload._schema.arguments])


def _moving(operator: Any, names: list[str]) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        named = dict(zip(names, args)) | kwargs
        tensor, other = named.pop("self"), named.pop("other", None)
        asked = other if other is not None else named.pop("device", None)
        if asked is None or is_fake(tensor) or is_tracing():
            return operator(*args, **kwargs)
        return tensor.to(
            asked, **{name: value for name, value in named.items() if name not in ("layout", "pin_memory")}
        )

    return call


def _keep_place(result: Any, args: Any, device: Any) -> None:
    """Puts a constant and its value on the GPU where they are there: PyTorch copies the value, and so loses its mark."""
    on_gpu = asks_for_gpu(device)
    if on_gpu or (on_gpu is None and any(isinstance(each, torch.Tensor) and each.is_cuda for each in args)):
        result.fake_device = GPU
        put(result.constant, on_gpu=True)


# The position of `device` in the arguments of `_make_wrapper_subclass` after the class.
_DEVICE = 6


def _in_cpp(device: Any) -> Any:
    return IN_CPP if device is not None and asks_for_gpu(device) else device
