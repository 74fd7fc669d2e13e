"""What `torch.cuda` answers for the emulated GPU."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from ..gpus import Gpu


def replace_cuda(gpu: Gpu) -> None:
    """Replaces the functions of `torch.cuda` that ask for a GPU."""
    properties = types.SimpleNamespace(
        name=gpu.name,
        major=gpu.capability[0],
        minor=gpu.capability[1],
        multi_processor_count=gpu.multiprocessors,
        total_memory=gpu.memory_bytes,
        warp_size=32,
        max_threads_per_multi_processor=gpu.threads_of_multiprocessor,
        max_threads_per_block=1024,
        shared_memory_per_block=48 * 1024,
        shared_memory_per_block_optin=gpu.shared_bytes,
        shared_memory_per_multiprocessor=gpu.shared_of_multiprocessor,
        regs_per_multiprocessor=65536,
        L2_cache_size=gpu.l2_bytes,
        is_integrated=False,
        is_multi_gpu_board=False,
        gcnArchName="",
    )
    answers: dict[str, Any] = {
        "is_available": True,
        "device_count": 1,
        "current_device": 0,
        "get_device_capability": gpu.capability,
        "get_device_name": gpu.name,
        "get_device_properties": properties,
        "is_bf16_supported": True,
        "is_initialized": True,
        "synchronize": None,
        "empty_cache": None,
        "init": None,
        "set_device": None,
        "manual_seed": None,
        "manual_seed_all": None,
        "memory_allocated": 0,
        "max_memory_allocated": 0,
        "reset_peak_memory_stats": None,
        "mem_get_info": (gpu.memory_bytes, gpu.memory_bytes),
    }
    for name, answer in answers.items():
        setattr(torch.cuda, name, _always(answer))
    torch.cuda.device = _Device


def _always(answer: Any) -> Any:
    return lambda *args, **kwargs: answer


class _Device:
    """A device as a context: there is only one."""

    def __init__(self, *args: Any) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *args: object) -> None:
        pass
