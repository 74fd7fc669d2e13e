"""Measures some of the launches on the GPU, if the program uses PyTorch with one."""

import sys
from typing import Any

MOST_SAMPLES = 16


class Timer:
    def __init__(self) -> None:
        self._started = 0
        self._pending: list = []
        self._gpu_ms: list = []

    def start(self) -> Any:
        """Returns the function to call after the launch; None if there are enough samples or no GPU."""
        begin = gpu_event() if self._started < MOST_SAMPLES else None
        if begin is None:
            return None
        self._started += 1

        def end() -> None:
            finish = gpu_event()
            if finish is not None:
                self._pending.append((begin, finish))

        return end

    def median(self) -> Any:
        """Returns the median in milliseconds; None without samples."""
        ready = [pair for pair in self._pending if pair[1].query()]
        self._pending = [pair for pair in self._pending if pair not in ready]
        self._gpu_ms += [begin.elapsed_time(finish) for begin, finish in ready]
        return sorted(self._gpu_ms)[len(self._gpu_ms) // 2] if self._gpu_ms else None


def gpu_event() -> Any:
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized() or torch.cuda.is_current_stream_capturing():
        return None
    event = torch.cuda.Event(enable_timing=True)
    event.record()
    return event
