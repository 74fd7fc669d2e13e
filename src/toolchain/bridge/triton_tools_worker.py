"""Runs Triton's own compile.py and link.py on request: JSON lines in on stdin, out on stdout (see service.py).

Runs with any interpreter that has Triton 3.6 or later; needs no GPU, no driver and no PyTorch. As in Triton's own
tools, TRITON_DISABLE_LINE_INFO decides whether cubins contain line tables.
"""

import os

from aot_bridge.service import serve
from compile_worker import BRIDGE_VERSION


def load():
    os.environ.update(TRITON_ALWAYS_COMPILE="1", TRITON_STORE_BINARY_ONLY="1")
    os.environ.pop("TRITON_INTERPRET", None)
    from aot_bridge.triton_tools import TritonTools

    return TritonTools


if __name__ == "__main__":
    serve(BRIDGE_VERSION, load)
