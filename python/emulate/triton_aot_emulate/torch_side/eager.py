"""`torch.compile` without TorchInductor, which would generate kernels for the CPU: no program means these that asks for a GPU.

TorchDynamo traces what is compiled, and calls the backends of programs. In place of TorchInductor's kernels, PyTorch's operators run.
"""

from __future__ import annotations

import functools
import sys
import types
from typing import TYPE_CHECKING, Any

import torch

from .cuda import Properties

if TYPE_CHECKING:
    from collections.abc import Iterator


def prepare_dynamo(module: Any) -> None:
    """`module` is `torch._dynamo.utils`, as soon as it is imported."""
    module.common_constant_types.add(Properties)
    module.build_stream = lambda args, kwargs: torch.Stream(*args, **kwargs)
    module.build_event = lambda args, kwargs: torch.Event(*args, **kwargs)
    keep_from_dynamo()


def keep_from_dynamo() -> None:
    """Has TorchDynamo compile no function of this package, nor what it calls. `torch.compiler.disable` would import TorchDynamo."""
    frames = torch._C._dynamo.eval_frame
    skip = frames._FrameExecStrategy(frames._FrameAction.SKIP, frames._FrameAction.SKIP)
    package = __name__.split(".", 1)[0]
    for name, module in list(sys.modules.items()):
        if name.split(".", 1)[0] == package:
            for code in _codes(module, name):
                frames.set_code_exec_strategy(code, skip)


def _codes(value: Any, module: str) -> Iterator[types.CodeType]:
    """The code of all functions in a module, with those in classes and in other functions."""
    if isinstance(value, types.CodeType):
        yield value
        for each in value.co_consts:
            yield from _codes(each, module)
    elif isinstance(value, types.FunctionType):
        yield from _codes(value.__code__, module)
    elif isinstance(value, (property, classmethod, staticmethod)):
        yield from _codes(getattr(value, "fget", None) or getattr(value, "__func__", None), module)
    elif isinstance(value, types.ModuleType) or (isinstance(value, type) and value.__module__ == module):
        for each in list(vars(value).values()):
            if not isinstance(each, types.ModuleType):
                yield from _codes(each, module)


def compile_without_inductor() -> None:
    original = torch.compile

    @functools.wraps(original)
    def compile(model: Any = None, *, backend: Any = None, mode: Any = None, options: Any = None, **others: Any) -> Any:
        if backend in (None, "inductor"):
            return original(model, backend="eager", **others)
        return original(model, backend=backend, mode=mode, options=options, **others)

    torch.compile = compile
