"""Computes what kernels are expected to give: JSON lines in on stdin, out on stdout (see aot_bridge/service.py).

Runs with any interpreter that has NumPy and Triton 3.6 or later; needs no GPU, no driver and no PyTorch.
"""

import os

from aot_bridge.service import serve
from compile_worker import BRIDGE_VERSION


def load():
    # Kernels become plain Python; Triton looks at this while their files are imported.
    os.environ["TRITON_INTERPRET"] = "1"
    # Sums come out the same whatever the number of processors; several cases run at once anyway.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from aot_bridge.reference import ExpectedOutputs

    return ExpectedOutputs


if __name__ == "__main__":
    serve(BRIDGE_VERSION, load)
