"""Runs Triton's own compile.py and link.py on request: JSON lines in on stdin, out on stdout (see aot_bridge/service.py).

Runs with any interpreter that has Triton 3.6 or later; needs no GPU, no driver and no PyTorch. Whether cubins carry
line tables is left to TRITON_DISABLE_LINE_INFO, as those tools do.
"""

import os

from aot_bridge.service import serve
from compile_worker import BRIDGE_VERSION


def load():
    os.environ.update(TRITON_ALWAYS_COMPILE="1", TRITON_STORE_BINARY_ONLY="1")
    os.environ.pop("TRITON_INTERPRET", None)
    from aot_bridge.stock import StockTools

    return StockTools


if __name__ == "__main__":
    serve(BRIDGE_VERSION, load)
