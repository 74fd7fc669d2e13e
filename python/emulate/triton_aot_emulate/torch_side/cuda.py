"""What `torch.cuda` and `torch.accelerator` answer for the emulated GPU. What they cannot answer names what needs a GPU."""

from __future__ import annotations

import contextlib
import types
from typing import TYPE_CHECKING, Any

import torch

from ..findings import NeedsGpu
from ..gpus import CUDA
from ..ordering import order
from ..replays import recording
from . import graphs, places, streams
from .memory import memory_answers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..gpus import Gpu

# What PyTorch's own modules do right without a GPU, and types of errors.
KEPT = {
    "amp", "CudaError", "DeferredCudaCallError", "cudaStatus", "GreenContext", "CUDAPluggableAllocator",
    "check_error", "graph_annotations", "graphs", "has_half", "has_magma", "memory", "nccl", "nvtx",
    "profiler", "random", "sparse", "streams", "tunable", "jiterator", "get_gencode_flags",
    "get_sync_debug_mode", "set_sync_debug_mode", "is_tf32_supported",
    "get_rng_state", "get_rng_state_all", "set_rng_state", "set_rng_state_all", "manual_seed", "manual_seed_all",
    "seed", "seed_all", "initial_seed", "default_generators",
}  # fmt: skip


def replace_cuda(gpu: Gpu) -> None:
    """Replaces what asks for a GPU. Functions without an answer raise NeedsGpu with their names."""
    answers = cuda_answers(gpu)
    for name in torch.cuda.__all__:
        if name in KEPT or name in answers or name.endswith(("Tensor", "Storage")):
            continue
        setattr(torch.cuda, name, _refusing(f"torch.cuda.{name}"))
    answers = {name: own(name, answer) for name, answer in answers.items()}
    for name, answer in answers.items():
        setattr(torch.cuda, name, answer)
    for module in (torch.cuda.memory, torch.cuda.graphs, torch.cuda.streams, torch.cuda.random):
        for name in set(vars(module)) & set(answers):
            setattr(module, name, answers[name])
    for name in ("range_push", "range_pop", "range_start", "range_end", "mark"):
        setattr(torch.cuda.nvtx, name, always(0))
    torch.cuda.nvtx.range = _nothing
    for name in ("start", "stop", "init"):
        setattr(torch.cuda.profiler, name, always(None))
    torch.cuda.profiler.profile = _nothing
    _replace_accelerator(gpu, answers)
    torch.Stream, torch.Event = streams.Stream, streams.Event
    # Triton's driver for CUDA has asked for the number of a stream by this name, and libraries do the same.
    torch._C._cuda_getCurrentRawStream = lambda device: streams.current_stream().cuda_stream
    # TorchDynamo asks this for the current stream.
    torch._C._dynamo.utils.get_current_stream = lambda device: streams.current_stream()
    torch.cuda._initialized = True
    torch.version.cuda = torch.version.cuda or ".".join(map(str, CUDA))
    torch.backends.cuda.is_built = always(True)
    # Recurrent networks then take PyTorch's own kernels. cuDNN's exist only on a GPU.
    torch.backends.cudnn.is_acceptable = always(False)


def cuda_answers(gpu: Gpu) -> dict[str, Any]:
    """What is in `torch.cuda` in place of PyTorch's own, by name."""
    return {
        **device_answers(gpu),
        **memory_answers(gpu),
        **{name: getattr(streams, name) for name in ("Stream", "ExternalStream", "Event", "StreamContext")},
        **{name: of_gpu(getattr(streams, name), _out_of_range) for name in ("current_stream", "default_stream")},
        "set_stream": streams.set_stream,
        "stream": streams.StreamContext,
        "get_stream_from_external": lambda pointer, device=None: streams.ExternalStream(pointer),
        **{name: getattr(graphs, name) for name in ("CUDAGraph", "graph", "make_graphed_callables")},
        "graph_pool_handle": always((0, 0)),
        "is_current_stream_capturing": lambda: recording() is not None,
    }


def device_answers(gpu: Gpu) -> dict[str, Any]:
    return {
        "is_available": always(True),
        "device_count": always(1),
        "current_device": always(0),
        "get_device_capability": of_gpu(always(gpu.capability), _invalid_id),
        "get_device_name": of_gpu(always(gpu.name), _invalid_id),
        "get_device_properties": of_gpu(always(properties(gpu)), _invalid_id),
        "get_arch_list": always([f"sm_{gpu.arch}"]),
        "is_bf16_supported": always(True),
        "is_initialized": always(True),
        "can_device_access_peer": always(False),
        **dict.fromkeys(("init", "_lazy_init", "_check_capability", "_sleep"), always(None)),
        "set_device": of_gpu(always(None)),
        "synchronize": of_gpu(_synchronize),
        "_is_in_bad_fork": always(False),
        **dict.fromkeys(("empty_cache", "ipc_collect", "caching_allocator_enable"), always(None)),
        **dict.fromkeys(("set_per_process_memory_fraction",), always(None)),
        "get_per_process_memory_fraction": always(1.0),
        "get_allocator_backend": always("native"),
        "caching_allocator_disabled": _nothing,
        "use_mem_pool": _nothing,
        **dict.fromkeys(("utilization", "memory_usage"), always(0)),
        **dict.fromkeys(("device", "device_of", "_DeviceGuard"), Device),
        "cudart": Runtime,
    }


def _synchronize() -> None:
    graphs.refuse_waiting()
    order.host_waits_for_all()


def properties(gpu: Gpu) -> Any:
    return Properties(
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
        uuid=gpu.uuid,
    )


class Properties(types.SimpleNamespace):
    """What `torch.cuda.get_device_properties` returns: a constant, also for TorchDynamo."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


class Device:
    """A device as a context. There is only one: another's number is refused when the context begins."""

    def __init__(self, device: Any = None) -> None:
        self.idx = number_of(getattr(device, "device", device))
        self.prev_idx = 0

    def __enter__(self) -> None:
        places.refuse_second_gpu(self.idx)

    def __exit__(self, *error: object) -> None:
        """The device stays the same."""

    def __call__(self, function: Callable) -> Callable:
        return function


class Runtime:
    """`torch.cuda.cudart()`, with CUDA's names."""

    def cudaProfilerStart(self) -> int:
        return 0

    def cudaProfilerStop(self) -> int:
        return 0

    def cudaMemGetInfo(self, device: int) -> tuple[int, int]:
        free, total = torch.cuda.mem_get_info()
        return free, total

    def __getattr__(self, name: str) -> Any:
        raise NeedsGpu(f"torch.cuda.cudart().{name}")


def _replace_accelerator(gpu: Gpu, answers: dict[str, Any]) -> None:
    accelerator = getattr(torch, "accelerator", None)
    if accelerator is None:
        return
    known = {
        "current_accelerator": always(torch.device("cuda")),
        "current_device_index": always(0),
        "current_device_idx": always(0),
        "set_device_index": always(None),
        "set_device_idx": always(None),
        "device_index": Device,
        "Graph": graphs.CUDAGraph,
        "empty_host_cache": always(None),
    }
    for name in accelerator.__all__:
        answer = known.get(name, answers.get(name))
        if answer is not None:
            answer = own(name, answer)
            setattr(accelerator, name, answer)
            if hasattr(accelerator, "memory") and hasattr(accelerator.memory, name):
                setattr(accelerator.memory, name, answer)


@contextlib.contextmanager
def _nothing(*args: Any, **kwargs: Any) -> Iterator[None]:
    yield


def own(name: str, answer: Any) -> Any:
    """A function or class that no other name of `torch.cuda` has: TorchDynamo keeps tables of them."""
    if isinstance(answer, type):
        return answer if answer.__name__ == name else type(name, (answer,), {"__module__": "torch.cuda"})
    if not callable(answer) or hasattr(answer, "__wrapped__"):
        return answer

    def function(*args: Any, **kwargs: Any) -> Any:
        return answer(*args, **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__module__ = "torch.cuda"
    return function


def number_of(device: Any) -> int:
    """The number of a GPU that a program names; that of the current one if it names none."""
    if device is None or isinstance(device, int):
        return device or 0
    device = torch.device(device)
    if device.type != "cuda":
        raise ValueError(f"Expected a cuda device, but got: {device}")
    return device.index or 0


def of_gpu(answer: Any, refuse: Any = places.refuse_second_gpu) -> Any:
    """A function whose first argument is a device: that of a second GPU is refused."""

    def checked(device: Any = None, *args: Any, **kwargs: Any) -> Any:
        number = number_of(device)
        if number > 0:
            refuse(number)
        return answer(*args, **kwargs)

    return checked


def _invalid_id(_: int) -> None:
    raise AssertionError("Invalid device id")


def _out_of_range(number: int) -> None:
    raise RuntimeError(f"Device index value {number} is out of index range [0, 1)")


def always(answer: Any) -> Any:
    return lambda *args, **kwargs: answer


def _refusing(name: str) -> Any:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NeedsGpu(f"`{name}`")

    return refuse
