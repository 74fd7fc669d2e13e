"""A driver of Triton whose GPU is the emulator."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from aot_emulate.ptx import parse
from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase

from .launcher import Launcher

if TYPE_CHECKING:
    from ..emulation import Emulation


class Utils:
    """What Triton's compiled kernels ask of CUDA."""

    def __init__(self, emulation: Emulation) -> None:
        self._emulation = emulation

    def load_binary(self, name: str, kernel: bytes, shared: int, device: int) -> tuple[Any, Any, int, int, int]:
        """Returns module, function, registers and spills of a thread, and the most threads of a block."""
        program = parse(bytes(kernel).decode())
        return program, program, 32, 0, 1024

    def unload_module(self, module: Any) -> None:
        """The program is garbage as soon as nothing refers to it."""

    def get_device_properties(self, device: int) -> dict[str, int]:
        gpu = self._emulation.gpu
        return {
            "max_shared_mem": gpu.shared_bytes,
            "max_num_regs": 65536,
            "multiprocessor_count": gpu.multiprocessors,
            "warpSize": 32,
            "sm_clock_rate": 1_500_000,
            "mem_clock_rate": 1_500_000,
            "mem_bus_width": 5120,
        }


class EmulatedDriver(DriverBase):
    def __init__(self, emulation: Emulation) -> None:
        self._emulation = emulation
        self.utils = Utils(emulation)
        self.launcher_cls = partial(Launcher, emulation)

    @classmethod
    def is_active(cls) -> bool:
        return True

    def map_python_to_cpp_type(self, ty: str) -> str:
        from triton.backends.nvidia.driver import ty_to_cpp

        return ty_to_cpp(ty)

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("cuda", self._emulation.gpu.arch, 32)

    def get_current_device(self) -> int:
        return 0

    def set_current_device(self, device: int) -> None:
        """There is one device."""

    def get_current_stream(self, device: int = 0) -> int:
        return 0

    def get_device_capability(self, device: int = 0) -> tuple[int, int]:
        return self._emulation.gpu.capability

    def get_active_torch_device(self) -> Any:
        import torch

        return torch.device("cuda", 0)

    def get_device_interface(self) -> Any:
        import torch

        return torch.cuda

    def get_benchmarker(self) -> Any:
        """Nothing is timed: a call of the benchmarker runs the kernel once."""

        def benchmark(call: Any, *, quantiles: Any = None, **_: Any) -> list[float]:
            call()
            return [1.0] * len(quantiles or [0])

        return benchmark

    def get_empty_cache_for_benchmark(self) -> Any:
        import torch

        return torch.empty(1, dtype=torch.int)

    def clear_cache(self, cache: Any) -> None:
        """There is no cache."""

    def assemble_tensormap_to_arg(self, tensormaps_info: Any, args: Any) -> Any:
        return args
