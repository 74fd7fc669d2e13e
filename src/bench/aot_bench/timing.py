"""Measures calls on the GPU and on the CPU."""

import time

import torch

# How often the L2 cache is flushed before the first call of a round: meanwhile the CPU gets ahead of the GPU, so that no
# call waits for the CPU.
HEAD_START = 6
FEWEST, MOST = 3, 50


class Clock:
    """Measures calls with CUDA events. Before each call the L2 cache is overwritten."""

    def __init__(self):
        l2 = getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 0)
        self._flushed = torch.empty(max(256 << 20, 4 * l2) // 4, dtype=torch.int32, device="cuda")
        self._events = [[torch.cuda.Event(enable_timing=True) for _ in range(2)] for _ in range(MOST)]
        self.flush_time = min(self.times(self._flushed.zero_, lambda: None, 10))

    def flush(self) -> None:
        self._flushed.zero_()

    def times(self, call, prepare, count: int) -> list:
        """Returns the microseconds of each call. `prepare` runs before each, untimed."""
        for _ in range(HEAD_START):
            self.flush()
        events = self._events[:count]
        for start, end in events:
            prepare()
            self.flush()
            start.record()
            call()
            end.record()
        torch.cuda.synchronize()
        return [1000 * start.elapsed_time(end) for start, end in events]


def rounds_of(clock: Clock, calls: dict, prepare, settings: dict) -> dict:
    """Times functions in turns and returns the median of each round by name, in microseconds: all have the same clocks
    and temperatures, whatever the GPU does over time."""
    counts = {name: count_for(median(clock.times(call, prepare, FEWEST)), clock, settings) for name, call in calls.items()}
    rounds = {name: [] for name in calls}
    names = list(calls)
    for number in range(settings["rounds"]):
        # Each goes first in some rounds.
        first = number % len(names)
        for name in names[first:] + names[:first]:
            rounds[name].append(median(clock.times(calls[name], prepare, counts[name])))
    return rounds


def count_for(microseconds: float, clock: Clock, settings: dict) -> int:
    """How many calls fit into the time of a round."""
    one = microseconds + clock.flush_time
    return max(FEWEST, min(MOST, int(1000 * settings["roundMilliseconds"] / one)))


def first_time(call) -> float:
    """Microseconds of a call on the CPU until the GPU has finished."""
    torch.cuda.synchronize()
    start = time.perf_counter_ns()
    call()
    torch.cuda.synchronize()
    return (time.perf_counter_ns() - start) / 1000


def launch_times(call, rounds: int, count: int) -> list:
    """Returns the nanoseconds of a call on the CPU, one median for each round of `count` calls back to back."""
    times = []
    for _ in range(rounds):
        torch.cuda.synchronize()
        start = time.perf_counter_ns()
        for _ in range(count):
            call()
        times.append((time.perf_counter_ns() - start) / count)
    torch.cuda.synchronize()
    return times


def median(values: list) -> float:
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
