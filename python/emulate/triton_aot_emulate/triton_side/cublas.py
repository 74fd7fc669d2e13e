"""`triton._C.libtriton.nvidia.cublas`, with which programs compare their products: computed by PyTorch on the CPU."""

from __future__ import annotations

from typing import Any

from ..findings import NeedsGpu


class CublasLt:
    """Products are those of a matrix and the transpose of another, added up in fp32."""

    def __init__(self, workspace: Any) -> None:
        """The workspace is not used."""

    def matmul(self, a: Any, b: Any, c: Any) -> None:
        c.copy_(a.float() @ b.float().T)

    def gemm(self, a: Any, b: Any, c: Any, d: Any, alpha: float, beta: float) -> None:
        d.copy_(alpha * (a.float() @ b.float().T) + beta * c.float())

    def block_scaled_matmul_mxfp8(self, *_: Any) -> None:
        raise NeedsGpu("cuBLAS with block scales")

    def block_scaled_matmul_nvfp4(self, *_: Any) -> None:
        raise NeedsGpu("cuBLAS with block scales")
