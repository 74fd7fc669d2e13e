"""Streams and events: work has ended when the call that starts it returns. What waits for what is noted in `ordering.py`."""

from __future__ import annotations

import itertools
import threading
import time
from typing import Any

import torch

from ..ordering import Clock, order
from ..replays import recording
from .places import GPU, asks_for_gpu

_numbers = itertools.count(1)


class Stream:
    """`cuda_stream` is a number that is no address: 0 is the default stream."""

    def __new__(cls, *_: Any, **__: Any) -> Any:
        """As that of PyTorch's class, which is why TorchDynamo takes it for a stream and not for some context."""
        return super().__new__(cls)

    def __init__(self, device: Any = None, priority: int = 0, *, cuda_stream: int | None = None, **_: Any) -> None:
        asks_for_gpu(device)
        self.device, self.priority, self.device_index, self.device_type = GPU, priority, 0, 1
        self.cuda_stream = next(_numbers) << 8 if cuda_stream is None else cuda_stream
        if cuda_stream is None:
            order.add_stream(self.cuda_stream)
        self.stream_id = self.cuda_stream

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and self.cuda_stream == other.cuda_stream

    def __hash__(self) -> int:
        return hash(self.cuda_stream)

    def __repr__(self) -> str:
        return f"<torch.cuda.Stream device=cuda:0 cuda_stream={self.cuda_stream:#x}>"

    def __enter__(self) -> Any:
        _before().append(current_stream())
        set_stream(self)
        return self

    def __exit__(self, *error: object) -> None:
        set_stream(_before().pop())

    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, self.cuda_stream

    def query(self) -> bool:
        self.synchronize()
        return True

    def is_capturing(self) -> bool:
        return recording() is not None

    def synchronize(self) -> None:
        order.host_waits(order.known_to(self.cuda_stream))

    def wait_event(self, event: Any) -> None:
        event.wait(self)

    def wait_stream(self, stream: Any) -> None:
        order.wait(self.cuda_stream, order.known_to(stream.cuda_stream))

    def record_event(self, event: Any = None) -> Any:
        event = Event() if event is None else event
        event.record(self)
        return event

    @staticmethod
    def priority_range() -> tuple[int, int]:
        return 0, -3


class ExternalStream(Stream):
    def __init__(self, stream_ptr: int, device: Any = None, **_: Any) -> None:
        super().__init__(cuda_stream=stream_ptr)


class Event:
    """Its times are the CPU's, of what was emulated: they say nothing about a GPU."""

    def __init__(
        self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, **_: Any
    ) -> None:
        self.device, self._timed, self._time = GPU, enable_timing, 0.0
        self.cuda_event = next(_numbers) << 8
        self.event_id = self.cuda_event
        self._known: Clock = {}

    def record(self, stream: Any = None) -> None:
        self._time = time.perf_counter()
        self._known = order.known_to((stream or current_stream()).cuda_stream)

    def wait(self, stream: Any = None) -> None:
        order.wait((stream or current_stream()).cuda_stream, self._known)

    def query(self) -> bool:
        self.synchronize()
        return True

    def synchronize(self) -> None:
        order.host_waits(self._known)

    def elapsed_time(self, end_event: Event) -> float:
        """Milliseconds, and never 0: programs divide by it."""
        if not (self._timed and end_event._timed):
            raise ValueError("Both events must be created with argument 'enable_timing=True'.")
        if not (self._time and end_event._time):
            raise ValueError("Both events must be recorded before calculating elapsed time.")
        end_event.synchronize()  # CUDA refuses events that have not happened.
        return max((end_event._time - self._time) * 1000, 1e-3)


class StreamContext:
    """Makes a stream the current one; None changes nothing."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream

    def __enter__(self) -> Any:
        return self.stream.__enter__() if self.stream is not None else None

    def __exit__(self, *error: object) -> None:
        if self.stream is not None:
            self.stream.__exit__(*error)


# A task of autograd's engine.
order.in_backward = lambda: torch._C._current_graph_task_id() != -1
_DEFAULT = Stream(cuda_stream=0)
_of_thread = threading.local()


def current_stream(device: Any = None) -> Stream:
    stream: Stream = getattr(_of_thread, "stream", _DEFAULT)
    return stream


def set_stream(stream: Any) -> None:
    if stream is not None:
        _of_thread.stream = stream
        order.use_stream(stream.cuda_stream)


def default_stream(device: Any = None) -> Stream:
    return _DEFAULT


def _before() -> list[Stream]:
    if not hasattr(_of_thread, "before"):
        _of_thread.before = []
    before: list[Stream] = _of_thread.before
    return before
