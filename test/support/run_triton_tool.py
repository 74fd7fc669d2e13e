"""Runs Triton's compile.py or link.py from the command line, on a machine without a GPU.

Usage: `run_triton_tool.py ARCH MODULE ARGUMENTS...`. The tools ask the GPU driver for the GPU's architecture and for the C names
of types; a stub answers.
"""

import runpy
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.backends.nvidia.driver import ty_to_cpp

arch, module = int(sys.argv[1]), sys.argv[2]


class StubDriver:
    map_python_to_cpp_type = staticmethod(ty_to_cpp)

    def get_current_target(self):
        return GPUTarget("cuda", arch, 32)


triton.runtime.driver.set_active(StubDriver())
sys.argv = [module, *sys.argv[3:]]
runpy.run_module(module, run_name="__main__", alter_sys=True)
