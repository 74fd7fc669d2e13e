"""CUDA graphs as plain replays: a capture keeps the operators and launches, and a replay calls them again."""

from __future__ import annotations

from typing import Any

import torch

from .. import replays
from ..ordering import order
from .places import is_on_gpu, is_pinned
from .streams import Stream, StreamContext


class CUDAGraph:
    def __init__(self, keep_graph: bool = False) -> None:
        self._recording = replays.Recording()
        self._captured = False

    def capture_begin(self, *args: Any, **kwargs: Any) -> None:
        refuse_waiting()
        self._recording = replays.Recording()
        self._recording.begin()

    def capture_end(self) -> None:
        self._recording.end()
        order.host_waits_for_all()  # Nothing of it has run.
        self._captured = True

    def instantiate(self) -> None:
        """Nothing has to be done before a replay."""

    def replay(self) -> None:
        if not self._captured:
            raise RuntimeError("Called CUDAGraph::replay without a preceding successful capture.")
        self._recording.replay()

    def reset(self) -> None:
        self._recording = replays.Recording()
        self._captured = False

    def pool(self) -> tuple[int, int]:
        return (0, 0)

    def register_generator_state(self, generator: Any) -> None:
        """Each replay draws new numbers from any generator."""

    def enable_debug_mode(self) -> None:
        """There is nothing to be kept."""


class graph:
    """Captures what runs in a `with` statement, in a stream that is current in it."""

    def __init__(self, cuda_graph: CUDAGraph, pool: Any = None, stream: Any = None, **_: Any) -> None:
        self._graph, self._stream = cuda_graph, StreamContext(stream if stream is not None else Stream())

    def __enter__(self) -> None:
        order.host_waits_for_all()
        self._stream.__enter__()
        self._graph.capture_begin()

    def __exit__(self, *error: object) -> None:
        self._graph.capture_end()
        self._stream.__exit__(*error)


def make_graphed_callables(callables: Any, *args: Any, **kwargs: Any) -> Any:
    """The functions as they are: they compute what their graphs would."""
    return callables


def captured(func: Any, args: Any, kwargs: dict[str, Any], compute: Any) -> Any:
    """Calls an operator, and keeps it if a graph is being captured."""
    recording = replays.recording()
    if recording is None:
        return compute()
    _refuse_what_waits(func._schema.name, args, kwargs)
    written = []
    for argument, value in [*zip(func._schema.arguments, args)]:
        if argument.alias_info is not None and argument.alias_info.is_write:
            written += leaves(value)
    for argument in func._schema.arguments[len(args) :]:
        if argument.alias_info is not None and argument.alias_info.is_write:
            written += leaves(kwargs.get(argument.name))
    for tensor in written:
        storage = tensor.untyped_storage()
        recording.save(storage.data_ptr(), storage.nbytes())
    result = compute()
    known = {tensor.untyped_storage()._cdata for tensor in leaves([*args, *kwargs.values()])}
    fresh = [
        (index, tensor) for index, tensor in enumerate(leaves(result)) if tensor.untyped_storage()._cdata not in known
    ]

    def again() -> None:
        computed = leaves(compute())
        for index, tensor in fresh:
            torch.ops.aten.copy_.default(tensor.detach(), computed[index])

    recording.step(again)
    return result


# Operators that the CPU waits for: their result is a number, or has a size that the GPU finds out.
_WAIT = {"aten::_local_scalar_dense", "aten::nonzero", "aten::masked_select", "aten::equal", "aten::_unique2"}


def _refuse_what_waits(name: str, args: Any, kwargs: dict[str, Any]) -> None:
    if name == "aten::copy_" and is_on_gpu(args[0]) != is_on_gpu(args[1]):
        non_blocking = kwargs.get("non_blocking", args[2] if len(args) > 2 else False)
        refuse_copy(is_pinned(args[0]) or is_pinned(args[1]), non_blocking)
    if waits(name, args):
        refuse_waiting(args[0])


def waits(name: str, args: Any) -> bool:
    """Whether the CPU waits for an operator that is no copy."""
    masks = args[1] if name in ("aten::index", "aten::index_put_") else ()
    return name in _WAIT or any(each is not None and each.dtype is torch.bool for each in masks)


def refuse_copy(pinned: bool, non_blocking: bool) -> None:
    """Refuses a copy between CPU and GPU in a capture, in PyTorch's words. Pinned memory can be copied if nothing waits."""
    if replays.recording() is not None and not pinned:
        raise RuntimeError(
            "Cannot copy between CPU and CUDA tensors during CUDA graph capture unless the CPU tensor is pinned. "
            "Please use tensor.pin_memory() or allocate the tensor with pin_memory=True."
        )
    if not non_blocking:
        refuse_waiting()


def refuse_waiting(tensor: Any = None) -> None:
    """Refuses what waits for the GPU in a capture."""
    if replays.recording() is not None and (tensor is None or is_on_gpu(tensor)):
        words = "CUDA error: operation failed due to a previous error during capture"
        raise getattr(torch, "AcceleratorError", RuntimeError)(words)


def leaves(value: Any) -> list[Any]:
    """The tensors in a value."""
    if isinstance(value, torch.Tensor):
        return [value]
    return [leaf for each in value for leaf in leaves(each)] if isinstance(value, (list, tuple)) else []
