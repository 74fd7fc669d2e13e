"""NVIDIA GPUs."""

from triton.backends.nvidia.compiler import get_ptxas

from ..vendor import Arch, Vendor

# From the table of technical specifications per compute capability in the CUDA C++ Programming Guide.
SHARED_MEMORY: dict[Arch, int] = {75: 65536, 80: 166912, 86: 101376, 87: 166912, 89: 101376, 90: 232448}
SHARED_MEMORY.update({100: 232448, 103: 232448, 110: 232448, 120: 101376, 121: 101376})
# From NVIDIA's data sheets: T4, A100, RTX A6000, Orin, RTX 4090, H100 SXM, B200, B300, Thor, RTX 5090, GB10.
MULTIPROCESSORS: dict[Arch, int] = {75: 40, 80: 108, 86: 84, 87: 16, 89: 128, 90: 132, 100: 148, 103: 148, 110: 20}
MULTIPROCESSORS.update({120: 170, 121: 48})

VENDOR = Vendor(
    code="cubin",
    has_ptx=True,
    shared_memory=SHARED_MEMORY,
    multiprocessors=MULTIPROCESSORS,
    registers=65536,
    ptxas_version=lambda arch: str(get_ptxas(arch).version),
    check_ir=lambda _module: None,
)
