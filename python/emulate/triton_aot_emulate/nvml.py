"""What the module `pynvml` of the package nvidia-ml-py answers for the emulated GPU, where it is installed."""

from __future__ import annotations

import types
from typing import Any

from .findings import NeedsGpu
from .gpus import CUDA, DRIVER, Gpu

HANDLE = "emulated GPU 0"


def replace_nvml(module: Any, gpu: Gpu) -> None:
    """Replaces the functions that ask a driver. Those without an answer raise NeedsGpu with their names."""
    known = nvml_answers(module, gpu)
    for name, value in list(vars(module).items()):
        if name.startswith("nvml") and isinstance(value, types.FunctionType):
            setattr(module, name, known.get(name) or _refusing(name))


def nvml_answers(module: Any, gpu: Gpu) -> dict[str, Any]:
    def always(answer: Any) -> Any:
        return lambda *_, **__: answer

    def only(known: Any) -> Any:
        def handle(asked: Any, *_: Any) -> str:
            if (asked.decode() if isinstance(asked, bytes) else asked) != known:
                raise module.NVMLError(module.NVML_ERROR_NOT_FOUND)
            return HANDLE

        return handle

    memory = types.SimpleNamespace(total=gpu.memory_bytes, free=gpu.memory_bytes, used=0, reserved=0, version=0)
    cuda = 1000 * CUDA[0] + 10 * CUDA[1]
    return {
        **dict.fromkeys(("nvmlInit", "nvmlInitWithFlags", "nvmlShutdown"), always(None)),
        **dict.fromkeys(("nvmlSystemGetCudaDriverVersion", "nvmlSystemGetCudaDriverVersion_v2"), always(cuda)),
        "nvmlSystemGetDriverVersion": always(DRIVER),
        "nvmlSystemGetNVMLVersion": always(f"12.{DRIVER}"),
        "nvmlDeviceGetCount": always(1),
        "nvmlDeviceGetHandleByIndex": only(0),
        "nvmlDeviceGetHandleByUUID": only(f"GPU-{gpu.uuid}"),
        "nvmlDeviceGetHandleByPciBusId": only(gpu.bus),
        "nvmlDeviceGetIndex": always(0),
        "nvmlDeviceGetName": always(gpu.name),
        "nvmlDeviceGetUUID": always(f"GPU-{gpu.uuid}"),
        "nvmlDeviceGetCudaComputeCapability": always(gpu.capability),
        "nvmlDeviceGetMemoryInfo": always(memory),
        "nvmlDeviceGetUtilizationRates": always(types.SimpleNamespace(gpu=0, memory=0)),
        **dict.fromkeys(("nvmlDeviceGetComputeRunningProcesses", "nvmlDeviceGetGraphicsRunningProcesses"), always([])),
    }


def _refusing(name: str) -> Any:
    def refuse(*_: Any, **__: Any) -> Any:
        raise NeedsGpu(f"`pynvml.{name}`")

    return refuse
