"""Makes Triton compile for the emulated GPU, and launch by the emulator."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..emulation import Emulation


def install(emulation: Emulation) -> None:
    """Replaces Triton's driver, the last stage of its compiler, and what it measures. Triton has been imported."""
    from triton._C.libtriton import nvidia as library
    from triton.backends import Backend, backends
    from triton.backends.nvidia import driver as nvidia
    from triton.runtime import driver

    from ..configs import parse_configs
    from .assembly import assemble_on_demand
    from .autotune import choose_configs
    from .benchmarks import call_once
    from .cublas import CublasLt
    from .driver import EmulatedDriver
    from .lines import keep_files_apart
    from .stages import keep_ptx

    EmulatedDriver.emulation = emulation
    # The only driver: Triton would also ask those of other vendors, and load the library of CUDA.
    backends["nvidia"] = Backend(backends["nvidia"].compiler, EmulatedDriver)
    nvidia.CudaDriver = EmulatedDriver
    library.cublas.CublasLt = CublasLt
    keep_ptx(emulation)
    keep_files_apart()
    assemble_on_demand()
    call_once()
    choose_configs(parse_configs(emulation.options.configs), emulation)
    driver.set_active(EmulatedDriver())
