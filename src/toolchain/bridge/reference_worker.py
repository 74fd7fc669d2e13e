"""Computes expected outputs on request: JSON lines in on stdin, out on stdout (see aot_bridge/service.py).

Runs with any interpreter that has NumPy and Triton 3.6 or later; needs no GPU, no driver and no PyTorch.
"""

import os

from aot_bridge.service import serve
from compile_worker import BRIDGE_VERSION


def load():
    # Turns kernels into plain Python. Triton reads it while kernel files are imported.
    os.environ["TRITON_INTERPRET"] = "1"
    # Sums must not depend on the number of processors. Several cases run at once anyway.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from aot_bridge.expected_outputs import ExpectedOutputs

    return ExpectedOutputs


if __name__ == "__main__":
    serve(BRIDGE_VERSION, load)
