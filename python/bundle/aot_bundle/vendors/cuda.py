"""NVIDIA GPUs."""

from ..vendor import Vendor

VENDOR = Vendor(
    folder="nvidia",
    utils="CudaUtils",
    launcher="CudaLauncher",
    helper="cuda_utils",
    code="cubin",
    keyed="assembler (`ptxas`)",
    library=lambda: "libcuda.so.1",
    prefix="cu",
)
