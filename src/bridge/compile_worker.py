"""Compiles Triton kernels on request: JSON lines in on stdin, JSON lines out on stdout (see aot_bridge/service.py).

Runs with any interpreter that has Triton 3.6 or later; needs no GPU, no driver and no PyTorch.
"""

import os

from aot_bridge.service import serve
from aot_bridge.steady import steady_temporary_files, steady_tools

BRIDGE_VERSION = 4


def load():
    os.environ.update(
        # Line tables hold absolute paths; without them the cubin depends on the code alone.
        TRITON_DISABLE_LINE_INFO="1",
        TRITON_ALWAYS_COMPILE="1",
        # Only the cubin is read back: writing the other stages costs about 5 ms a variant.
        TRITON_STORE_BINARY_ONLY="1",
    )
    # Turns kernels into plain Python, which cannot be compiled.
    os.environ.pop("TRITON_INTERPRET", None)
    steady_temporary_files()
    from aot_bridge.compilation import Compiler
    from triton import knobs

    steady_tools(knobs)
    return Compiler


if __name__ == "__main__":
    serve(BRIDGE_VERSION, load)
