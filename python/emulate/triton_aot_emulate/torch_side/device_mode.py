"""A mode of PyTorch in which operators run on the CPU, and their results are where a GPU would have them."""

from __future__ import annotations

import functools
import sys
import threading
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from ..findings import NeedsGpu
from . import places
from .accesses import noted, on_cpu
from .cuda_only import cuda_only
from .devices import check_devices, move_gradient, place
from .generators import drawn, draws
from .graphs import captured
from .memory import check_size
from .own_operators import own_kernel
from .tracing import is_tracing, tracing_first
from .uninitialized import call_and_fill
from .unwritten_uses import note_use, reads_unwritten
from .widening import widened

# How many results are on the GPU, if not all.
_RESULTS_ON_GPU = {"aten::_pack_padded_sequence": 1}

# Their result is where their first argument is, wherever values without dimensions are.
_LIKE_FIRST = {"aten::index_put", "aten::_unsafe_index_put"}


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
        tensors = _tensors([*args, *kwargs.values()])
        elsewhere = [each for each in tensors if not places.is_on_gpu(each)]
        on_gpu = len(elsewhere) < len(tensors)
        if not tensors and args and isinstance(args[0], (int, float, complex)):
            args = _with_tensors(func, args)
        asked = places.asks_for_gpu(kwargs.get("device"))
        kernel = own_kernel(func, bool(on_gpu or asked))
        if kernel is not None:
            with self:  # A graph that is being captured keeps what the function calls.
                return kernel(*args, **kwargs)
        if on_gpu and elsewhere:
            check_devices(func, args, kwargs)
            for each in elsewhere:
                move_gradient(each)
        internal = asked is False and _is_real_device(func, kwargs)
        if asked:
            check_size(func, args, kwargs)
            kwargs["device"] = places.CPU
        if asked or (asked is False and not (on_gpu and internal)):
            on_gpu = asked
        pinned = kwargs.pop("pin_memory", None)
        if on_gpu and pinned:
            raise RuntimeError("Only dense CPU tensors can be pinned")
        compute = functools.partial(self._compute, func, on_gpu, args, kwargs)
        if draws(func):
            compute = functools.partial(drawn, bool(on_gpu), args, kwargs, compute)
        result = captured(func, args, kwargs, compute)
        if on_gpu:
            self._put(func, elsewhere, args, result)
        elif (internal and (not tensors or func is torch.ops.aten._to_copy.default)) or _are_for_either(tensors):
            for tensor in _tensors([result]):
                places.put_for_either(tensor)
        elif pinned:
            places.mark(places.storage_of(result), places.PINNED)
        return result

    def _put(self, func: Any, elsewhere: list[Any], args: Any, result: Any) -> None:
        """Says that results are on the GPU, but for what was on the CPU and was written to."""
        name = func._schema.name
        stay = {places.storage_of(each) for each in elsewhere if place(each) == "cpu"}
        if name in _LIKE_FIRST and place(args[0]) == "cpu":
            return
        results = _tensors([result])[: _RESULTS_ON_GPU.get(name)]
        one_by_one = (
            name.startswith("aten::_foreach_") and isinstance(args[0], (list, tuple)) and len(args[0]) == len(results)
        )
        for index, tensor in enumerate(results):
            if places.storage_of(tensor) not in stay and not (one_by_one and place(args[0][index]) == "cpu"):
                places.put(tensor, on_gpu=True)

    def _compute(self, func: Any, on_gpu: bool, args: Any, kwargs: Any) -> Any:
        found = reads_unwritten(func, args, kwargs) if self.fills else []
        result = self._noted(func, on_gpu, args, kwargs)
        if found:
            note_use(found, result)
        return result

    def _noted(self, func: Any, on_gpu: bool, args: Any, kwargs: Any) -> Any:
        """Also says what is accessed: a replay of a graph comes here too."""
        if on_gpu or (func is torch.ops.aten._to_copy.default and places.is_on_gpu(args[0])):
            compute = functools.partial(self._computed, func, on_gpu, args, kwargs)
            return noted(func, args, kwargs, bool(on_gpu), compute)
        on_cpu(func, args, kwargs)
        return func(*args, **kwargs)

    def _computed(self, func: Any, on_gpu: bool, args: Any, kwargs: Any) -> Any:
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


def _is_real_device(func: Any, kwargs: dict[str, Any]) -> bool:
    """Whether PyTorch's own code in C++ passes on the CPU as the device of a tensor that it works on, which can be on the GPU.

    Functions of Python say whether memory is pinned, and those of C++ do not. `Tensor.to` and `Tensor.cpu` have moved what is to
    be moved, but graphs call the operator. Autograd makes gradients with the options of their tensors.
    """
    if func is torch.ops.aten._to_copy.default and torch._C._current_graph_task_id() != -1:
        return True
    if func is not torch.ops.aten._to_copy.default:
        return "pin_memory" not in kwargs
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


def _with_tensors(func: Any, args: Any) -> Any:
    """Arguments with tensors where an operator takes them: PyTorch passes what it made of a number as a number."""
    kinds = [str(each.type) for each in func._schema.arguments]
    numbers = (int, float, complex)
    return tuple(torch.tensor(v) if kind == "Tensor" and isinstance(v, numbers) else v for v, kind in zip(args, kinds))


def _are_for_either(tensors: list[Any]) -> bool:
    """Whether all of the tensors are for either device. Those that are, are for the CPU from now on if one of them is."""
    either = [each for each in tensors if places.is_for_either(each)]
    if either and len(either) < len(tensors):
        for tensor in either:
            places.unmark(places.storage_of(tensor))
    return bool(tensors) and len(either) == len(tensors)


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
