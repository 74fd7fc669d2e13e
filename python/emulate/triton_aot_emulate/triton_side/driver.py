"""A driver of Triton whose GPU is the emulator."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from triton.backends.compiler import GPUTarget
from triton.backends.driver import DriverBase

from .launcher import Launcher
from .tensors import AlignedMemory
from .utils import Utils

if TYPE_CHECKING:
    from ..emulation import Emulation


class EmulatedDriver(DriverBase):
    """Triton makes drivers without arguments: `emulation` is set by `install`."""

    emulation: Emulation

    def __init__(self) -> None:
        self.utils = Utils(self.emulation)
        self.launcher_cls = partial(Launcher, self)

    @classmethod
    def is_active(cls) -> bool:
        return True

    def map_python_to_cpp_type(self, ty: str) -> str:
        from triton.backends.nvidia.driver import ty_to_cpp

        return ty_to_cpp(ty)

    def get_current_target(self) -> GPUTarget:
        return GPUTarget("cuda", self.emulation.gpu.arch, 32)

    def get_current_device(self) -> int:
        return 0

    def set_current_device(self, device: int) -> None:
        """There is one device."""

    def get_current_stream(self, device: int = 0) -> int:
        return 0

    def get_device_capability(self, device: int = 0) -> tuple[int, int]:
        return self.emulation.gpu.capability

    def get_active_torch_device(self) -> Any:
        import torch

        return torch.device("cuda", 0)

    def get_device_interface(self) -> Any:
        import torch

        return torch.cuda

    def get_benchmarker(self) -> Any:
        from triton.testing import do_bench

        return do_bench

    def get_empty_cache_for_benchmark(self) -> Any:
        import torch

        return torch.empty(1, dtype=torch.int)

    def clear_cache(self, cache: Any) -> None:
        """There is no cache."""

    def allocate_default_profile_scratch(self, size: int, alignment: int, stream: Any) -> Any:
        return AlignedMemory(size, alignment)

    def assemble_tensormap_to_arg(self, tensormaps_info: Any, args: Any) -> Any:
        return args
