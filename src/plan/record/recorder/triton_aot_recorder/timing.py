"""Measures some of the launches, on the CPU and, if the program uses PyTorch with a GPU, on the GPU."""

import sys
import time

MOST_SAMPLES = 16


class Timer:
    def __init__(self):
        self._launch_ns = []
        self._pending = []
        self._gpu_ms = []

    def start(self):
        """Returns the function to call after the launch; None if there are enough samples."""
        if len(self._launch_ns) >= MOST_SAMPLES:
            return None
        begin = gpu_event()
        started = time.perf_counter_ns()

        def end() -> None:
            self._launch_ns.append(time.perf_counter_ns() - started)
            finish = None if begin is None else gpu_event()
            if finish is not None:
                self._pending.append((begin, finish))

        return end

    def results(self) -> dict:
        """Returns the medians: nanoseconds of the launch on the CPU, milliseconds on the GPU."""
        ready = [pair for pair in self._pending if pair[1].query()]
        self._pending = [pair for pair in self._pending if pair not in ready]
        self._gpu_ms += [begin.elapsed_time(finish) for begin, finish in ready]
        return {"launchNs": median(self._launch_ns), "gpuMs": median(self._gpu_ms)}


def median(samples: list):
    return sorted(samples)[len(samples) // 2] if samples else None


def gpu_event():
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized() or torch.cuda.is_current_stream_capturing():
        return None
    event = torch.cuda.Event(enable_timing=True)
    event.record()
    return event
