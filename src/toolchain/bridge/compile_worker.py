"""Compiles Triton kernels on request: JSON lines in on stdin, JSON lines out on stdout (see aot_bridge/service.py).

Runs with any interpreter that has Triton 3.6 or later; needs no GPU, no driver and no PyTorch.
"""

import os

from aot_bridge.reproducible_ptxas import fix_address_layout, fix_tool_paths
from aot_bridge.service import serve

BRIDGE_VERSION = 7


def load():
    os.environ.update(
        # Without line tables the cubin depends on the code only. A job can ask for them (see stages.py).
        TRITON_DISABLE_LINE_INFO="1",
        TRITON_ALWAYS_COMPILE="1",
        # Only the cubin is read. Writing the other stages takes about 5 ms per variant.
        TRITON_STORE_BINARY_ONLY="1",
    )
    # It would turn kernels into plain Python, which cannot be compiled.
    os.environ.pop("TRITON_INTERPRET", None)
    fix_address_layout()
    from aot_bridge.compilation import Compiler
    from triton import knobs

    fix_tool_paths(knobs)
    return Compiler


if __name__ == "__main__":
    serve(BRIDGE_VERSION, load)
