"""Runs Triton's own compile.py for one variant on a machine without a GPU.

Even with --target, compile.py asks the GPU's driver for the current GPU and for C names of types. The stub
answers both; nothing else of compile.py is changed. Needs Triton 3.6 or later.
"""

import json
import sys
from pathlib import Path

import triton
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.driver import ty_to_cpp
from triton.tools.compile import CompileArgs, compile_kernel


class StubDriver:
    map_python_to_cpp_type = staticmethod(ty_to_cpp)

    def __init__(self, arch: int):
        self._target = GPUTarget("cuda", arch, 32)

    def get_current_target(self):
        return self._target


def run_compile_py(arch: int, arguments: dict) -> tuple[str, list[Path]]:
    """Returns the name of the C function and the files that compile.py wrote."""
    triton.runtime.driver.set_active(StubDriver(arch))
    return compile_kernel(CompileArgs(**{**arguments, "out_path": Path(arguments["out_path"])}))


if __name__ == "__main__":
    run_compile_py(*json.loads(sys.argv[1]))
