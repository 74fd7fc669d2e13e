"""A mode of PyTorch in which operators run on the CPU, and their results are where a GPU would have them."""

from __future__ import annotations

import sys
import threading
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from ..findings import NeedsGpu
from . import places
from .cuda_only import cuda_only
from .graphs import captured
from .memory import check_size
from .own_operators import own_kernel
from .tracing import is_tracing, tracing_first
from .uninitialized import call_and_fill
from .widening import widened

# They leave their result where it is, wherever the values are from.
_KEEPS_PLACE = {"aten::copy_", "aten::_foreach_copy_", "aten::fill_", "aten::resize_", "aten::set_"}


class EmulatedGpu(TorchDispatchMode):
    """Changes devices below autograd, so that backward functions see the same."""

    supports_higher_order_operators = True
    # Whether memory of the GPU that PyTorch leaves uninitialised is filled.
    fills: bool

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        """False: otherwise the first operator of every program imports TorchDynamo, which takes seconds."""
        return False

    @classmethod
    def ignore_compile_internals(cls) -> bool:
        """True: otherwise TorchDynamo compiles nothing, as the mode is always there."""
        return True

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = dict(kwargs or {})
        if not isinstance(func, torch._ops.OpOverload):
            compute = func.py_kernels.get(torch._C.DispatchKey.CompositeExplicitAutograd)
            if compute is None or is_tracing():
                return func(*args, **kwargs)
            with self:  # It is in Python.
                return compute(*args, **kwargs)
        if torch._C._len_torch_dispatch_stack():
            traced = tracing_first(self, func, types, args, kwargs)
            if traced is not None:
                return traced[0]
        if any(each.__torch_dispatch__ is not torch._C._disabled_torch_dispatch_impl for each in types):
            return NotImplemented  # PyTorch asks the subclass, and then this mode about what the subclass calls.
        name = func._schema.name
        on_gpu = any(places.is_on_gpu(each) for each in _tensors([*args, *kwargs.values()]))
        asked = places.asks_for_gpu(kwargs.get("device"))
        kernel = own_kernel(func, bool(on_gpu or asked))
        if kernel is not None:
            with self:  # A graph that is being captured keeps what the function calls.
                return kernel(*args, **kwargs)
        if asked:
            check_size(func, args, kwargs)
            kwargs["device"] = places.CPU
        if asked or (asked is False and not (on_gpu and _is_real_device(func))):
            on_gpu = asked
        pinned = kwargs.pop("pin_memory", None)
        result = captured(func, args, kwargs, lambda: self._compute(func, on_gpu, args, kwargs))
        if on_gpu and name not in _KEEPS_PLACE:
            for tensor in _tensors([result]):
                places.put(tensor, on_gpu=True)
        elif pinned:
            places.mark(places.storage_of(result), places.PINNED)
        return result

    def _compute(self, func: Any, on_gpu: bool, args: Any, kwargs: Any) -> Any:
        if not on_gpu:
            return func(*args, **kwargs)
        try:
            for way in (cuda_only, widened):
                result = way(func, args, kwargs)
                if result is not NotImplemented:
                    return result
            return call_and_fill(func, args, kwargs) if self.fills else func(*args, **kwargs)
        except NotImplementedError as error:
            if "with arguments from the 'CPU' backend" in str(error):
                raise NeedsGpu(f"the operator `{func}`, which has no kernel for the CPU,") from error
            raise


def _is_real_device(func: Any) -> bool:
    """Whether the CPU is only the real device of a tensor on the GPU: PyTorch's own code in C++ passes it on.

    `Tensor.to` and `Tensor.cpu` have moved what is to be moved, but graphs call the operator. Autograd makes gradients with the
    options of their tensors.
    """
    if torch._C._current_graph_task_id() != -1:
        return True
    if func is not torch.ops.aten._to_copy.default:
        return False
    caller: Any = sys._getframe(2)
    while caller.f_locals.get("self") is func:
        caller = caller.f_back
        if caller.f_code.co_name != "__torch_dispatch__":
            return False
        # Another mode hands on what it was called with, through functions that keep TorchDynamo away.
        caller = caller.f_back
        while caller.f_code.co_name in ("inner", "_fn"):
            caller = caller.f_back
    return True


def _tensors(values: Any) -> list[Any]:
    """The tensors in arguments or results."""
    found = []
    for value in values:
        if isinstance(value, torch.Tensor):
            found.append(value)
        elif isinstance(value, (list, tuple)):
            found += _tensors(value)
    return found


# PyTorch 2.10 takes modes off its stack while it prints a tensor: something else must refer to them.
_entered: list[EmulatedGpu] = []


def enter_everywhere(fills: bool) -> None:
    """Enters the mode in this thread, and in each that starts later. Modes belong to threads."""
    EmulatedGpu.fills = fills
    mode = EmulatedGpu()
    _entered.append(mode)
    mode.__enter__()
    start = threading.Thread.start

    def start_in_mode(thread: threading.Thread) -> None:
        run = thread.run

        def run_in_mode() -> None:
            mode = EmulatedGpu()
            with mode:
                run()

        thread.run = run_in_mode  # type: ignore[method-assign]
        start(thread)

    setattr(threading.Thread, "start", start_in_mode)  # noqa: B010  # mypy compares the name of its argument
