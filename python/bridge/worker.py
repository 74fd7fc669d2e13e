"""Answers requests about kernels: JSON lines in on stdin, JSON lines out on stdout (see aot_bridge/service.py).

usage: worker.py compiler|reference [--no-namespaces] SCRATCH

Runs with any interpreter that has Triton 3.6 or later, and NumPy for `reference`; needs no GPU, no driver and no PyTorch.
"""

import os
import sys

from aot_bridge.closure_process import Service
from aot_bridge.reproducible_ptxas import fix_address_layout, fix_tool_paths
from aot_bridge.service import serve


def compiler() -> type[Service]:
    """Compiles kernels."""
    # Without line tables the cubin depends on the code only. A job can ask for them (see stages.py).
    set_up_compiler(TRITON_DISABLE_LINE_INFO="1")
    fix_address_layout()
    from aot_bridge.compilation import Compiler
    from triton import knobs

    fix_tool_paths(knobs)
    return Compiler


def set_up_compiler(**variables: str) -> None:
    # Only the cubin is read. Writing the other stages takes about 5 ms per variant.
    os.environ.update(TRITON_ALWAYS_COMPILE="1", TRITON_STORE_BINARY_ONLY="1", **variables)
    # It would turn kernels into plain Python, which cannot be compiled.
    os.environ.pop("TRITON_INTERPRET", None)


def reference() -> type[Service]:
    """Computes expected outputs."""
    # Turns kernels into plain Python. Triton reads it while kernel files are imported.
    os.environ["TRITON_INTERPRET"] = "1"
    # Sums must not depend on the number of processors. Several cases run at once anyway.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    from aot_bridge.expected_outputs import ExpectedOutputs

    return ExpectedOutputs


if __name__ == "__main__":
    loaders = {"compiler": compiler, "reference": reference}
    # Files of kernels may read the arguments.
    serve(loaders[sys.argv.pop(1)])
