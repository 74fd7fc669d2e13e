"""CUDA graphs as plain replays: a capture keeps the operators and launches, and a replay calls them again."""

from __future__ import annotations

from typing import Any

import torch

from .. import replays
from .streams import Stream, StreamContext


class CUDAGraph:
    def __init__(self, keep_graph: bool = False) -> None:
        self._recording = replays.Recording()

    def capture_begin(self, *args: Any, **kwargs: Any) -> None:
        if replays.recording() is not None:
            raise RuntimeError("a CUDA graph is being captured already")
        self._recording = replays.Recording()
        self._recording.begin()

    def capture_end(self) -> None:
        self._recording.end()

    def instantiate(self) -> None:
        """Nothing has to be done before a replay."""

    def replay(self) -> None:
        self._recording.replay()

    def reset(self) -> None:
        self._recording = replays.Recording()

    def pool(self) -> tuple[int, int]:
        return (0, 0)

    def enable_debug_mode(self) -> None:
        """There is nothing to be kept."""


class graph:
    """Captures what runs in a `with` statement, in a stream that is current in it."""

    def __init__(self, cuda_graph: CUDAGraph, pool: Any = None, stream: Any = None, **_: Any) -> None:
        self._graph, self._stream = cuda_graph, StreamContext(stream if stream is not None else Stream())

    def __enter__(self) -> None:
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
    written = []
    for argument, value in [*zip(func._schema.arguments, args)]:
        if argument.alias_info is not None and argument.alias_info.is_write:
            written += _leaves(value)
    for argument in func._schema.arguments[len(args) :]:
        if argument.alias_info is not None and argument.alias_info.is_write:
            written += _leaves(kwargs.get(argument.name))
    for tensor in written:
        storage = tensor.untyped_storage()
        recording.save(storage.data_ptr(), storage.nbytes())
    result = compute()
    known = {tensor.untyped_storage()._cdata for tensor in _leaves([*args, *kwargs.values()])}
    fresh = [
        (index, tensor) for index, tensor in enumerate(_leaves(result)) if tensor.untyped_storage()._cdata not in known
    ]

    def again() -> None:
        computed = _leaves(compute())
        for index, tensor in fresh:
            torch.ops.aten.copy_.default(tensor.detach(), computed[index])

    recording.step(again)
    return result


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, torch.Tensor):
        return [value]
    return [leaf for each in value for leaf in _leaves(each)] if isinstance(value, (list, tuple)) else []
