"""Measures calls on the GPU."""

import gc
import math
import time
from collections.abc import Callable
from typing import Any

import torch
from aot_wire.messages import BenchSettings

# The number of flushes of the L2 cache before the first call of a round. They give the CPU time to get ahead of the GPU.
HEAD_START = 6
FEWEST, MOST = 3, 50


class Clock:
    """Measures calls with CUDA events. Before each call the L2 cache is overwritten."""

    def __init__(self) -> None:
        l2 = getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 0)
        self._flushed = torch.empty(max(256 << 20, 4 * l2) // 4, dtype=torch.int32, device="cuda")
        self._events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(MOST)]
        self._flushes = 1
        self._flush_time = min(self.times(self._flushed.zero_, lambda: None, 10))

    def stay_ahead_of(self, calls: list[Callable[[], Any]], prepare: Callable[[], None]) -> None:
        """Makes the GPU busy for so long before each call that it never waits for the CPU, which needs long for calls of
        the JIT."""
        self._flushes = 1
        host = max(self._host_time(call, prepare) for call in calls)
        self._flushes = max(1, min(10, math.ceil(2 * host / self._flush_time)))

    def times(self, call: Callable[[], Any], prepare: Callable[[], Any], count: int) -> list[float]:
        """Returns the microseconds of each call. `prepare` runs before each, untimed."""
        for _ in range(HEAD_START):
            self._flushed.zero_()
        self._enqueue(call, prepare, count)
        torch.cuda.synchronize()
        return [1000 * start.elapsed_time(end) for start, end in self._events[:count]]

    def count_for(self, microseconds: float, milliseconds: float) -> int:
        """Returns how many calls of such a time fit into a round."""
        one = microseconds + self._flushes * self._flush_time
        return max(FEWEST, min(MOST, int(1000 * milliseconds / one)))

    def _enqueue(self, call: Callable[[], Any], prepare: Callable[[], Any], count: int) -> None:
        for start, end in self._events[:count]:
            prepare()
            for _ in range(self._flushes):
                self._flushed.zero_()
            start.record()
            call()
            end.record()

    def _host_time(self, call: Callable[[], Any], prepare: Callable[[], Any]) -> float:
        torch.cuda.synchronize()
        start = time.perf_counter_ns()
        self._enqueue(call, prepare, FEWEST)
        passed = time.perf_counter_ns() - start
        torch.cuda.synchronize()
        return passed / 1000 / FEWEST


def rounds_of(
    clock: Clock, calls: dict[str, Callable[[], Any]], prepare: Callable[[], None], settings: BenchSettings
) -> dict[str, list[float]]:
    """Times functions in turns and returns the median of each round by name, in microseconds: all have the same clocks
    and temperatures, whatever the GPU does over time."""
    clock.stay_ahead_of(list(calls.values()), prepare)
    milliseconds = settings["roundMilliseconds"]
    counts = {
        name: clock.count_for(median(clock.times(call, prepare, FEWEST)), milliseconds) for name, call in calls.items()
    }
    rounds: dict[str, list[float]] = {name: [] for name in calls}
    names = list(calls)
    gc.collect()
    gc.disable()
    try:
        # Round -1 brings all to the same state, and does not count.
        for number in range(-1, settings["rounds"]):
            # Each goes first in some rounds.
            first = number % len(names)
            for name in names[first:] + names[:first]:
                time_of_round = median(clock.times(calls[name], prepare, counts[name]))
                if number >= 0:
                    rounds[name].append(time_of_round)
    finally:
        gc.enable()
    return rounds


def first_time(call: Callable[[], Any]) -> float:
    """Microseconds of a call on the CPU until the GPU has finished."""
    torch.cuda.synchronize()
    start = time.perf_counter_ns()
    call()
    torch.cuda.synchronize()
    return (time.perf_counter_ns() - start) / 1000


def median(values: list[float]) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
