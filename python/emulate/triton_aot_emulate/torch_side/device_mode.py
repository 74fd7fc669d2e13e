"""A mode of PyTorch in which the device `cuda` is the CPU, though tensors say that they are on `cuda:0`."""

from __future__ import annotations

import threading
from typing import Any

import torch
from torch.overrides import TorchFunctionMode


def on_cpu(value: Any) -> Any:
    """The CPU in place of a GPU; everything else as it is."""
    if isinstance(value, str) and value.split(":")[0] == "cuda":
        return "cpu"
    if isinstance(value, torch.device) and value.type == "cuda":
        return torch.device("cpu")
    return value


class OnCpu(TorchFunctionMode):
    def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = dict(kwargs or {})
        name = getattr(function, "__name__", "")
        if name == "cuda" and args and isinstance(args[0], torch.Tensor):
            return args[0]
        if name == "__get__":
            owner = getattr(function, "__self__", None)
            if owner is torch.Tensor.is_cuda:
                return True
            if owner is torch.Tensor.device:
                device = function(*args, **kwargs)
                return torch.device("cuda", 0) if device.type == "cpu" else device
        if "device" in kwargs:
            kwargs["device"] = on_cpu(kwargs["device"])
        if name in ("to", "type"):
            args = tuple(on_cpu(each) for each in args)
        return function(*args, **kwargs)


def enter_everywhere() -> None:
    """Enters the mode in this thread, and in each that starts later. Modes belong to threads."""
    OnCpu().__enter__()
    start = threading.Thread.start

    def start_in_mode(thread: threading.Thread) -> None:
        run = thread.run

        def run_in_mode() -> None:
            with OnCpu():
                run()

        thread.run = run_in_mode  # type: ignore[method-assign]
        start(thread)

    setattr(threading.Thread, "start", start_in_mode)  # noqa: B010  # mypy compares the name of its argument
