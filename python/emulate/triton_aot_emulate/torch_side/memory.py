"""The GPU's memory: what `torch.cuda` says of it, and the end of it."""

from __future__ import annotations

import itertools
import math
import os
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import torch

from ..findings import NeedsGpu
from .places import allocated, asks_for_gpu

if TYPE_CHECKING:
    from ..gpus import Gpu

GIB = 2**30
_capacity = [80 * GIB]


def memory_answers(gpu: Gpu) -> dict[str, Any]:
    """Functions of `torch.cuda` about memory, by name. What is allocated is what living tensors take."""
    _capacity[0] = gpu.memory_bytes

    def info(device: Any = None) -> tuple[int, int]:
        asks_for_gpu(device)
        return max(gpu.memory_bytes - allocated.bytes, 0), gpu.memory_bytes

    def now(*_: Any, **__: Any) -> int:
        return allocated.bytes

    def most(*_: Any, **__: Any) -> int:
        return allocated.peak

    def reset(*_: Any, **__: Any) -> None:
        allocated.peak = allocated.bytes

    def stats(*_: Any, **__: Any) -> dict[str, Any]:
        values = {"current": allocated.bytes, "peak": allocated.peak, "allocated": allocated.peak, "freed": 0}
        known = {
            f"{kind}_bytes.all.{name}": value
            for kind in ("allocated", "reserved", "active")
            for name, value in values.items()
        }
        return defaultdict(int, known)

    return {
        "mem_get_info": info,
        "MemPool": MemPool,
        "_record_memory_history": lambda *_, **__: None,
        **{name: _no_blocks(name) for name in ("_snapshot", "_dump_snapshot")},
        **dict.fromkeys(("memory_allocated", "memory_reserved", "memory_cached", "device_memory_used"), now),
        **dict.fromkeys(("max_memory_allocated", "max_memory_reserved", "max_memory_cached"), most),
        **dict.fromkeys(
            (
                "reset_peak_memory_stats",
                "reset_max_memory_allocated",
                "reset_max_memory_cached",
                "reset_accumulated_memory_stats",
            ),
            reset,
        ),
        "memory_stats": stats,
        "memory_summary": lambda *_, **__: f"{allocated.bytes} bytes are allocated; at most, {allocated.peak} were",
        "get_memory_info": info,
    }


class MemPool:
    """A pool of memory: all memory is in one."""

    _numbers = itertools.count(1)

    def __init__(self, *_: Any, **__: Any) -> None:
        self.id, self.allocator = (0, next(self._numbers)), None

    def use_count(self) -> int:
        return 1

    def snapshot(self, *_: Any, **__: Any) -> Any:
        raise NeedsGpu("`torch.cuda.MemPool.snapshot`")


def _no_blocks(name: str) -> Any:
    def refuse(*_: Any, **__: Any) -> Any:
        raise NeedsGpu(f"`torch.cuda.memory.{name}`")

    return refuse


def check_size(func: Any, args: Any, kwargs: dict[str, Any]) -> None:
    """Raises PyTorch's OutOfMemoryError for a tensor that the GPU has no memory for, and NeedsGpu if this machine has not."""
    size = args[0] if args else None
    if not isinstance(size, (list, tuple)) or not all(isinstance(each, int) for each in size):
        return
    dtype = kwargs.get("dtype") or torch.get_default_dtype()
    wanted = math.prod(size) * dtype.itemsize
    if wanted < GIB // 4:
        return
    free = _capacity[0] - allocated.bytes
    if wanted > free:
        raise torch.OutOfMemoryError(
            f"CUDA out of memory. Tried to allocate {wanted / GIB:.2f} GiB. GPU 0 has a total capacity of "
            f"{_capacity[0] / GIB:.2f} GiB of which {max(free, 0) / GIB:.2f} GiB is free."
        )
    here = _available()
    if wanted > here:
        raise NeedsGpu(f"a tensor of {wanted / GIB:.1f} GiB, of which this machine has {here / GIB:.1f} GiB free,")


def _available() -> int:
    """The bytes of memory that the machine has for new tensors. Source: proc(5), MemAvailable."""
    try:
        with open("/proc/meminfo", encoding="ascii") as file:
            lines = dict(line.split(":", 1) for line in file)
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
